import { alarmCalls } from "./alarm.ts";
import { alarmRuleCalls } from "./alarmRule.ts";
import { auditCalls } from "./auditTrail.ts";
import { boxCalls } from "./box.ts";
import { channelCodeCalls } from "./channelCode.ts";
import { companyCalls } from "./company.ts";
import { deviceCalls } from "./device.ts";
import { dutyCalls } from "./duty.ts";
import { goodsCalls } from "./goods.ts";
import { hangarCalls } from "./hangar.ts";
import { invoiceCalls } from "./invoice.ts";
import { onlineSessionCalls } from "./onlineSession.ts";
import { orderCalls } from "./order.ts";
import { orderPayCalls } from "./orderPay.ts";
import { receivableCalls } from "./receivable.ts";
import { screenCalls } from "./screen.ts";
import { serviceCalls } from "./service.ts";
import { smsCalls } from "./sms.ts";
import { smsDeclineCalls } from "./smsDecline.ts";
import { staffCalls } from "./staff.ts";
import { taskHistoryCalls } from "./taskHistory.ts";
import { userCalls } from "./user.ts";
import { zoneCalls } from "./zone.ts";

/**
 * The calls that export a list to a file; each run is listed in the export centre. By themselves, as the list engine
 * needs none of these contracts.
 */
export const exportCalls = {
  companyExport: companyCalls.companyExport,
  orderExport: orderCalls.orderExport,
  invoiceExport: invoiceCalls.invoiceExport,
  orderPayExport: orderPayCalls.orderPayExport,
  receivableExport: receivableCalls.receivableExport,
  taskHistoryExport: taskHistoryCalls.taskHistoryExport,
  dutyLogExport: dutyCalls.dutyLogExport,
  alarmExport: alarmCalls.alarmExport,
  zoneExport: zoneCalls.zoneExport,
  userExport: userCalls.userExport,
  staffExport: staffCalls.staffExport,
  channelExport: channelCodeCalls.channelExport,
  goodsExport: goodsCalls.goodsExport,
  serviceExport: serviceCalls.serviceExport,
  smsExport: smsCalls.smsExport,
  smsDeclineExport: smsDeclineCalls.smsDeclineExport,
  boxExport: boxCalls.boxExport,
  hangarExport: hangarCalls.hangarExport,
  droneExport: deviceCalls.droneExport,
  ruleExport: alarmRuleCalls.ruleExport,
  screenExport: screenCalls.screenExport,
  sessionExport: onlineSessionCalls.sessionExport,
  auditExport: auditCalls.auditExport,
} as const;
export type ExportKind = keyof typeof exportCalls;
