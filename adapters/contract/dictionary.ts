import * as z from "zod/mini";
import { accessKeyStatus } from "./accessKey.ts";
import { alarmKind, alarmOpenness, alarmOutcome, alarmPriority, alarmState } from "./alarm.ts";
import { alarmRuleStatus } from "./alarmRule.ts";
import { auditEntity, auditResult } from "./auditTrail.ts";
import { statementMatch } from "./bankStatement.ts";
import { boxBinding, boxOfflineDays, boxStatus } from "./box.ts";
import { channelStatus } from "./channelCode.ts";
import { companyLevel, companyStatus, companyType, expireWithin, logoStatus } from "./company.ts";
import type { Dictionary } from "./defineEnum.ts";
import { deviceKind, deviceStatus, hangarCover, hangarStatus, uavClass } from "./device.ts";
import { dutyLogKind, shiftEnd, spokenOrder, spokenOrderState } from "./duty.ts";
import { dutyScopeBy } from "./dutyScope.ts";
import { defineCalls } from "./endpoint.ts";
import { exportKind, exportStatus } from "./exportJob.ts";
import { flightPhase, linkState, positionFix } from "./flight.ts";
import { fileZone, importLeftOut, importStatus, trackFormat } from "./flightFile.ts";
import { goodsStatus } from "./goods.ts";
import { searchKind } from "./graphql/search.ts";
import { ingestSource, signatureFailure } from "./ingestStatus.ts";
import {
  invoiceDateField,
  invoiceRedReason,
  invoiceStatus,
  invoiceTitleType,
  invoiceType,
} from "./invoice.ts";
import { taskEventKind } from "./liveMessages.ts";
import { loginPlatform } from "./onlineSession.ts";
import { orderDateField, orderInvoiceStatus, orderType, payMethod } from "./order.ts";
import { orderEventKind, orderStatus } from "./orderEvent.ts";
import { orderPayDateField, orderPayStatus } from "./orderPay.ts";
import { plusKind, plusStatus } from "./plus.ts";
import { rcLostAction } from "./sample.ts";
import { screenAudience, screenLayout, screenLink, screenState } from "./screen.ts";
import { serviceKind, serviceStatus, taxRate } from "./service.ts";
import { serviceGrantStatus } from "./serviceGrant.ts";
import { importKind, importMode } from "./sheetImport.ts";
import { smsBatchStatus, smsStatus, smsType } from "./sms.ts";
import { smsDeclineSource } from "./smsDecline.ts";
import { staffStatus } from "./staff.ts";
import { comparedPeriod, granularity } from "./statistics.ts";
import { taskAirspace, taskKind, taskStatus, uomStatus } from "./task.ts";
import { alarmPresence, videoPresence } from "./taskHistory.ts";
import { rejectionReason } from "./telemetry.ts";
import { userRole, userStatus } from "./user.ts";
import { pullSource, pullStatus, videoLens } from "./video.ts";
import { zoneDatum, zoneKind, zoneState, zoneStatus } from "./zone.ts";
import { zoneCrs } from "./zoneEdit.ts";

/** All closed dictionaries; open ones (freeze_reason, …) exist only in the database. */
export const enumerations: readonly Dictionary[] = [
  companyType,
  companyLevel,
  companyStatus,
  logoStatus,
  expireWithin,
  accessKeyStatus,
  userRole,
  userStatus,
  staffStatus,
  channelStatus,
  serviceKind,
  serviceStatus,
  taxRate,
  goodsStatus,
  orderType,
  orderStatus,
  orderDateField,
  orderEventKind,
  orderInvoiceStatus,
  payMethod,
  orderPayStatus,
  orderPayDateField,
  statementMatch,
  serviceGrantStatus,
  invoiceStatus,
  invoiceType,
  invoiceTitleType,
  invoiceDateField,
  invoiceRedReason,
  granularity,
  comparedPeriod,
  smsType,
  smsStatus,
  smsBatchStatus,
  smsDeclineSource,
  taskStatus,
  taskKind,
  taskAirspace,
  taskEventKind,
  uomStatus,
  flightPhase,
  linkState,
  positionFix,
  rcLostAction,
  rejectionReason,
  ingestSource,
  signatureFailure,
  zoneKind,
  zoneStatus,
  zoneDatum,
  zoneCrs,
  shiftEnd,
  spokenOrder,
  spokenOrderState,
  dutyLogKind,
  dutyScopeBy,
  alarmKind,
  alarmPriority,
  alarmState,
  alarmOutcome,
  alarmRuleStatus,
  screenAudience,
  screenLayout,
  screenLink,
  screenState,
  importKind,
  importMode,
  zoneState,
  deviceKind,
  deviceStatus,
  uavClass,
  hangarStatus,
  hangarCover,
  boxStatus,
  boxBinding,
  boxOfflineDays,
  plusKind,
  plusStatus,
  auditEntity,
  auditResult,
  loginPlatform,
  exportKind,
  exportStatus,
  videoLens,
  trackFormat,
  importLeftOut,
  fileZone,
  importStatus,
  videoPresence,
  alarmPresence,
  alarmOpenness,
  pullStatus,
  pullSource,
  searchKind,
];

export const dictionaryEntry = z.object({
  value: z.string(),
  label: z.string(),
  color: z.optional(z.string()),
  sort: z.int(),
});

export const dictionaryCalls = defineCalls({
  sysDictQuery: {
    host: "api",
    method: "GET",
    path: "/sysDict/query/:key",
    summary: "数据字典",
    access: "session",
    params: z.object({ key: z.string().check(z.regex(/^[a-z][a-z0-9_]{1,60}$/)) }),
    data: z.array(dictionaryEntry),
  },
});
