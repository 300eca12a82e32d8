import { Button, Code, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { nprogress } from "@mantine/nprogress";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect } from "react";

interface Props {
  readonly title: string;
  readonly fault: Error;
  readonly onRetry: () => void;
}

// What Chromium, Firefox and Safari say when a page's code cannot be had; a rejected import stays rejected.
const codeMissing = /dynamically imported module|module script failed|preload CSS/i;

/** What stands in place of a page that broke. */
export function PageFault({ title, fault, onRetry }: Props) {
  const outdated = codeMissing.test(fault.message);
  useEffect(() => nprogress.complete(), []);
  return (
    <Paper withBorder radius="md" p="xl" role="alert">
      <Stack align="center" gap="sm" py="xl" ta="center">
        <IconAlertTriangle size={44} stroke={1.4} color="var(--mantine-color-error)" />
        <Title order={1} size="h3">
          {outdated ? `「${title}」未能加载` : `「${title}」出错了`}
        </Title>
        <Text c="dimmed">
          {outdated
            ? "网络中断，或控制台已更新到新版本。请重试以重新加载。"
            : "其他页面不受影响。请重试；若仍出现，请把下面的信息告诉管理员。"}
        </Text>
        {!outdated && <Code block>{fault.message}</Code>}
        <Group>
          <Button onClick={() => (outdated ? location.reload() : onRetry())}>重试</Button>
        </Group>
      </Stack>
    </Paper>
  );
}
