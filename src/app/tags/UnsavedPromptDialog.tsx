import { Button, Group, Text } from "@mantine/core";
import { Dialog } from "../../ui/Dialog.tsx";
import type { UnsavedPrompt } from "./useUnsavedPrompt.ts";

/** Lists the pages with unsaved content and asks whether to discard it. */
export function UnsavedPromptDialog({ unsavedPrompt }: { readonly unsavedPrompt: UnsavedPrompt }) {
  return (
    <Dialog opened onClose={unsavedPrompt.cancel} title="有未保存的内容" centered>
      <Text>{`${unsavedPrompt.titles.join("、")}中有尚未保存的内容，继续后将丢失。`}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus onClick={() => unsavedPrompt.cancel()}>
          返回编辑
        </Button>
        <Button color="red" onClick={() => unsavedPrompt.proceed()}>
          放弃并继续
        </Button>
      </Group>
    </Dialog>
  );
}
