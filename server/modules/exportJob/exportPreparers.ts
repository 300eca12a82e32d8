import type * as z from "zod/mini";
import type { ExportKind, exportCalls } from "../../../adapters/contract/exportJob.ts";
import type { Call } from "../../call.ts";
import { type PreparedExport, prepareExport } from "../../list/prepareExport.ts";
import { auditSheet } from "../auditTrail/auditSheet.ts";
import { createAuditTrailList } from "../auditTrail/auditTrailList.ts";
import { prepareCompanyExport } from "../company/companyExport.ts";
import { invoiceList } from "../invoice/invoiceList.ts";
import { invoiceSheet } from "../invoice/invoiceSheet.ts";
import { createOrderList } from "../order/orderList.ts";
import { createOrderSheet } from "../order/orderSheet.ts";
import { toViewer } from "../viewer.ts";

/** What planning an export works with. */
export type ExportContext = Pick<Call, "db" | "dbOutsideTransaction" | "now" | "actor" | "newId">;

export type ExportBody<K extends ExportKind> = z.output<(typeof exportCalls)[K]["body"]>;

/** What each export writes, for whom it may be written; a refusal where it may not. */
export const exportPreparers: {
  readonly [K in ExportKind]: (body: ExportBody<K>, call: ExportContext) => Promise<PreparedExport>;
} = {
  companyExport: prepareCompanyExport,
  orderExport: (body, call) =>
    prepareExport(call, createOrderList(call.actor), body, createOrderSheet(toViewer(call.actor))),
  invoiceExport: (body, call) => prepareExport(call, invoiceList, body, invoiceSheet),
  // The row that tells of this export is written before the pages are read, and is not among them.
  auditExport: (body, call) => prepareExport(call, createAuditTrailList(call.newId()), body, auditSheet),
};
