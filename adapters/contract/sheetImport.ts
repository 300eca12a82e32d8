import * as z from "zod/mini";
import { callRights } from "./callRights.ts";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import * as word from "./words.ts";

/** What can be imported from a sheet. */
export const importKind = defineEnum("sheet_import_kind", {
  company: "企业",
  user: "用户",
  box: "云盒",
  drone: word.drone,
  hangar: word.hangar,
});
export type ImportKind = z.infer<typeof importKind.schema>;

/** Whether one faulty row keeps all others out. */
export const importMode = defineEnum("sheet_import_mode", {
  all: "全部正确才导入",
  valid: "只导入正确的行",
});

/** How far an import or a check of its file is. */
export const sheetImportStatus = defineEnum("sheet_import_status", {
  waiting: ["等待中", "gray"],
  /** Its rows are tried; nothing stays. */
  checking: ["检查中", "blue"],
  running: ["导入中", "blue"],
  done: ["已完成", "green"],
  failed: ["没有导入", "red"],
  /** The server stopped, or another file was checked instead. */
  interrupted: ["已中断", "orange"],
  /** It was over, and is taken back. */
  undoing: ["撤销中", "orange"],
});

/** Largest file in bytes. */
export const importMaxBytes = 5 * 1024 * 1024;
/** Most rows of one import, the header apart. */
export const importMaxRows = 10_000;
/** Imports that are listed of those that are over. */
export const maxListedImports = 20;
/** How long what was imported can be taken back, and its passwords are kept. */
export const importUndoMs = 24 * 3_600_000;

const roles = callRights.importRun.access;
const byKind = z.object({ kind: importKind.schema });
const byId = z.object({ id: f.id });
const actOn = z.strictObject({ id: f.id, requestId: f.requestId });

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

const reportRow = z.extend(importRow, {
  /** What became of the row. */
  outcome: z.enum(["left", "created", "undone"]),
  /** Why its record could not be taken back; empty otherwise. */
  kept: z.string(),
});
export type ReportRow = z.infer<typeof reportRow>;

/** An import, or a check of its file, as its user sees it. */
export const sheetImport = z.object({
  id: f.id,
  kind: importKind.schema,
  /** Null for a check. */
  mode: z.nullable(importMode.schema),
  fileName: z.string(),
  status: sheetImportStatus.schema,
  total: z.int(),
  /** Rows that its present stage is through with; while it is taken back, created ones. */
  done: z.int(),
  /** Rows that were created, or would be. */
  created: z.int(),
  /** Rows with faults so far. */
  faulty: z.int(),
  /** Created rows that were taken back. */
  undone: z.int(),
  /** Why it failed or was interrupted, and what to do; empty otherwise. */
  failReason: z.string(),
  /** Whether the initial passwords of its accounts can still be had. */
  hasPasswords: z.boolean(),
  /** Whether records of it can be taken back. */
  canUndo: z.boolean(),
  staffId: f.id,
  staffName: z.string(),
  createdAt: f.instant,
  /** Null until it is over. */
  endedAt: z.nullable(f.instant),
});
export type SheetImport = z.infer<typeof sheetImport>;

export const sheetImportFieldLabels = {
  importKind: "导入内容",
  leftOut: "未导入的行",
  count: "行数",
} as const;

export const importCalls = defineCalls({
  importTemplate: {
    host: "api",
    method: "GET",
    path: "/x/import/template/:kind",
    summary: "下载导入模板",
    access: roles,
    comesWith: ["/x/import/run/:kind"],
    kind: "blob",
    params: byKind,
  },
  importCheck: {
    host: "api",
    method: "POST",
    path: "/x/import/check/:kind",
    summary: "检查导入文件",
    access: roles,
    comesWith: ["/x/import/run/:kind"],
    kind: "multipart",
    maxBytes: importMaxBytes,
    params: byKind,
    data: z.object({ id: f.id }),
  },
  importRun: {
    ...callRights.importRun,
    host: "api",
    method: "POST",
    summary: "从表格导入",
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
    data: z.object({ id: f.id }),
  },
  importList: {
    host: "api",
    method: "GET",
    path: "/x/import/list/:kind",
    summary: "最近的表格导入",
    access: roles,
    comesWith: ["/x/import/run/:kind"],
    params: byKind,
    /** Those that are not over, then the latest; each the newest first. Without checks. */
    data: z.object({ list: z.array(sheetImport).check(z.maxLength(maxListedImports)) }),
  },
  importOne: {
    host: "api",
    method: "GET",
    path: "/x/import/one/:id",
    summary: "表格导入进度",
    access: roles,
    comesWith: ["/x/import/run/:kind"],
    params: byId,
    data: sheetImport,
  },
  importReport: {
    host: "api",
    method: "GET",
    path: "/x/import/report/:id",
    summary: "表格导入结果",
    access: roles,
    comesWith: ["/x/import/run/:kind"],
    params: byId,
    /** By row; of a check and of an import that failed, only those with faults. */
    data: z.object({ rows: z.array(reportRow).check(z.maxLength(importMaxRows)) }),
  },
  importPasswords: {
    host: "api",
    method: "POST",
    path: "/x/import/passwords",
    summary: "领取导入账号的初始密码",
    access: roles,
    comesWith: ["/x/import/run/:kind"],
    audit: "sheetImport",
    body: actOn,
    data: z.object({
      /** By row, shown once; null for a repeated request. */
      secret: z.nullable(
        z
          .array(z.object({ row: z.int(), account: z.string(), password: z.string() }))
          .check(z.maxLength(importMaxRows)),
      ),
    }),
  },
  importUndo: {
    host: "api",
    method: "POST",
    path: "/x/import/undo",
    summary: "撤销表格导入",
    access: roles,
    comesWith: ["/x/import/run/:kind"],
    audit: "sheetImport",
    body: actOn,
    /** Records that something hangs on stay; the report says why. */
    data: z.object({ id: f.id }),
  },
});
