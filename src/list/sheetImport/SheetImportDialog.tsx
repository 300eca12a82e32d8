import { Alert, Anchor, Button, FileInput, Group, Loader, Stack, Table, Text } from "@mantine/core";
import { IconDownload, IconFileSpreadsheet } from "@tabler/icons-react";
import { useEffect, useEffectEvent } from "react";
import * as z from "zod/mini";
import {
  type ImportKind,
  type ImportResult,
  type ImportRow,
  importCalls,
  importKind,
  importMaxBytes,
  importMaxRows,
  importMode,
} from "../../../adapters/contract/sheetImport.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { usePageScope } from "../../pageApi/usePageScope.ts";
import { saveFile } from "../../ui/saveFile.ts";
import { FormHost } from "../form/FormHost.tsx";
import type { CustomFieldProps, FormConfig, FormValues, OneTimeResult } from "../form/formConfig.ts";
import { toInputProps } from "../form/toInputProps.ts";
import { useForm } from "../form/useForm.ts";
import type { AnyRow, PageDialogProps } from "../listDefinition.ts";
import { toCallError } from "../toCallError.ts";
import { useQuery } from "../useQuery.ts";
import classes from "./SheetImportDialog.module.css";

const maxMb = importMaxBytes / 1024 / 1024;

/** The filled-in template, with a link to an empty one. */
function SheetField({ kind, ...field }: CustomFieldProps & { readonly kind: ImportKind }) {
  const { client } = usePageApi();
  const { value, autoFocus, onChange } = field;
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
        ，按列填写后选择文件。带 * 的列必填，一次最多 {importMaxRows} 行、{maxMb} MB。
      </Text>
      <FileInput
        {...toInputProps(field)}
        data-autofocus={autoFocus || undefined}
        value={value instanceof File ? value : null}
        accept=".xlsx,.csv"
        placeholder="选择 .xlsx 或 .csv 文件"
        leftSection={<IconFileSpreadsheet size={16} />}
        clearable
        clearButtonProps={{ "aria-label": "移除文件" }}
        onChange={onChange}
      />
    </Stack>
  );
}

const toFaultLines = (rows: readonly ImportRow[]) =>
  rows.flatMap(({ row, title, faults }) =>
    faults.map(({ column, message }) => [String(row), title, column, message] as const),
  );

const faultHeader = ["行", "名称", "列", "问题"] as const;

