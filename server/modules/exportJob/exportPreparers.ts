import type * as z from "zod/mini";
import type { ExportKind, exportCalls } from "../../../adapters/contract/exportCalls.ts";
import type { Call } from "../../call.ts";
import { type PreparedExport, prepareExport } from "../../list/prepareExport.ts";
import { alarmList } from "../alarm/alarmList.ts";
import { alarmSheet } from "../alarm/alarmSheet.ts";
import { auditSheet } from "../auditTrail/auditSheet.ts";
import { createAuditTrailList } from "../auditTrail/auditTrailList.ts";
import { prepareCompanyExport } from "../company/companyExport.ts";
import { dutyLogList, dutyLogSheet } from "../duty/dutyLogList.ts";
import { invoiceList } from "../invoice/invoiceList.ts";
import { invoiceSheet } from "../invoice/invoiceSheet.ts";
import { createOrderList } from "../order/orderList.ts";
import { createOrderSheet } from "../order/orderSheet.ts";
import { flightList } from "../taskHistory/flightList.ts";
import { flightSheet } from "../taskHistory/flightSheet.ts";
import { toViewer } from "../viewer.ts";
import { prepareZoneExport } from "../zone/zoneList.ts";

/** The part of a call that preparing an export uses. */
export type ExportContext = Pick<Call, "db" | "dbOutsideTransaction" | "now" | "actor" | "newId">;

export type ExportBody<K extends ExportKind> = z.output<(typeof exportCalls)[K]["body"]>;

/** Prepares each kind of export; refuses if the actor may not export it. */
export const exportPreparers: {
  readonly [K in ExportKind]: (body: ExportBody<K>, call: ExportContext) => Promise<PreparedExport>;
} = {
  companyExport: prepareCompanyExport,
  orderExport: (body, call) =>
    prepareExport(call, createOrderList(call.actor), body, createOrderSheet(toViewer(call.actor))),
  invoiceExport: (body, call) => prepareExport(call, invoiceList, body, invoiceSheet),
  taskHistoryExport: (body, call) => prepareExport(call, flightList, body, flightSheet),
  dutyLogExport: (body, call) => prepareExport(call, dutyLogList, body, dutyLogSheet),
  alarmExport: (body, call) => prepareExport(call, alarmList, body, alarmSheet),
  zoneExport: prepareZoneExport,
  // The new id excludes this export's own audit row, which is written before the pages are read.
  auditExport: (body, call) => prepareExport(call, createAuditTrailList(call.newId()), body, auditSheet),
};
