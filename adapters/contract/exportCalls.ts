import { alarmCalls } from "./alarm.ts";
import { auditCalls } from "./auditTrail.ts";
import { companyCalls } from "./company.ts";
import { dutyCalls } from "./duty.ts";
import { invoiceCalls } from "./invoice.ts";
import { orderCalls } from "./order.ts";
import { taskHistoryCalls } from "./taskHistory.ts";
import { zoneCalls } from "./zone.ts";

/**
 * The calls that export a list to a file; each run is listed in the export centre. By themselves, as the list engine
 * needs none of these contracts.
 */
export const exportCalls = {
  companyExport: companyCalls.companyExport,
  orderExport: orderCalls.orderExport,
  invoiceExport: invoiceCalls.invoiceExport,
  taskHistoryExport: taskHistoryCalls.taskHistoryExport,
  dutyLogExport: dutyCalls.dutyLogExport,
  alarmExport: alarmCalls.alarmExport,
  zoneExport: zoneCalls.zoneExport,
  auditExport: auditCalls.auditExport,
} as const;
export type ExportKind = keyof typeof exportCalls;
