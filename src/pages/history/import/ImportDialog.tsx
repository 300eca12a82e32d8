import * as word from "../../../../adapters/contract/words.ts";
import { useForm } from "../../../list/form/useForm.ts";
import { ImportWindow } from "../../../list/imports/ImportWindow.tsx";
import type { PageDialogProps } from "../../../list/listDefinition.ts";
import { usePageScope } from "../../../pageApi/usePageScope.ts";
import { createImportForm, RecordingUploadContext } from "./importForm.tsx";
import { RecordingImports } from "./RecordingImports.tsx";
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
  return (
    <RecordingUploadContext value={upload}>
      <ImportWindow
        imports={imports}
        form={form}
        title={word.importFlights}
        size="md"
        hint="文件已上传，在后台读取，关闭窗口不影响；读完后请核对航迹和未导入的内容，再选择“保存”或“不保存”。"
        onClose={onClose}
      >
        <RecordingImports />
      </ImportWindow>
    </RecordingUploadContext>
  );
}
