import { Button, Group, Stack, Text } from "@mantine/core";
import { Dialog } from "../../ui/Dialog.tsx";
import type { SubmitConfirmation } from "./formConfig.ts";

interface Props {
  readonly confirmation: SubmitConfirmation;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before a form is submitted whose effect cannot be undone. */
export function ConfirmSubmitDialog({ confirmation: { title, text, label }, onConfirm, onCancel }: Props) {
  return (
    <Dialog opened onClose={onCancel} title={title} size="sm" zIndex={300} centered>
      <Stack>
        <Text size="sm">{text}</Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onCancel}>
            返回修改
          </Button>
          <Button onClick={onConfirm}>{label}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
