import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useEffect, useEffectEvent, useRef } from "react";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import type { OneTimeResult } from "./formConfig.ts";

/** Values to copy, most of them before they are gone for good. */
export function OneTimeResultView({
  result,
  onClose,
}: {
  readonly result: OneTimeResult;
  readonly onClose: () => void;
}) {
  const view = useRef<HTMLDivElement>(null);
  // The button that had the focus has gone with its form.
  useEffect(() => view.current?.querySelector("button")?.focus(), []);
  return (
    <Stack ref={view}>
      <Alert color="orange" title={result.title}>
        {result.note}
      </Alert>
      {result.lines.map(({ label, value, copyable = true }) => (
        <div key={label}>
          <Text size="sm" c="dimmed" mb={4}>
            {label}
          </Text>
          <Group gap="xs" wrap="nowrap">
            <Code fz="md" p="xs" flex={1} style={{ overflowWrap: "anywhere", userSelect: "all" }}>
              {value}
            </Code>
            {copyable && <CopyButton value={value} />}
          </Group>
        </div>
      ))}
      <Group justify="flex-end">
        <Button onClick={onClose}>{result.repeatable ? "关闭" : "我已保存，关闭"}</Button>
      </Group>
    </Stack>
  );
}

/** Copies, and says where the browser does not: what stands beside it may not be seen a second time. */
function CopyButton({ value }: { readonly value: string }) {
  const { toast } = usePageApi();
  const { copied, copy, error } = useClipboard();
  const warnCopyFailed = useEffectEvent(() => toast.warning("浏览器不允许复制，请手动选择"));
  useEffect(() => {
    if (error) warnCopyFailed();
  }, [error]);
  return (
    <Button variant="default" onClick={() => copy(value)}>
      {copied ? "已复制" : "复制"}
    </Button>
  );
}
