import * as z from "zod/mini";
import { auditCalls } from "./auditTrail.ts";
import { companyCalls } from "./company.ts";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { invoiceCalls } from "./invoice.ts";
import { orderCalls } from "./order.ts";
import { pageRequest, pageResponse } from "./page.ts";

/** The calls that write a list into a file; each run of one is kept in the export centre. */
export const exportCalls = {
  companyExport: companyCalls.companyExport,
  orderExport: orderCalls.orderExport,
  invoiceExport: invoiceCalls.invoiceExport,
  auditExport: auditCalls.auditExport,
} as const;
export type ExportKind = keyof typeof exportCalls;

/** What was exported, by the name of its call. */
export const exportKind = defineEnum("export_kind", {
  companyExport: "企业",
  orderExport: "订单",
  invoiceExport: "发票",
  auditExport: "操作日志",
} satisfies Record<ExportKind, string>);

export const exportStatus = defineEnum("export_status", {
  running: ["导出中", "blue"],
  done: ["已完成", "green"],
  failed: ["失败", "red"],
  cancelled: ["已取消", "gray"],
  /** The server was stopped in the midst. */
  cut: ["已中断", "orange"],
  /** Done, and its file no longer kept. */
  expired: ["文件已清理", "gray"],
});

export type ExportStatus = z.infer<typeof exportStatus.schema>;

/** What a console calls its export, in `X-Export-Id` and wherever it is told of. */
export const exportIdSchema = z.string().check(z.regex(/^[\w-]{1,64}$/, "导出标识不正确"));

const exportJob = z.object({
  id: f.id,
  version: f.version,
  /** Its `X-Export-Id`. */
  exportId: z.string(),
  kind: exportKind.schema,
  /** The applied conditions and the order, in words. */
  conditions: z.string(),
  status: exportStatus.schema,
  expectedRows: z.int(),
  writtenRows: z.int(),
  /** Of the finished file; 0 before. */
  bytes: z.int(),
  fileName: z.string(),
  /** Why it failed or was cut; empty otherwise. */
  failReason: z.string(),
  /** Why its phone numbers are not masked; empty where they are. */
  revealReason: z.string(),
  staffId: f.id,
  staffName: z.string(),
  createdAt: f.instant,
  endedAt: z.nullable(f.instant),
  /** How long the file can be downloaded; null while there is none. */
  keptUntil: z.nullable(f.instant),
  /** The asking person's own. */
  own: z.boolean(),
});
export type ExportJob = z.infer<typeof exportJob>;

/** Who may export anything at all. */
const exportRoles = ["admin", "operator", "finance"] as const;
const byId = z.object({ id: f.id });

/** The export centre: one's own exports, everybody's for admins. */
export const exportJobCalls = defineCalls({
  exportList: {
    host: "api",
    method: "POST",
    path: "/x/export/list",
    summary: "导出记录列表",
    access: exportRoles,
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
    /** Null where it was cancelled before it was begun. */
    data: z.object({ id: z.nullable(f.id) }),
  },
  exportRetry: {
    host: "api",
    method: "POST",
    path: "/x/export/retry",
    summary: "重新导出",
    access: exportRoles,
    limited: true,
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
