import { Button, Group, Stack, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect, useEffectEvent } from "react";
import { FormHost } from "../../../list/form/FormHost.tsx";
import { useForm } from "../../../list/form/useForm.ts";
import type { PageDialogProps } from "../../../list/listDefinition.ts";
import { usePageScope } from "../../../pageApi/usePageScope.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ImportJobs } from "./ImportJobs.tsx";
import { createImportForm, RecordingUploadContext } from "./importForm.tsx";
import { createRecordingUpload } from "./recordingUpload.ts";
import { useRecordingImports } from "./useRecordingImports.ts";

/** The form of 导入飞行记录; once the server has the file, what becomes of it. */
export function ImportDialog({ onClose, onOutdated }: PageDialogProps) {
  const scope = usePageScope();
  const imports = useRecordingImports();
  // As long as the form's actor, which holds them.
  const upload = scope.value("recordingUpload", createRecordingUpload);
  const config = scope.value("importForm", () => createImportForm(upload));
  const form = useForm(config, {
    onSaved: () => imports.send({ type: "upload.accept" }),
    onUncertain: onOutdated,
  });
  const { actor } = form;
  const showsJobs = useSelector(imports, ({ context }) => context.shown === "jobs");
  const openForm = useEffectEvent(() => form.open(null));
  const handleClosed = useEffectEvent(onClose);
  useEffect(() => {
    imports.send({ type: "dialog.open" });
    openForm();
    const subscription = actor.subscribe((snapshot) => {
      if (!snapshot.hasTag("open") && imports.getSnapshot().context.shown === "form") handleClosed();
    });
    return () => {
      subscription.unsubscribe();
      imports.send({ type: "dialog.close" });
    };
  }, [actor, imports]);
  const importAnother = () => {
    imports.send({ type: "upload.again" });
    form.open(null);
  };
  return (
    <RecordingUploadContext value={upload}>
      <FormHost form={form} />
      {showsJobs && (
        <Dialog opened onClose={onClose} title="最近的导入" size="md">
          <Stack>
            <Text size="sm">
              文件已上传，在后台读取，关闭窗口不影响；读完后请核对航迹和未导入的内容，再选择“保存”或“不保存”。
            </Text>
            <ImportJobs />
            <Group justify="flex-end">
              <Button variant="default" onClick={importAnother}>
                再导入一个
              </Button>
              <Button onClick={onClose}>关闭</Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </RecordingUploadContext>
  );
}
