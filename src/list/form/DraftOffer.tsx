import { Alert, Button, Group } from "@mantine/core";
import { useSelector } from "@xstate/react";
import type { EditActor } from "./formHandle.ts";

/** Offers back what was typed and not saved the last time. */
export function DraftOffer({ actor }: { readonly actor: EditActor }) {
  const offered = useSelector(actor, (snapshot) => snapshot.hasTag("draft"));
  if (!offered) return null;
  return (
    <Alert color="blue" title="有一份上次未保存的草稿">
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
