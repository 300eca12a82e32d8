import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import { exportKinds } from "./exportKinds.ts";
import * as f from "./fields.ts";
import { pageRequest, pageResponse } from "./page.ts";

/** What was exported, keyed by call name. */
export const exportKind = defineEnum("export_kind", exportKinds);

export const exportStatus = defineEnum("export_status", {
  running: ["导出中", "blue"],
  done: ["已完成", "green"],
  failed: ["失败", "red"],
  cancelled: ["已取消", "gray"],
  /** The server stopped while the export was running. */
  cut: ["已中断", "orange"],
  /** Finished, and the file has been deleted. */
  expired: ["文件已清理", "gray"],
});

/** Id that the console gives an export: sent in `X-Export-Id`, returned in progress frames. */
export const exportIdSchema = z.string().check(z.regex(/^[\w-]{1,64}$/, "导出标识不正确"));

const exportJob = z.object({
  id: f.id,
  version: f.version,
  /** Its `X-Export-Id`. */
  exportId: z.string(),
  kind: exportKind.schema,
  /** The applied filters and sort order as text. */
  conditions: z.string(),
  /** The company among the conditions, whose name the text has; null without one. */
  companyId: z.nullable(f.id),
  status: exportStatus.schema,
  expectedRows: z.int(),
  writtenRows: z.int(),
  /** Size of the finished file; 0 before. */
  bytes: z.int(),
  fileName: z.string(),
  /** Why it failed or was interrupted; empty otherwise. */
  failReason: z.string(),
  /** Reason given for unmasked phone numbers; empty if they are masked. */
  revealReason: z.string(),
  staffId: f.id,
  staffName: z.string(),
  createdAt: f.instant,
  endedAt: z.nullable(f.instant),
  /** The file can be downloaded until then; null without a file. */
  keptUntil: z.nullable(f.instant),
  /** Whether it was started by the caller. */
  own: z.boolean(),
});
export type ExportJob = z.infer<typeof exportJob>;

/** Roles that may export anything at all. */
const exportRoles = ["admin", "operator", "finance", "maintainer", "duty"] as const;
const byId = z.object({ id: f.id });

/** The export centre: the caller's own exports; all exports for admins. */
export const exportJobCalls = defineCalls({
  exportList: {
    host: "api",
    method: "POST",
    path: "/x/export/list",
    summary: "导出记录列表",
    access: exportRoles,
    shows: ["export"],
    body: pageRequest(["createdAt", "endedAt", "expectedRows", "bytes"], {
      kind: z.optional(exportKind.schema),
      status: z.optional(exportStatus.schema),
    }),
    data: pageResponse(exportJob),
  },
  exportOne: {
    host: "api",
    method: "GET",
    path: "/x/one/export/:id",
    summary: "导出记录详情",
    access: exportRoles,
    params: byId,
    data: exportJob,
  },
  exportCancel: {
    host: "api",
    method: "POST",
    path: "/x/export/cancel",
    summary: "取消导出",
    access: exportRoles,
    audit: "export",
    body: z.strictObject({ exportId: exportIdSchema, requestId: f.requestId }),
    /** Null if it was cancelled before it started. */
    data: z.object({ id: z.nullable(f.id) }),
  },
  exportRetry: {
    host: "api",
    method: "POST",
    path: "/x/export/retry",
    summary: "重新导出",
    access: exportRoles,
    isRateLimited: true,
    audit: "export",
    body: z.strictObject({ id: f.id, requestId: f.requestId }),
    data: z.object({ id: f.id }),
  },
  exportFile: {
    host: "api",
    method: "GET",
    path: "/x/export/file/:id",
    summary: "下载导出文件",
    access: exportRoles,
    kind: "blob",
    audit: "export",
    params: byId,
  },
});
