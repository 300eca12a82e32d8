import type { DenormalizedNames } from "../denormalizedNames.ts";
import { alarmEventNames, alarmNames } from "./alarm.ts";
import { alarmRuleNames } from "./alarmRule.ts";
import { auditLogNames } from "./auditLog.ts";
import { boxNames } from "./box.ts";
import { companyNames } from "./company.ts";
import { deviceOwnerNames } from "./deviceOwner.ts";
import { droneNames } from "./drone.ts";
import { dutyLogNames, dutyShiftNames, spokenOrderNames } from "./duty.ts";
import { exportJobNames } from "./exportJob.ts";
import { flightNames } from "./flight.ts";
import { hangarNames } from "./hangar.ts";
import { importJobNames } from "./importJob.ts";
import { invoiceNames } from "./invoice.ts";
import { orderNames } from "./order.ts";
import { orderEventNames } from "./orderEvent.ts";
import { orderPayNames } from "./orderPay.ts";
import { regionNames } from "./region.ts";
import { serviceGrantNames } from "./serviceGrant.ts";
import { serviceNoticeNames } from "./serviceNotice.ts";
import { smsNames } from "./sms.ts";
import { smsBatchNames } from "./smsBatch.ts";
import { smsDeclineNames } from "./smsDecline.ts";
import { taskNames } from "./task.ts";
import { userNames } from "./user.ts";
import { zoneNames } from "./zone.ts";

/**
 * Every table that contains names, in the order in which a rename locks their rows: invoices, orders, companies, as
 * all work on an invoice does, and devices after their company.
 */
export const allDenormalizedNames: readonly DenormalizedNames[] = [
  invoiceNames,
  orderNames,
  companyNames,
  userNames,
  boxNames,
  hangarNames,
  droneNames,
  zoneNames,
  alarmRuleNames,
  taskNames,
  flightNames,
  alarmNames,
  alarmEventNames,
  auditLogNames,
  deviceOwnerNames,
  dutyShiftNames,
  spokenOrderNames,
  dutyLogNames,
  exportJobNames,
  importJobNames,
  orderEventNames,
  orderPayNames,
  regionNames,
  serviceGrantNames,
  serviceNoticeNames,
  smsNames,
  smsBatchNames,
  smsDeclineNames,
];
