import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useSelector } from "@xstate/react";
import { useEffect, useEffectEvent } from "react";
import { useConsole } from "../../console/useConsole.ts";
import type { HostedForm } from "./formHandle.ts";
import type { ShownOnce } from "./formPlan.ts";

/** A password or secret that is shown now, most of them this once. */
export function ShownOncePanel({ form: { actor } }: { readonly form: HostedForm }) {
  // Only `plan.save` puts something here, and it puts a ShownOnce.
  const shown = useSelector(actor, ({ context }) => context.saved?.shown as ShownOnce | undefined);
  return shown ? <ShownOnceView shown={shown} onClose={() => actor.send({ type: "form.close" })} /> : null;
}

/** Values to copy, most of them before they are gone for good. */
export function ShownOnceView({
  shown,
  onClose,
}: {
  readonly shown: ShownOnce;
  readonly onClose: () => void;
}) {
  return (
    <Stack>
      <Alert color="orange" title={shown.title}>
        {shown.note}
      </Alert>
      {shown.lines.map(({ label, value, copied = true }) => (
        <div key={label}>
          <Text size="sm" c="dimmed" mb={4}>
            {label}
          </Text>
          <Group gap="xs" wrap="nowrap">
            <Code fz="md" p="xs" flex={1} style={{ overflowWrap: "anywhere", userSelect: "all" }}>
              {value}
            </Code>
            {copied && <CopyButton value={value} />}
          </Group>
        </div>
      ))}
      <Group justify="flex-end">
        <Button onClick={onClose}>{shown.again ? "关闭" : "我已保存，关闭"}</Button>
      </Group>
    </Stack>
  );
}

/** Copies, and says where the browser does not: what stands beside it may not be seen a second time. */
function CopyButton({ value }: { readonly value: string }) {
  const { say } = useConsole();
  const { copied, copy, error } = useClipboard();
  const refused = useEffectEvent(() => say.warning("浏览器不允许复制，请手动选择"));
  useEffect(() => {
    if (error) refused();
  }, [error]);
  return (
    <Button variant="default" onClick={() => copy(value)}>
      {copied ? "已复制" : "复制"}
    </Button>
  );
}