/** What is wrong, a line for each fault, all of them: the drawer scrolls. The roles are named, as the style sheet turns rows into cards on a phone. */
function FaultTable({ lines }: { readonly lines: ReturnType<typeof toFaultLines> }) {
  return (
    <div className={classes["report"]}>
      <Table
        role="table"
        withTableBorder
        aria-label="需要修改的行"
        fz="sm"
        className={classes["faults"] ?? ""}
      >
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {faultHeader.map((title) => (
              <Table.Th key={title} role="columnheader">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {lines.map((cells) => (
            <Table.Tr key={cells.join(" ")} role="row">
              {cells.map((cell, index) => (
                <Table.Td key={faultHeader[index]} role="cell" data-title={faultHeader[index]}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** What the import would do with the file: how many rows it takes, and what is wrong with the others. */
function CheckReport({ kind, values }: { readonly kind: ImportKind; readonly values: FormValues }) {
  const { client } = usePageApi();
  const file = values["file"] instanceof File ? values["file"] : null;
  const key = file && `${file.name} ${file.size} ${file.lastModified}`;
  const { result, refetch } = useQuery(key, (signal) => {
    if (!file) throw new Error("no file to check");
    return client.call(importCalls.importCheck, { params: { kind }, file }, { signal });
  });
  if (key === null) return null;
  if (result.state === "pending")
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text size="sm">正在检查文件…</Text>
      </Group>
    );
  if (result.state === "error")
    return (
      <Alert color="red" p="xs" role="status" aria-label="检查结果">
        <Group gap="xs">
          <Text size="sm">{result.message || "文件没有检查完，请重试"}</Text>
          {!result.isRefused && (
            <Button size="compact-sm" variant="default" onClick={refetch}>
              重试
            </Button>
          )}
        </Group>
      </Alert>
    );
  const { rows } = result.data;
  const lines = toFaultLines(rows);
  const faulty = rows.filter(({ faults }) => faults.length > 0).length;
  const noun = importKind.label(kind);
  return (
    <Stack gap="xs" role="status" aria-label="检查结果">
      <Alert
        color={faulty === 0 ? "green" : "orange"}
        p="xs"
      >{`共 ${rows.length} 行，可导入 ${rows.length - faulty} 行${noun}${faulty > 0 ? `，${faulty} 行需要修改，共 ${lines.length} 处问题` : ""}`}</Alert>
      {lines.length > 0 && (
        <>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={14} />}
            style={{ alignSelf: "flex-start" }}
            onClick={() => saveFile(toCsv([faultHeader, ...lines]), `${noun}导入检查结果.csv`)}
          >
            下载检查结果
          </Button>
          <FaultTable lines={lines} />
        </>
      )}
    </Stack>
  );
}

/** What came of the import; the passwords of new accounts are in it, and nowhere else. */
function toResult(kind: ImportKind, { count, rows, secret }: ImportResult): OneTimeResult {
  const noun = importKind.label(kind);
  const leftOut = rows.filter(({ faults }) => faults.length > 0).length;
  const passwords = new Map((secret ?? []).map(({ row, password }) => [row, password]));
  const lines = rows.map(({ row, title, faults }) => [
    String(row),
    title,
    faults.length > 0 ? "未导入" : "已导入",
    faults.map(({ column, message }) => `${column}${column && "："}${message}`).join("；"),
    passwords.get(row) ?? "",
  ]);
  const hasPasswords = passwords.size > 0;
  return {
    title: `已导入 ${count} 行${noun}`,
    note: [
      leftOut > 0 ? `${leftOut} 行有问题，没有导入。` : "全部行都已导入。",
      hasPasswords ? "初始密码只在这里给出一次，请下载结果表并交给使用人，关闭后无法再次查看。" : "",
    ].join(""),
    lines: [],
    download: {
      label: hasPasswords ? "下载结果表（含初始密码）" : "下载结果表",
      run: () =>
        saveFile(
          toCsv([["行", "名称", "结果", "问题", ...(hasPasswords ? ["初始密码"] : [])], ...lines]),
          `${noun}导入结果.csv`,
        ),
    },
    isSuccess: true,
    ...(hasPasswords ? {} : { repeatable: true as const }),
  };
}

const fileSchema = z.instanceof(File, { error: "请选择文件" });

function validateFile(value: unknown): string | null {
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) return "请选择文件";
  if (!/\.(xlsx|csv)$/i.test(parsed.data.name)) return "请选择 .xlsx 或 .csv 文件";
  return parsed.data.size > importMaxBytes ? `文件不能超过 ${maxMb} MB，请拆分后再导入` : null;
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
  submitLabel: "导入",
  savesDrafts: false,
  getValues: () => ({ file: null, mode: "all" }),
  validate: (field, value) => (field.name === "file" ? validateFile(value) : null),
  isRequired: () => true,
  parseCurrent: () => null,
  summary: ({ values }) => <CheckReport kind={kind} values={values} />,
  save: async (client, { values, requestId }, signal) => {
    const file = fileSchema.parse(values["file"]);
    const query = { mode: importMode.schema.parse(values["mode"]), fileName: file.name, requestId };
    const result = await client.call(importCalls.importRun, { params: { kind }, query, file }, { signal });
    return { id: "", oneTimeSecret: toResult(kind, result) };
  },
});

/** Imports records from a sheet: template, trial run with a report by row, import, result to download. */
function SheetImportDialog({ kind, onClose, onOutdated }: PageDialogProps & { readonly kind: ImportKind }) {
  // As long as the form's actor, which holds it.
  const config = usePageScope().value(`importForm.${kind}`, () => createImportForm(kind));
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
  return <FormHost form={form} />;
}

export const CompanyImport = (props: PageDialogProps) => <SheetImportDialog {...props} kind="company" />;
export const UserImport = (props: PageDialogProps) => <SheetImportDialog {...props} kind="user" />;
export const BoxImport = (props: PageDialogProps) => <SheetImportDialog {...props} kind="box" />;
export const DroneImport = (props: PageDialogProps) => <SheetImportDialog {...props} kind="drone" />;
export const HangarImport = (props: PageDialogProps) => <SheetImportDialog {...props} kind="hangar" />;

/** One cell: never the start of a formula, in quotes where its text needs them. */
function toCell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as a CSV file; the mark at its start tells spreadsheets that it is UTF-8. */
const toCsv = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([`\ufeff${rows.map((cells) => cells.map(toCell).join(",")).join("\r\n")}\r\n`], {
    type: "text/csv;charset=utf-8",
  });
