import { Alert, Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import type { HostedForm } from "./formHandle.ts";
import type { ShownOnce } from "./formPlan.ts";

/** A password or secret, this once. */
export function ShownOncePanel({ form: { actor } }: { readonly form: HostedForm }) {
  // Only `plan.save` puts something here, and it puts a ShownOnce.
  const shown = useSelector(actor, ({ context }) => context.saved?.shown as ShownOnce | undefined);
  return shown ? <ShownOnceView shown={shown} onClose={() => actor.send({ type: "form.close" })} /> : null;
}

/** Values to copy before they are gone for good. */
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
      {shown.lines.map(({ label, value }) => (
        <div key={label}>
          <Text size="sm" c="dimmed" mb={4}>
            {label}
          </Text>
          <Group gap="xs" wrap="nowrap">
            <Code fz="md" p="xs" flex={1} style={{ overflowWrap: "anywhere" }}>
              {value}
            </Code>
            <CopyButton value={value}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? "已复制" : "复制"}
                </Button>
              )}
            </CopyButton>
          </Group>
        </div>
      ))}
      <Group justify="flex-end">
        <Button onClick={onClose}>我已保存，关闭</Button>
      </Group>
    </Stack>
  );
}
