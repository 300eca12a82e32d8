import { useEffect, useEffectEvent } from "react";
import { FormHost } from "../../../../list/form/FormHost.tsx";
import { useForm } from "../../../../list/form/useForm.ts";
import type { PageDialogProps } from "../../../../list/listDefinition.ts";
import { usePageScope } from "../../../../pageApi/usePageScope.ts";
import { createImportForm } from "./importForm.ts";
import { createRecordingUpload, RecordingUploadContext } from "./recordingUpload.ts";

/** The form of 导入飞行记录; after the import what came of it. */
export function ImportDialog({ onClose, onOutdated }: PageDialogProps) {
  const scope = usePageScope();
  // As long as the form's actor, which holds them.
  const upload = scope.value("recordingUpload", createRecordingUpload);
  const config = scope.value("importForm", () => createImportForm(upload));
  const form = useForm(config, { onSaved: onOutdated, onUncertain: onOutdated });
  const { actor } = form;
  const openForm = useEffectEvent(() => form.open(null));
  const handleClosed = useEffectEvent(onClose);
  useEffect(() => {
    openForm();
    const subscription = actor.subscribe((snapshot) => {
      if (!snapshot.hasTag("open")) handleClosed();
    });
    return () => subscription.unsubscribe();
  }, [actor]);
  return (
    <RecordingUploadContext value={upload}>
      <FormHost form={form} />
    </RecordingUploadContext>
  );
}
