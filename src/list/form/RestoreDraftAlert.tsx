import { Alert, Button, Group, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import type { FormInstance } from "./createFormHandle.ts";
import { getFields } from "./formConfig.ts";

/** So many fields are named. */
const maxNamedFields = 5;

/** Offers back what was typed and not saved the last time, and says which fields that is. */
export function RestoreDraftAlert({ form: { config, actor } }: { readonly form: FormInstance }) {
  const hasDraft = useSelector(actor, (snapshot) => snapshot.hasTag("draft"));
  const { row, draft } = useSelector(actor, ({ context }) => context);
  if (!hasDraft || !draft) return null;
  const labels = getFields(config, row)
    .filter(({ name }) => name in draft)
    .map(({ label }) => label);
  const moreText = labels.length > maxNamedFields ? `等 ${labels.length} 项` : "";
  return (
    <Alert color="blue" title="有一份上次未保存的草稿">
      <Text size="sm" mb="xs">
        包含：{labels.slice(0, maxNamedFields).join("、")}
        {moreText}。恢复时，您这次已填写的内容不变。
      </Text>
      <Group gap="xs">
        <Button size="compact-sm" onClick={() => actor.send({ type: "draft.restore" })}>
          恢复草稿
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => actor.send({ type: "draft.discard" })}>
          丢弃
        </Button>
      </Group>
    </Alert>
  );
}
