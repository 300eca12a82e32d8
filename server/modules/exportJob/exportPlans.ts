import type * as z from "zod/mini";
import type { ExportKind, exportCalls } from "../../../adapters/contract/exportJob.ts";
import type { Call } from "../../call.ts";
import { type ExportPlan, exportOf } from "../../list/exportOf.ts";
import { auditSheet } from "../auditTrail/auditSheet.ts";
import { auditTrailList } from "../auditTrail/auditTrailList.ts";
import { companyPlan } from "../company/companyExport.ts";
import { invoiceList } from "../invoice/invoiceList.ts";
import { invoiceSheet } from "../invoice/invoiceSheet.ts";
import { orderList } from "../order/orderList.ts";
import { orderSheet } from "../order/orderSheet.ts";
import { viewerOf } from "../viewer.ts";

/** What planning an export works with. */
export type Planning = Pick<Call, "db" | "outside" | "now" | "actor" | "newId">;

export type ExportBody<K extends ExportKind> = z.output<(typeof exportCalls)[K]["body"]>;

/** What each export writes, for whom it may be written; a refusal where it may not. */
export const exportPlans: {
  readonly [K in ExportKind]: (body: ExportBody<K>, call: Planning) => Promise<ExportPlan>;
} = {
  companyExport: companyPlan,
  orderExport: (body, call) => exportOf(call, orderList(call.actor), body, orderSheet(viewerOf(call.actor))),
  invoiceExport: (body, call) => exportOf(call, invoiceList, body, invoiceSheet),
  // The row that tells of this export is written before the pages are read, and is not among them.
  auditExport: (body, call) => exportOf(call, auditTrailList(call.newId()), body, auditSheet),
};
