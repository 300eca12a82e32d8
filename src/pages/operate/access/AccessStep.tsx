import { Badge, Group, Paper, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  readonly step: number;
  readonly title: string;
  readonly children: ReactNode;
}

/** One numbered step of the guide. */
export function AccessStep({ step, title, children }: Props) {
  return (
    <Paper component="section" withBorder p="md" aria-label={title}>
      <Stack gap="sm">
        <Group gap="xs">
          <Badge circle size="lg" aria-hidden>
            {step}
          </Badge>
          <Title order={2} size="h5">
            {title}
          </Title>
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
