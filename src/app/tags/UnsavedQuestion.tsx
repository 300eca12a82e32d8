import { Button, Group, Text } from "@mantine/core";
import { Dialog } from "../../ui/Dialog.tsx";
import type { Question } from "./useUnsavedQuestion.ts";

/** Names what would be lost, and asks. */
export function UnsavedQuestion({ question }: { readonly question: Question }) {
  return (
    <Dialog opened onClose={question.stay} title="有未保存的内容" centered>
      <Text>{question.titles.join("、")}中有尚未保存的内容，继续后将丢失。</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus onClick={() => question.stay()}>
          返回编辑
        </Button>
        <Button color="red" onClick={() => question.goOn()}>
          放弃并继续
        </Button>
      </Group>
    </Dialog>
  );
}
