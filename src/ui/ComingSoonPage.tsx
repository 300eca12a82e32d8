import { Center, Paper, Text, ThemeIcon, Title } from "@mantine/core";
import { IconHourglassHigh } from "@tabler/icons-react";

/** Placeholder for a page of a later delivery; describes what it will offer. */
export function ComingSoonPage({
  title,
  description,
}: {
  readonly title: string;
  readonly description: string;
}) {
  return (
    <Paper withBorder radius="md" p="xl">
      <Center
        mih="max(360px, calc(100dvh - 210px))"
        style={{ flexDirection: "column", gap: 12, textAlign: "center" }}
      >
        <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
          <IconHourglassHigh size={28} stroke={1.5} />
        </ThemeIcon>
        <Title order={1} size="h3">
          {title}
        </Title>
        <Text c="dimmed">{description}</Text>
        <Text size="sm" c="dimmed">
          该页面将在后续版本中提供。
        </Text>
      </Center>
    </Paper>
  );
}
