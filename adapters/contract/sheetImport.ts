import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import type { Role } from "./roles.ts";

/** What can be imported from a sheet. */
export const importKind = defineEnum("sheet_import_kind", {
  company: "企业",
  user: "用户",
  box: "云盒",
  drone: "无人机",
  hangar: "机场",
});
export type ImportKind = z.infer<typeof importKind.schema>;

/** Whether one faulty row keeps all others out. */
export const importMode = defineEnum("sheet_import_mode", {
  all: "全部正确才导入",
  valid: "只导入正确的行",
});

/** Who may import what: whoever may create it one by one. */
export const importRoles: Readonly<Record<ImportKind, readonly Role[]>> = {
  company: ["admin", "operator"],
  user: ["admin", "operator"],
  box: ["admin", "maintainer"],
  drone: ["admin", "maintainer"],
  hangar: ["admin", "maintainer"],
};

/** Largest file in bytes. */
export const importMaxBytes = 2 * 1024 * 1024;
/** Most rows of one import, the header apart. */
export const importMaxRows = 200;

const roles = ["admin", "operator", "maintainer"] as const;
const byKind = z.object({ kind: importKind.schema });

const importRow = z.object({
  /** As in the sheet: the header is row 1. */
  row: z.int(),
  /** What it would create; empty if its name is missing. */
  title: z.string(),
  faults: z.array(
    z.object({
      /** The column; empty for the row as a whole. */
      column: z.string(),
      message: z.string(),
    }),
  ),
});
export type ImportRow = z.infer<typeof importRow>;

export const importCalls = defineCalls({
  importTemplate: {
    host: "api",
    method: "GET",
    path: "/x/import/template/:kind",
    summary: "下载导入模板",
    access: roles,
    kind: "blob",
    params: byKind,
  },
  importCheck: {
    host: "api",
    method: "POST",
    path: "/x/import/check/:kind",
    summary: "检查导入文件",
    access: roles,
    kind: "multipart",
    maxBytes: importMaxBytes,
    params: byKind,
    data: z.object({ rows: z.array(importRow) }),
  },
  importRun: {
    host: "api",
    method: "POST",
    path: "/x/import/run/:kind",
    summary: "从表格导入",
    access: roles,
    audit: "sheetImport",
    kind: "multipart",
    maxBytes: importMaxBytes,
    params: byKind,
    query: z.object({
      mode: importMode.schema,
      /** For the record. */
      fileName: f.text(1, 200),
      requestId: f.requestId,
    }),
    data: z.object({
      /** Rows that were created. */
      count: z.int(),
      /** The rows of the file; those with faults were left out. */
      rows: z.array(importRow),
      /** Initial passwords of new accounts by row, shown once; null for a repeated request. */
      secret: z.nullable(z.array(z.object({ row: z.int(), account: z.string(), password: z.string() }))),
    }),
  },
});
export type ImportResult = z.infer<typeof importCalls.importRun.data>;
