import { accessKeyCalls } from "./accessKey.ts";
import { alarmCalls } from "./alarm.ts";
import { alarmRuleCalls } from "./alarmRule.ts";
import { auditCalls } from "./auditTrail.ts";
import { bankStatementCalls } from "./bankStatement.ts";
import { boxCalls } from "./box.ts";
import { channelCodeCalls } from "./channelCode.ts";
import { companyCalls } from "./company.ts";
import { deskCalls } from "./desk.ts";
import { deviceCalls } from "./device.ts";
import { dictionaryCalls } from "./dictionary.ts";
import { dutyCalls } from "./duty.ts";
import { exportJobCalls } from "./exportJob.ts";
import { flightFileCalls } from "./flightFile.ts";
import { goodsCalls } from "./goods.ts";
import { hangarCalls } from "./hangar.ts";
import { ingestStatusCalls } from "./ingestStatus.ts";
import { invoiceCalls } from "./invoice.ts";
import { lockScreenCalls } from "./lockScreen.ts";
import { logoCalls } from "./logo.ts";
import { managementCalls } from "./management.ts";
import { meCalls } from "./me.ts";
import { notificationCalls } from "./notification.ts";
import { onlineSessionCalls } from "./onlineSession.ts";
import { orderCalls } from "./order.ts";
import { orderInvoiceCalls } from "./orderInvoice.ts";
import { orderPayCalls } from "./orderPay.ts";
import { passwordCalls } from "./password.ts";
import { plusCalls } from "./plus.ts";
import { receivableCalls } from "./receivable.ts";
import { regionCalls } from "./region.ts";
import { revealCalls } from "./reveal.ts";
import { screenCalls } from "./screen.ts";
import { secondFactorCalls } from "./secondFactor.ts";
import { serviceCalls } from "./service.ts";
import { serviceGrantCalls } from "./serviceGrant.ts";
import { loginCalls } from "./session.ts";
import { importCalls } from "./sheetImport.ts";
import { smsCalls } from "./sms.ts";
import { smsDeclineCalls } from "./smsDecline.ts";
import { smsTemplateCalls } from "./smsTemplate.ts";
import { staffCalls } from "./staff.ts";
import { statisticsCalls } from "./statistics.ts";
import { statisticsExportCalls } from "./statisticsExport.ts";
import { taskCalls } from "./task.ts";
import { taskHistoryCalls } from "./taskHistory.ts";
import { telemetryCalls } from "./telemetry.ts";
import { templateCalls } from "./template.ts";
import { uploadCalls } from "./upload.ts";
import { userCalls } from "./user.ts";
import { videoCalls } from "./video.ts";
import { zoneCalls } from "./zone.ts";
import { zoneEditCalls } from "./zoneEdit.ts";

/** All endpoints. The server's handler registry has the same keys, so a call without a handler does not compile. */
export const contract = {
  ...loginCalls,
  ...passwordCalls,
  ...secondFactorCalls,
  ...lockScreenCalls,
  ...templateCalls,
  ...companyCalls,
  ...managementCalls,
  ...logoCalls,
  ...accessKeyCalls,
  ...userCalls,
  ...staffCalls,
  ...channelCodeCalls,
  ...serviceCalls,
  ...goodsCalls,
  ...orderCalls,
  ...orderPayCalls,
  ...receivableCalls,
  ...bankStatementCalls,
  ...orderInvoiceCalls,
  ...serviceGrantCalls,
  ...invoiceCalls,
  ...smsCalls,
  ...smsDeclineCalls,
  ...smsTemplateCalls,
  ...regionCalls,
  ...dictionaryCalls,
  ...uploadCalls,
  ...meCalls,
  ...notificationCalls,
  ...revealCalls,
  ...taskCalls,
  ...flightFileCalls,
  ...taskHistoryCalls,
  ...videoCalls,
  ...zoneCalls,
  ...deskCalls,
  ...dutyCalls,
  ...alarmCalls,
  ...alarmRuleCalls,
  ...zoneEditCalls,
  ...deviceCalls,
  ...boxCalls,
  ...plusCalls,
  ...hangarCalls,
  ...telemetryCalls,
  ...ingestStatusCalls,
  ...auditCalls,
  ...onlineSessionCalls,
  ...exportJobCalls,
  ...statisticsCalls,
  ...statisticsExportCalls,
  ...screenCalls,
  ...importCalls,
} as const;
export type Contract = typeof contract;
