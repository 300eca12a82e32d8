import { Button, Group, Stack, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { Dialog } from "../../ui/Dialog.tsx";
import type { FormInstance } from "./createFormHandle.ts";

/** Asks before what was typed is given up. */
export function DiscardChangesDialog({ form: { actor } }: { readonly form: FormInstance }) {
  const isConfirming = useSelector(actor, (snapshot) => snapshot.hasTag("confirm"));
  // Mounted only now: a closed dialog would already listen, and take the very Escape that asks.
  if (!isConfirming) return null;
  const cancel = () => actor.send({ type: "close.cancel" });
  return (
    <Dialog opened onClose={cancel} title="放弃修改？" size="sm" zIndex={300} centered>
      <Stack>
        <Text size="sm">填写的内容还没有保存，离开后将丢失。</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => actor.send({ type: "close.confirm" })}>
            放弃修改
          </Button>
          <Button data-autofocus onClick={cancel}>
            继续填写
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
