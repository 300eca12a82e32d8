import type { Contract } from "../../adapters/contract/contract.ts";
import type { Handlers } from "../call.ts";
import type { UntypedHandler } from "../http/runCall.ts";
import { accessKeyHandlers } from "./accessKey/accessKeyHandlers.ts";
import { alarmHandlers } from "./alarm/alarmHandlers.ts";
import { alarmRuleHandlers } from "./alarmRule/alarmRuleHandlers.ts";
import { auditHandlers } from "./auditTrail/auditHandlers.ts";
import { bankStatementHandlers } from "./bankStatement/bankStatementHandlers.ts";
import { boxHandlers } from "./box/boxHandlers.ts";
import { channelCodeHandlers } from "./channelCode/channelCodeHandlers.ts";
import { companyHandlers } from "./company/companyHandlers.ts";
import { deskHandlers } from "./desk/deskHandlers.ts";
import { deviceHandlers } from "./device/deviceHandlers.ts";
import { dictionaryHandlers } from "./dictionary/dictionaryHandlers.ts";
import { dutyHandlers } from "./duty/dutyHandlers.ts";
import { exportJobHandlers } from "./exportJob/exportJobHandlers.ts";
import { flightFileHandlers } from "./flightFile/flightFileHandlers.ts";
import { goodsHandlers } from "./goods/goodsHandlers.ts";
import { hangarHandlers } from "./hangar/hangarHandlers.ts";
import { invoiceHandlers } from "./invoice/invoiceHandlers.ts";
import { orderInvoiceHandlers } from "./invoice/orderInvoiceHandlers.ts";
import { lockScreenHandlers } from "./lockScreen/lockScreenHandlers.ts";
import { logoHandlers } from "./logo/logoHandlers.ts";
import { managementHandlers } from "./management/managementHandlers.ts";
import { meHandlers } from "./me/meHandlers.ts";
import { notificationHandlers } from "./notification/notificationHandlers.ts";
import { onlineSessionHandlers } from "./onlineSession/onlineSessionHandlers.ts";
import { orderHandlers } from "./order/orderHandlers.ts";
import { orderPayHandlers } from "./orderPay/orderPayHandlers.ts";
import { passwordHandlers } from "./password/passwordHandlers.ts";
import { plusHandlers } from "./plus/plusHandlers.ts";
import { receivableHandlers } from "./receivable/receivableHandlers.ts";
import { regionHandlers } from "./region/regionHandlers.ts";
import { revealHandlers } from "./reveal/revealHandlers.ts";
import { screenHandlers } from "./screen/screenHandlers.ts";
import { secondFactorHandlers } from "./secondFactor/secondFactorHandlers.ts";
import { serviceHandlers } from "./service/serviceHandlers.ts";
import { serviceGrantHandlers } from "./serviceGrant/serviceGrantHandlers.ts";
import { importHandlers } from "./sheetImport/importHandlers.ts";
import { signInHandlers } from "./signIn/signInHandlers.ts";
import { smsHandlers } from "./sms/smsHandlers.ts";
import { smsDeclineHandlers } from "./smsDecline/smsDeclineHandlers.ts";
import { smsTemplateHandlers } from "./smsTemplate/smsTemplateHandlers.ts";
import { staffHandlers } from "./staff/staffHandlers.ts";
import { statisticsExportHandlers } from "./statistics/statisticsExport.ts";
import { statisticsHandlers } from "./statistics/statisticsHandlers.ts";
import { taskHandlers } from "./task/taskHandlers.ts";
import { taskHistoryHandlers } from "./taskHistory/taskHistoryHandlers.ts";
import { ingestStatusHandlers, telemetryHandlers } from "./telemetry/telemetryHandlers.ts";
import { templateHandlers } from "./template/templateHandlers.ts";
import { uploadHandlers } from "./upload/uploadHandlers.ts";
import { userHandlers } from "./user/userHandlers.ts";
import { videoHandlers } from "./video/videoHandlers.ts";
import { zoneEditHandlers } from "./zone/zoneEdit.ts";
import { zoneHandlers } from "./zone/zoneHandlers.ts";

const handlers = {
  ...signInHandlers,
  ...passwordHandlers,
  ...secondFactorHandlers,
  ...lockScreenHandlers,
  ...templateHandlers,
  ...companyHandlers,
  ...managementHandlers,
  ...logoHandlers,
  ...accessKeyHandlers,
  ...userHandlers,
  ...staffHandlers,
  ...channelCodeHandlers,
  ...serviceHandlers,
  ...goodsHandlers,
  ...orderHandlers,
  ...orderPayHandlers,
  ...receivableHandlers,
  ...bankStatementHandlers,
  ...orderInvoiceHandlers,
  ...serviceGrantHandlers,
  ...invoiceHandlers,
  ...smsHandlers,
  ...smsDeclineHandlers,
  ...smsTemplateHandlers,
  ...regionHandlers,
  ...dictionaryHandlers,
  ...uploadHandlers,
  ...meHandlers,
  ...notificationHandlers,
  ...revealHandlers,
  ...taskHandlers,
  ...flightFileHandlers,
  ...taskHistoryHandlers,
  ...videoHandlers,
  ...zoneHandlers,
  ...deskHandlers,
  ...dutyHandlers,
  ...alarmHandlers,
  ...alarmRuleHandlers,
  ...zoneEditHandlers,
  ...deviceHandlers,
  ...boxHandlers,
  ...plusHandlers,
  ...hangarHandlers,
  ...telemetryHandlers,
  ...ingestStatusHandlers,
  ...auditHandlers,
  ...onlineSessionHandlers,
  ...exportJobHandlers,
  ...statisticsHandlers,
  ...statisticsExportHandlers,
  ...screenHandlers,
  ...importHandlers,
} satisfies Handlers<Contract>;

/** The handler of every call. Cast: each is checked against its call above; a lookup by name loses those types. */
export const registry = handlers as unknown as Readonly<Record<string, UntypedHandler>>;
