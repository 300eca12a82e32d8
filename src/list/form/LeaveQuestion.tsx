import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import type { HostedForm } from "./formHandle.ts";

/** Asks before what was typed is given up. */
export function LeaveQuestion({ form: { actor } }: { readonly form: HostedForm }) {
  const asking = useSelector(actor, (snapshot) => snapshot.hasTag("confirm"));
  const stay = () => actor.send({ type: "close.cancel" });
  return (
    <Modal
      opened={asking}
      onClose={stay}
      title="放弃修改？"
      size="sm"
      zIndex={300}
      centered
      closeButtonProps={{ "aria-label": "关闭" }}
    >
      <Stack>
        <Text size="sm">填写的内容还没有保存，离开后将丢失。</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => actor.send({ type: "close.confirm" })}>
            放弃修改
          </Button>
          <Button data-autofocus onClick={stay}>
            继续填写
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
