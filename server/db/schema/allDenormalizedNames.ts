import type { DenormalizedNames } from "../denormalizedNames.ts";
import { alarmEventNames, alarmNames } from "./alarm.ts";
import { alarmRuleNames } from "./alarmRule.ts";
import { boxNames } from "./box.ts";
import { companyNames } from "./company.ts";
import { declaredNames } from "./declaredNames.ts";
import { droneNames } from "./drone.ts";
import { flightNames } from "./flight.ts";
import { hangarNames } from "./hangar.ts";
import { invoiceNames } from "./invoice.ts";
import { orderNames } from "./order.ts";
import { taskNames } from "./task.ts";
import { userNames } from "./user.ts";
import { zoneNames } from "./zone.ts";

/** Locked in this order by all work on an invoice, and devices after their company. */
const lockedFirst: readonly DenormalizedNames[] = [
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
];

/** Every table that contains names, in the order in which a rename locks their rows. */
export const allDenormalizedNames: readonly DenormalizedNames[] = [
  ...lockedFirst,
  ...declaredNames.filter((names) => !lockedFirst.includes(names)),
];
