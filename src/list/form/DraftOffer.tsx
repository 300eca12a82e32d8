import { Alert, Button, Group, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import type { HostedForm } from "./formHandle.ts";
import { fieldsFor } from "./formPlan.ts";

/** So many fields are named. */
const named = 5;

/** Offers back what was typed and not saved the last time, and says which fields that is. */
export function DraftOffer({ form: { plan, actor } }: { readonly form: HostedForm }) {
  const offered = useSelector(actor, (snapshot) => snapshot.hasTag("draft"));
  const { row, draft } = useSelector(actor, ({ context }) => context);
  if (!offered || !draft) return null;
  const labels = fieldsFor(plan, row)
    .filter(({ name }) => name in draft)
    .map(({ label }) => label);
  const more = labels.length > named ? `等 ${labels.length} 项` : "";
  return (
    <Alert color="blue" title="有一份上次未保存的草稿">
      <Text size="sm" mb="xs">
        包含：{labels.slice(0, named).join("、")}
        {more}。恢复时，您这次已填写的内容不变。
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
