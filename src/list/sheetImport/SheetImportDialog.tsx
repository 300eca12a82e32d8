import { Anchor, FileInput, Stack, Text } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useEffect, useEffectEvent } from "react";
import * as z from "zod/mini";
import {
  type ImportKind,
  importCalls,
  importKind,
  importMaxBytes,
  importMaxRows,
  importMode,
} from "../../../adapters/contract/sheetImport.ts";
import * as word from "../../../adapters/contract/words.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { usePageScope } from "../../pageApi/usePageScope.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { saveFile } from "../../ui/saveFile.ts";
import type { CustomFieldProps, FormConfig } from "../form/formConfig.ts";
import { toInputProps } from "../form/toInputProps.ts";
import { useForm } from "../form/useForm.ts";
import { ImportWindow } from "../imports/ImportWindow.tsx";
import type { AnyRow, PageDialogProps } from "../listDefinition.ts";
import { toCallError } from "../toCallError.ts";
import { CheckReport } from "./CheckReport.tsx";
import { SheetImportJobs } from "./SheetImportJobs.tsx";
import { useSheetImports } from "./useSheetImports.ts";

const maxMb = importMaxBytes / 1024 / 1024;

const fileSchema = z.instanceof(File, { error: word.chooseFile });

function validateFile(value: unknown): string | null {
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) return word.chooseFile;
  if (!/\.(xlsx|csv)$/i.test(parsed.data.name)) return "请选择 .xlsx 或 .csv 文件";
  return parsed.data.size > importMaxBytes ? `文件不能超过 ${maxMb} MB，请拆分后再导入` : null;
}

/** The filled-in template, with a link to an empty one. */
function SheetField({ kind, ...field }: CustomFieldProps & { readonly kind: ImportKind }) {
  const { client } = usePageApi();
  const { value, autoFocus, error, onChange } = field;
  const file = value instanceof File ? value : null;
  const download = () => {
    client
      .download(importCalls.importTemplate, { params: { kind } })
      .then(({ blob, fileName }) => saveFile(blob, fileName), toCallError);
  };
  return (
    <Stack gap={6}>
      <Text size="sm">
        先
        <Anchor component="button" type="button" size="sm" underline="always" onClick={download}>
          下载模板
        </Anchor>
        ，按列填写后选择文件。带 * 的列必填，一次最多 {formatNumber(importMaxRows)} 行、{maxMb} MB。
      </Text>
      <FileInput
        {...toInputProps(field)}
        // Told at once: nothing else comes of a file that is not sent.
        error={error ?? (file && validateFile(file))}
        data-autofocus={autoFocus || undefined}
        value={file}
        accept=".xlsx,.csv"
        placeholder="选择 .xlsx 或 .csv 文件"
        leftSection={<IconFileSpreadsheet size={16} />}
        clearable
        clearButtonProps={{ "aria-label": word.takeOutFile }}
        onChange={onChange}
      />
    </Stack>
  );
}

/** The form of one kind. Nothing is imported before the user has seen what is wrong with the file. */
const createImportForm = (kind: ImportKind): FormConfig<AnyRow> => ({
  name: `${kind}-import`,
  title: () => `导入${importKind.label(kind)}`,
  sections: [
    {
      fields: [
        {
          kind: "custom",
          name: "file",
          label: "表格文件",
          control: (field) => <SheetField {...field} kind={kind} />,
          wide: true,
        },
        { kind: "select", name: "mode", label: "有问题的行", dictionary: importMode, wide: true },
      ],
    },
  ],
  container: "drawer",
  submitLabel: word.importRows,
  savesDrafts: false,
  getValues: () => ({ file: null, mode: "all" }),
  validate: (field, value) => (field.name === "file" ? validateFile(value) : null),
  isRequired: () => true,
  parseCurrent: () => null,
  showsResult: true,
  summary: ({ values: { file } }) => (
    <>
      <CheckReport kind={kind} file={file instanceof File && validateFile(file) === null ? file : null} />
      <SheetImportJobs kind={kind} />
    </>
  ),
  save: async (client, { values, requestId }, signal) => {
    const file = fileSchema.parse(values["file"]);
    const query = { mode: importMode.schema.parse(values["mode"]), fileName: file.name, requestId };
    return client.call(importCalls.importRun, { params: { kind }, query, file }, { signal });
  },
});

/**
 * Imports records from a sheet: template, trial run with a report by row; then how far the import is and what came of
 * it, which goes on while the dialog is closed.
 */
function SheetImportDialog({ kind, onClose, onOutdated }: PageDialogProps & { readonly kind: ImportKind }) {
  const imports = useSheetImports(kind);
  // As long as the form's actor, which holds it.
  const config = usePageScope().value(`importForm.${kind}`, () => createImportForm(kind));
  const form = useForm(config, {
    onSaved: () => imports.send({ type: "upload.accept" }),
    onUncertain: onOutdated,
  });
  /** What the imports that are over have left in the list. */
  const outcome = useSelector(imports, ({ context }) =>
    context.jobs
      ?.filter(({ endedAt }) => endedAt !== null)
      .map(({ id, created, undone }) => `${id} ${created} ${undone}`)
      .join(),
  );
  const handleEnded = useEffectEvent(onOutdated);
  useEffect(() => {
    if (outcome === undefined) return undefined;
    return () => handleEnded();
  }, [outcome]);
  return (
    <ImportWindow
      imports={imports}
      form={form}
      title={`导入${importKind.label(kind)}`}
      size="lg"
      hint="文件已上传，在后台导入，关闭窗口不影响；再次点击“导入”可以看到进度和结果。"
      onClose={onClose}
    >
      <SheetImportJobs kind={kind} />
    </ImportWindow>
  );
}

export const CompanyImport = (props: PageDialogProps) => <SheetImportDialog {...props} kind="company" />;
export const UserImport = (props: PageDialogProps) => <SheetImportDialog {...props} kind="user" />;
export const BoxImport = (props: PageDialogProps) => <SheetImportDialog {...props} kind="box" />;
export const DroneImport = (props: PageDialogProps) => <SheetImportDialog {...props} kind="drone" />;
export const HangarImport = (props: PageDialogProps) => <SheetImportDialog {...props} kind="hangar" />;
