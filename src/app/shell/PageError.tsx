import { Button, Code, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { nprogress } from "@mantine/nprogress";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useEffectEvent } from "react";
import type { ComponentLoader } from "../../loading/createLazy.tsx";
import { loadWithRetry } from "../../loading/lazyComponent.tsx";
import type { PageComponent } from "../../pageApi/pageComponent.ts";

interface Props {
  readonly title: string;
  readonly loader: ComponentLoader<PageComponent>;
  readonly error: Error;
  readonly onRetry: () => void;
}

// The messages of Chromium, Firefox and Safari, and of Vite, for a chunk or style sheet that does not load.
const chunkLoadErrorPattern = /dynamically imported module|module script failed|preload CSS/i;

/** Replaces a page that threw an error. A page whose code did not load is retried automatically. */
export function PageError({ title, loader, error, onRetry }: Props) {
  const chunkMissing = chunkLoadErrorPattern.test(error.message);
  useEffect(() => nprogress.complete(), []);
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (!chunkMissing) return;
    return loadWithRetry(loader, { onLoad: () => retry() });
  }, [loader, chunkMissing]);
  return (
    <Paper withBorder radius="md" p="xl" role="alert">
      <Stack align="center" gap="sm" py="xl" ta="center">
        <IconAlertTriangle size={44} stroke={1.4} color="var(--mantine-color-error)" />
        <Title order={1} size="h3">
          {chunkMissing ? `「${title}」未能加载` : `「${title}」出错了`}
        </Title>
        <Text c="dimmed">
          {chunkMissing
            ? "网络中断，或控制台已更新到新版本。正在自动重试；若一直没有恢复，请重新加载整个控制台。"
            : "其他页面不受影响。请重试；若仍出现，请把下面的信息告诉管理员。"}
        </Text>
        {!chunkMissing && <Code block>{error.message}</Code>}
        <Group>
          <Button onClick={() => (chunkMissing ? location.reload() : onRetry())}>
            {chunkMissing ? "重新加载" : "重试"}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
