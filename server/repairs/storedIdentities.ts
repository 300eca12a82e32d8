import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import {
  normalizeCode,
  normalizeMac,
  normalizeNumber,
  normalizeOfficialNumber,
  normalizePhone,
  normalizeText,
} from "../../adapters/contract/identity.ts";
import { alarms } from "../db/schema/alarm.ts";
import { alarmRules } from "../db/schema/alarmRule.ts";
import { boxes } from "../db/schema/box.ts";
import { channelCodes } from "../db/schema/channelCode.ts";
import { companies } from "../db/schema/company.ts";
import { drones } from "../db/schema/drone.ts";
import { dutyShifts } from "../db/schema/duty.ts";
import { flights } from "../db/schema/flight.ts";
import { goods } from "../db/schema/goods.ts";
import { hangars } from "../db/schema/hangar.ts";
import { importJobs } from "../db/schema/importJob.ts";
import { invoiceNumbers, invoiceProfiles, invoiceReds, invoices } from "../db/schema/invoice.ts";
import { orders } from "../db/schema/order.ts";
import { orderPays } from "../db/schema/orderPay.ts";
import { plusModules } from "../db/schema/plus.ts";
import { services } from "../db/schema/service.ts";
import { smsDeclines } from "../db/schema/smsDecline.ts";
import { staff } from "../db/schema/staff.ts";
import { tasks } from "../db/schema/task.ts";
import { users } from "../db/schema/user.ts";
import { controlZones } from "../db/schema/zone.ts";

type Normalize = (text: string) => string;

/** The identities of a table: each column with how its field is normalised before it is stored. */
export interface StoredIdentities {
  readonly table: PgTable;
  /** Unique; rows are read in its order. */
  readonly key: PgColumn;
  readonly columns: readonly (readonly [PgColumn, Normalize])[];
  /** The name that other tables copy and lists sort by, with its sort key. */
  readonly name?: { readonly column: PgColumn; readonly order?: PgColumn };
  /** Columns elsewhere that hold the same value and follow it. */
  readonly copies?: readonly { readonly of: PgColumn; readonly to: PgColumn }[];
}

/** Of tables that search, the search text follows by itself: see `normalizeSearchTexts`. */
export const storedIdentities: readonly StoredIdentities[] = [
  {
    table: companies,
    key: companies.id,
    columns: [
      [companies.name, normalizeText],
      [companies.shortName, normalizeText],
      [companies.creditCode, normalizeOfficialNumber],
      [companies.contact, normalizeText],
      [companies.phone, normalizePhone],
      [companies.emergencyPhone, normalizePhone],
    ],
    name: { column: companies.name, order: companies.nameOrder },
  },
  {
    table: users,
    key: users.id,
    columns: [
      [users.name, normalizeText],
      [users.phoneNumber, normalizePhone],
      [users.licenceNo, normalizeText],
    ],
    name: { column: users.name, order: users.nameOrder },
    copies: [{ of: users.phoneNumber, to: companies.accountPhone }],
  },
  {
    table: staff,
    key: staff.id,
    columns: [
      [staff.name, normalizeText],
      [staff.phoneNumber, normalizePhone],
    ],
    name: { column: staff.name, order: staff.nameOrder },
  },
  {
    table: channelCodes,
    key: channelCodes.id,
    columns: [
      [channelCodes.name, normalizeText],
      [channelCodes.contact, normalizeText],
      [channelCodes.phone, normalizePhone],
    ],
    name: { column: channelCodes.name, order: channelCodes.nameOrder },
  },
  {
    table: services,
    key: services.id,
    columns: [
      [services.name, normalizeText],
      [services.code, normalizeCode],
      [services.taxCode, normalizeOfficialNumber],
    ],
    name: { column: services.name, order: services.nameOrder },
  },
  {
    table: goods,
    key: goods.id,
    columns: [
      [goods.name, normalizeText],
      [goods.code, normalizeCode],
    ],
    name: { column: goods.name, order: goods.nameOrder },
  },
  {
    table: boxes,
    key: boxes.id,
    columns: [
      [boxes.name, normalizeText],
      [boxes.mac, normalizeMac],
      [boxes.sn, normalizeCode],
    ],
    name: { column: boxes.name, order: boxes.nameOrder },
  },
  {
    table: hangars,
    key: hangars.id,
    columns: [
      [hangars.name, normalizeText],
      [hangars.sn, normalizeCode],
    ],
    name: { column: hangars.name },
  },
  {
    table: drones,
    key: drones.id,
    columns: [
      [drones.name, normalizeText],
      [drones.sn, normalizeCode],
      [drones.registrationNo, normalizeText],
    ],
    copies: [tasks, flights, alarms, alarmRules, hangars, importJobs].map(({ droneSn }) => ({
      of: drones.sn,
      to: droneSn,
    })),
  },
  {
    table: plusModules,
    key: plusModules.id,
    columns: [
      [plusModules.name, normalizeText],
      [plusModules.sn, normalizeCode],
    ],
  },
  { table: controlZones, key: controlZones.id, columns: [[controlZones.name, normalizeText]] },
  {
    table: orders,
    key: orders.id,
    columns: [
      [orders.contractNo, normalizeText],
      [orders.refundPayee, normalizeText],
      [orders.refundAccount, normalizeNumber],
    ],
  },
  {
    table: orderPays,
    key: orderPays.id,
    columns: [
      [orderPays.bankSerialNo, normalizeNumber],
      [orderPays.bankName, normalizeText],
      [orderPays.payerName, normalizeText],
    ],
  },
  {
    table: invoices,
    key: invoices.id,
    columns: [
      [invoices.title, normalizeText],
      [invoices.taxNo, normalizeOfficialNumber],
      [invoices.bankAccount, normalizeText],
      [invoices.invoiceNo, normalizeOfficialNumber],
      [invoices.redInvoiceNo, normalizeOfficialNumber],
      [invoices.redInvoiceNos, normalizeOfficialNumber],
    ],
    copies: [
      { of: invoices.invoiceNo, to: invoiceNumbers.invoiceNo },
      { of: invoices.redInvoiceNo, to: invoiceNumbers.invoiceNo },
      // Those that existed before an invoice could have several.
      { of: invoices.redInvoiceNo, to: invoiceReds.redInvoiceNo },
    ],
  },
  {
    table: invoiceProfiles,
    key: invoiceProfiles.companyId,
    columns: [
      [invoiceProfiles.title, normalizeText],
      [invoiceProfiles.taxNo, normalizeOfficialNumber],
      [invoiceProfiles.bankAccount, normalizeText],
    ],
  },
  {
    table: tasks,
    key: tasks.id,
    columns: [
      [tasks.pilotPhone, normalizePhone],
      [tasks.backupPhone, normalizePhone],
    ],
  },
  { table: dutyShifts, key: dutyShifts.id, columns: [[dutyShifts.leaderPhone, normalizePhone]] },
  { table: smsDeclines, key: smsDeclines.id, columns: [[smsDeclines.phone, normalizePhone]] },
];
