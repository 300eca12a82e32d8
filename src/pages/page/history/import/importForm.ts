import * as z from "zod/mini";
import {
  flightFileCalls,
  type ImportedRecording,
  importLeftOut,
  recordingExtensions,
  recordingMaxBytes,
} from "../../../../../adapters/contract/flightFile.ts";
import { taskKind } from "../../../../../adapters/contract/task.ts";
import type { FormConfig, FormField, OneTimeResult } from "../../../../list/form/formConfig.ts";
import { validateField } from "../../../../list/form/validateField.ts";
import type { AnyRow } from "../../../../list/listDefinition.ts";
import { companyChoices } from "../../../../list/pickers/companyChoices.ts";
import { toFlightReportPath } from "../flightReportAddress.ts";
import { toPlaybackPath } from "../playbackAddress.ts";
import { DroneField } from "./DroneField.tsx";
import { RecordingField } from "./RecordingField.tsx";
import type { RecordingUpload } from "./recordingUpload.ts";

const { companyId, droneSn, kind, name } = flightFileCalls.flightImport.query.shape;
const schemas: Readonly<Record<string, z.ZodMiniType>> = { companyId, droneSn, kind, name };
const valuesSchema = z.object({
  companyId: z.string(),
  droneSn: z.string(),
  kind: taskKind.schema,
  name: z.string(),
  file: z.instanceof(File),
});

const maxMb = recordingMaxBytes / 1024 / 1024;

/** Why a file cannot be imported; null if it can be tried. The server reads it. */
export function validateRecording(file: unknown): string | null {
  if (!(file instanceof File)) return "请选择文件";
  const isKnown = recordingExtensions.some((extension) => file.name.toLowerCase().endsWith(extension));
  if (!isKnown) return "请选择 GPX、KML、Airdata CSV 或 tlog 文件";
  if (file.size === 0) return "文件是空的，请选择其他文件";
  return file.size > recordingMaxBytes ? `文件不能超过 ${maxMb} MB，请拆分后再导入` : null;
}

/** What came of an import: how much is in the history, what is not and why, and where to see it. */
export function toImportResult({
  taskId,
  taskNo,
  flights,
  samples,
  leftOut,
}: ImportedRecording): OneTimeResult {
  const leftOutText = leftOut
    .map(({ reason, count }) => `${importLeftOut.label(reason)} ${count} 个`)
    .join("，");
  const refs = flights.map(({ id }) => ({ taskId, flightId: id }));
  const [first] = refs;
  return {
    title: "已导入历史任务",
    lines: [
      { label: "任务编号", value: taskNo },
      { label: "导入内容", value: `${flights.length} 次飞行，${samples} 个航迹点`, copyable: false },
    ],
    note: leftOutText === "" ? "全部内容都已导入。" : `未导入：${leftOutText}。`,
    links: first
      ? [
          { label: "回放", to: toPlaybackPath(refs.slice(0, 16)) },
          { label: "飞行报告", to: toFlightReportPath(first) },
        ]
      : [],
    isSuccess: true,
    repeatable: true,
  };
}

const fields: readonly FormField[] = [
  { kind: "custom", name: "file", label: "飞行记录", control: RecordingField, wide: true },
  { kind: "choice", name: "companyId", label: "所属企业", source: companyChoices },
  { kind: "custom", name: "droneSn", label: "无人机序列号", control: DroneField },
  { kind: "select", name: "kind", label: "任务类型", dictionary: taskKind },
  { kind: "text", name: "name", label: "任务名称", placeholder: "不填时为文件名" },
];

/** The form of 导入飞行记录: puts a recording into the history of a company. */
export const createImportForm = (upload: RecordingUpload): FormConfig<AnyRow> => ({
  name: "flight-import",
  title: () => "导入飞行记录",
  sections: [{ fields }],
  container: "dialog",
  submitLabel: "导入",
  savesDrafts: false,
  getValues: () => ({ file: null, companyId: "", droneSn: "", kind: "other", name: "" }),
  validate: (field, value) => {
    if (field.name === "file") return validateRecording(value);
    if (field.name === "name" && value === "") return null;
    return validateField(schemas[field.name] ?? null, field, value);
  },
  isRequired: ({ name: fieldName }) => fieldName !== "name",
  parseCurrent: () => null,
  save: async (client, { values, requestId }, signal) => {
    const { file, name: taskName, ...facts } = valuesSchema.parse(values);
    const query = {
      ...facts,
      ...(taskName.trim() === "" ? {} : { name: taskName.trim() }),
      fileName: file.name,
      requestId,
    };
    const imported = await upload.run(signal, (options) =>
      client.call(flightFileCalls.flightImport, { query, file }, options),
    );
    return { id: imported.taskId, oneTimeSecret: toImportResult(imported) };
  },
});
