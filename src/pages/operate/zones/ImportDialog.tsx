import { Alert, FileInput, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useRef, useState } from "react";
import * as z from "zod/mini";
import * as word from "../../../../adapters/contract/words.ts";
import { zoneDatum, zoneKind } from "../../../../adapters/contract/zone.ts";
import { zoneCrs, zoneEditCalls } from "../../../../adapters/contract/zoneEdit.ts";
import { FormHost } from "../../../list/form/FormHost.tsx";
import type { CustomFieldProps, FormConfig, FormValues } from "../../../list/form/formConfig.ts";
import { useFormOnMount } from "../../../list/form/useFormOnMount.ts";
import { validateField } from "../../../list/form/validateField.ts";
import { getSchemaAtPath } from "../../../list/getSchemaAtPath.ts";
import type { AnyRow, PageDialogProps } from "../../../list/listDefinition.ts";
import { useQuery } from "../../../list/useQuery.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { readZoneFile } from "./readZoneFile.ts";
import { describeShape } from "./shapeText.ts";

const bodySchema = zoneEditCalls.zoneImportCheck.body;
type ImportBody = z.input<typeof bodySchema>;

const { text, base64 } = bodySchema.shape;
const fileSchema = z.object({ fileName: z.string(), text, base64 });

/** A file as its name and content. */
function ZoneFileField({ id, label, value, error, disabled, onChange, onBlur }: CustomFieldProps) {
  const parsed = fileSchema.safeParse(value);
  const [fault, setFault] = useState<string | null>(null);
  const chosen = useRef<File | null>(null);
  const choose = async (file: File | null) => {
    chosen.current = file;
    setFault(null);
    // Nor is the one before sent meanwhile.
    onChange("");
    if (!file) return;
    const content = await readZoneFile(file);
    // Another one may have been chosen since.
    if (chosen.current !== file) return;
    if ("fault" in content) setFault(content.fault);
    else onChange(content);
  };
  return (
    <FileInput
      id={id}
      label={label}
      description="GeoJSON、KML 或 KMZ，不超过 900 KB（KMZ、GBK 不超过 730 KB）；折线成为走廊，带 radius 属性的点成为圆"
      placeholder={parsed.success ? parsed.data.fileName : "选择文件"}
      accept=".geojson,.json,.kml,.kmz"
      withAsterisk
      clearable
      error={fault ?? error}
      disabled={disabled}
      onBlur={onBlur}
      onChange={(file) => void choose(file)}
    />
  );
}

/** The body of both calls; null while something is missing. */
function toBody({ file, ...values }: FormValues): ImportBody | null {
  const parsed = fileSchema.safeParse(file);
  const body = bodySchema.safeParse({
    ...(parsed.success ? parsed.data : {}),
    ...values,
    floor: Number(values["floor"]),
    ceiling: Number(values["ceiling"]),
    width: Number(values["width"]),
  });
  return body.success ? body.data : null;
}

/** What the file would create, and what it leaves out and why. */
function ImportReport({ values }: { readonly values: FormValues }) {
  const { client } = usePageApi();
  const [settled] = useDebouncedValue(values, 400);
  const body = toBody(settled);
  const { result } = useQuery(body && JSON.stringify(body), async (signal) => {
    if (!body) throw new Error("nothing to check");
    return client.call(zoneEditCalls.zoneImportCheck, { body }, { signal });
  });
  if (!body) return null;
  if (result.state === "pending") return <Text size="sm">正在检查文件…</Text>;
  if (result.state === "error") return null;
  const { zones, skipped, notes = [] } = result.data;
  return (
    <Stack gap="xs" role="status" aria-label="检查结果">
      <Alert color={zones.length > 0 ? "green" : "orange"} title={`将导入 ${zones.length} 个管制区`}>
        <Lines texts={zones.map(({ name, shape }) => `${name}（${describeShape(shape)}）`)} />
      </Alert>
      {notes.length > 0 && (
        <Alert color="blue" title="坐标说明">
          <Lines texts={notes} />
        </Alert>
      )}
      {skipped.length > 0 && (
        <Alert color="orange" title={`不导入 ${skipped.length} 个`}>
          <Lines texts={skipped.map(({ name, reason }) => `${name}：${reason}`)} />
        </Alert>
      )}
    </Stack>
  );
}

const maxLines = 20;

/** The first texts, one a line. */
function Lines({ texts }: { readonly texts: readonly string[] }) {
  const rest = texts.length > maxLines ? [`等 ${texts.length} 个`] : [];
  return (
    <Text size="sm" style={{ whiteSpace: "pre-line" }}>
      {[...texts.slice(0, maxLines), ...rest].join("\n")}
    </Text>
  );
}

const importForm: FormConfig<AnyRow> = {
  name: "zone-import",
  title: () => "导入管制区",
  sections: [
    {
      fields: [
        { kind: "custom", name: "file", label: word.file, control: ZoneFileField, wide: true },
        { kind: "select", name: "kind", label: word.type, dictionary: zoneKind },
        { kind: "select", name: "datum", label: word.datum, dictionary: zoneDatum },
        { kind: "number", name: "floor", label: "下限高度（m）" },
        { kind: "number", name: "ceiling", label: "上限高度（m）" },
        { kind: "number", name: "width", label: "走廊宽度（m）", hint: "折线没有 width 属性时使用" },
        {
          kind: "select",
          name: "crs",
          label: "坐标系",
          dictionary: zoneCrs,
          hint: "文件没有写明坐标系时使用",
        },
      ],
    },
  ],
  container: "drawer",
  submitLabel: word.importRows,
  savesDrafts: false,
  getValues: () => ({
    file: "",
    kind: "noFly",
    datum: "agl",
    floor: 0,
    ceiling: 120,
    width: 200,
    crs: "wgs84",
  }),
  validate: (field, value) =>
    validateField(
      field.name === "file" ? fileSchema : getSchemaAtPath(bodySchema, field.name),
      field,
      value,
      true,
    ),
  isRequired: () => true,
  parseCurrent: () => null,
  summary: ImportReport,
  save: async (client, { values, requestId }, signal) => {
    const body = bodySchema.parse(toBody(values));
    await client.call(zoneEditCalls.zoneImport, { body: { ...body, requestId } }, { signal });
    return { id: "" };
  },
};

/** Imports zones from a file, after a look at what it holds. */
export function ImportDialog({ onClose, onDone, onOutdated }: PageDialogProps) {
  const form = useFormOnMount(importForm, { onSaved: () => onDone(), onClosed: onClose, onOutdated });
  return <FormHost form={form} />;
}
