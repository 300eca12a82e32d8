import { Autocomplete, Button, FileInput, Group, Loader, Progress, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconFileUpload } from "@tabler/icons-react";
import { createContext, use, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import { type DeviceRow, deviceCalls, mayHaveMoreDevices } from "../../../../adapters/contract/device.ts";
import {
  fileZone,
  flightFileCalls,
  recordingExtensions,
  recordingMaxBytes,
} from "../../../../adapters/contract/flightFile.ts";
import { lookUp } from "../../../../adapters/contract/lookUp.ts";
import { taskKind } from "../../../../adapters/contract/task.ts";
import * as word from "../../../../adapters/contract/words.ts";
import type { CustomFieldProps, FormConfig, FormField } from "../../../list/form/formConfig.ts";
import { toInputProps } from "../../../list/form/toInputProps.ts";
import { validateField } from "../../../list/form/validateField.ts";
import type { AnyRow } from "../../../list/listDefinition.ts";
import { companyChoices } from "../../../list/pickers/companyChoices.ts";
import { useNameMatcher } from "../../../list/pickers/nameSearch.ts";
import { useQuery } from "../../../list/useQuery.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { formatBytes } from "../../../ui/format/formatBytes.ts";
import { RecordingImports } from "./RecordingImports.tsx";
import { createRecordingUpload, type RecordingUpload } from "./recordingUpload.ts";

/** The upload of the dialog that a control is in. */
export const RecordingUploadContext = createContext<RecordingUpload | null>(null);

const noUpload = createRecordingUpload();

/** How far the upload is, with the way to cancel it; then that the server takes the file. */
function UploadState({ file }: { readonly file: File }) {
  const upload = use(RecordingUploadContext) ?? noUpload;
  const share = useSyncExternalStore(upload.subscribe, upload.getShare) ?? 0;
  const percent = Math.floor(share * 100);
  if (share === 1)
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text size="xs" c="dimmed">{`${formatBytes(file.size)}，已上传，正在登记，请不要关闭页面`}</Text>
      </Group>
    );
  return (
    <Group gap="xs">
      <Text size="xs" c="dimmed">{`${formatBytes(file.size)}，已上传 ${percent} %，请不要关闭页面`}</Text>
      <Button size="compact-xs" variant="default" onClick={upload.cancel}>
        取消上传
      </Button>
      <Progress value={percent} w="100%" aria-label="上传进度" />
    </Group>
  );
}

const toTaskName = ({ name }: File) => name.replace(/\.[^.]*$/, "").slice(0, 60);

/** The recording to import. It names the task where that has no name yet. */
function RecordingField(field: CustomFieldProps) {
  const { value, values, disabled, autoFocus, onChange, onFill } = field;
  const file = value instanceof File ? value : null;
  return (
    <Stack gap={6}>
      <FileInput
        {...toInputProps(field)}
        data-autofocus={autoFocus || undefined}
        value={file}
        accept={recordingExtensions.join(",")}
        placeholder="选择 GPX、KML、KMZ、Airdata CSV 或 tlog 文件"
        leftSection={<IconFileUpload size={16} />}
        clearable
        clearButtonProps={{ "aria-label": word.takeOutFile }}
        onChange={(chosen) => {
          onChange(chosen);
          // A name that was typed stays; that of the file before does not.
          const before = file ? toTaskName(file) : "";
          if (values["name"] === "" || values["name"] === before)
            onFill({ name: chosen ? toTaskName(chosen) : "" });
        }}
      />
      {file && !disabled && (
        <Text size="xs" c="dimmed">
          {formatBytes(file.size)}
        </Text>
      )}
      {file && disabled && <UploadState file={file} />}
    </Stack>
  );
}

/** The drones of a company, and of more than one answer has those that the server finds by the typed text. */
function useDrones(companyId: string, text: string): readonly DeviceRow[] {
  const { client } = usePageApi();
  const fetchDrones = (signal: AbortSignal, keyword?: string) => {
    const query = { kind: "drone" as const, companyId, ...(keyword ? { keyword } : {}) };
    return client.call(deviceCalls.deviceList, { query }, { signal });
  };
  const [typed] = useDebouncedValue(text.trim(), 250);
  const first = useQuery(companyId === "" ? null : companyId, (signal) => fetchDrones(signal)).result;
  const drones = first.state === "success" ? first.data : [];
  const isSearched = typed !== "" && mayHaveMoreDevices(drones);
  const found = useQuery(isSearched ? `${companyId} ${typed}` : null, (signal) =>
    fetchDrones(signal, typed),
  ).result;
  return found.state === "success" ? [...drones, ...found.data] : drones;
}

/** A serial number: one of the company's drones, or typed. */
function DroneField(field: CustomFieldProps) {
  const { value, values, onChange } = field;
  const text = typeof value === "string" ? value : "";
  const drones = useDrones(typeof values["companyId"] === "string" ? values["companyId"] : "", text);
  const names = new Map(drones.map(({ sn, name }) => [sn, name]));
  const { matches, load } = useNameMatcher();
  return (
    <Autocomplete
      {...toInputProps(field)}
      value={text}
      data={[...names.keys()]}
      limit={20}
      filter={({ options, search, limit }) =>
        options
          .filter(
            (option) => "group" in option || matches(search, `${option.value} ${names.get(option.value)}`),
          )
          .slice(0, limit)
      }
      onFocus={load}
      placeholder="选择该企业的无人机（可输入名称、拼音），或填写序列号"
      renderOption={({ option }) => (
        <div>
          <Text size="sm">{option.value}</Text>
          <Text size="xs" c="dimmed">
            {names.get(option.value)}
          </Text>
        </div>
      )}
      onChange={onChange}
    />
  );
}

const { companyId, droneSn, kind, name, zone } = flightFileCalls.flightImport.query.shape;
const schemas: Readonly<Record<string, z.ZodMiniType>> = { companyId, droneSn, kind, name, zone };
const valuesSchema = z.object({
  companyId: z.string(),
  droneSn: z.string(),
  kind: taskKind.schema,
  name: z.string(),
  zone: z.string(),
  isRepeatAllowed: z.boolean(),
  file: z.instanceof(File),
});

const maxMb = recordingMaxBytes / 1024 / 1024;

/** Why a file cannot be imported; null if it can be tried. The server reads it. */
function validateRecording(file: unknown): string | null {
  if (!(file instanceof File)) return word.chooseFile;
  const isKnown = recordingExtensions.some((extension) => file.name.toLowerCase().endsWith(extension));
  if (!isKnown) return "请选择 GPX、KML、KMZ、Airdata CSV 或 tlog 文件";
  if (file.size === 0) return word.emptyFile;
  return file.size > recordingMaxBytes ? `文件不能超过 ${maxMb} MB，请拆分后再导入` : null;
}

const fields: readonly FormField[] = [
  { kind: "custom", name: "file", label: "飞行记录", control: RecordingField, wide: true },
  { kind: "choice", name: "companyId", label: word.owner, source: companyChoices },
  { kind: "custom", name: "droneSn", label: word.droneSn, control: DroneField },
  { kind: "select", name: "kind", label: word.taskType, dictionary: taskKind },
  { kind: "text", name: "name", label: word.taskName, placeholder: "不填时为文件名" },
  {
    kind: "select",
    name: "zone",
    label: "文件时区",
    dictionary: fileZone,
    hint: "只用于时间没有写明时区的 KML、CSV；GPX 按 UTC 读取",
  },
  { kind: "check", name: "isRepeatAllowed", label: "仍然导入（历史中已有同一次飞行时）", wide: true },
];

/** The form of 导入飞行记录: uploads a recording for the history of a company. */
export const createImportForm = (upload: RecordingUpload): FormConfig<AnyRow> => ({
  name: "flight-import",
  title: () => word.importFlights,
  sections: [{ fields }],
  container: "dialog",
  submitLabel: word.importRows,
  savesDrafts: false,
  getValues: () => ({
    file: null,
    companyId: "",
    droneSn: "",
    kind: "other",
    name: "",
    zone: "",
    isRepeatAllowed: false,
  }),
  validate: (field, value) => {
    if (field.name === "file") return validateRecording(value);
    if (field.name === "name" && value === "") return null;
    return validateField(lookUp(schemas, field.name) ?? null, field, value);
  },
  isRequired: ({ name: fieldName }) => !["name", "zone", "isRepeatAllowed"].includes(fieldName),
  parseCurrent: () => null,
  save: async (client, { values, requestId }, signal) => {
    const {
      file,
      name: taskName,
      zone: fileZoneName,
      isRepeatAllowed,
      ...facts
    } = valuesSchema.parse(values);
    const chosenZone = fileZone.schema.safeParse(fileZoneName).data;
    const query = {
      ...facts,
      ...(taskName.trim() === "" ? {} : { name: taskName.trim() }),
      ...(chosenZone ? { zone: chosenZone } : {}),
      ...(isRepeatAllowed ? { repeat: "allowed" as const } : {}),
      fileName: file.name,
      preview: "wanted" as const,
      requestId,
    };
    return upload.run(signal, (options) =>
      client.call(flightFileCalls.flightImport, { query, file }, options),
    );
  },
  showsResult: true,
  summary: RecordingImports,
});
