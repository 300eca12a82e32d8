import { desc, type SQL, sql } from "drizzle-orm";
import { formatAlarmLine } from "../../../adapters/contract/alarmLine.ts";
import { type DeskItem, type DeskQueue, deskItemLimit } from "../../../adapters/contract/desk.ts";
import { exportKind } from "../../../adapters/contract/exportJob.ts";
import type { Db } from "../../db/handle.ts";
import { alarms } from "../../db/schema/alarm.ts";
import { boxes } from "../../db/schema/box.ts";
import { companies } from "../../db/schema/company.ts";
import { exportJobs } from "../../db/schema/exportJob.ts";
import { hangars } from "../../db/schema/hangar.ts";
import { invoices } from "../../db/schema/invoice.ts";
import { orders } from "../../db/schema/order.ts";
import { smsMessages } from "../../db/schema/sms.ts";
import { maskPhone } from "../../records/maskPhone.ts";
import { readServiceEnds } from "../serviceGrant/serviceEnds.ts";

/** Reads the first records of a queue that match the condition of its count. */
type ReadFirst = (db: Db, where: SQL | undefined, now: Date) => Promise<DeskItem[]>;

const toIso = (instant: Date | null): string | null => instant?.toISOString() ?? null;

const readOrders: ReadFirst = async (db, where) => {
  const rows = await db
    .select({
      id: orders.id,
      title: orders.orderNo,
      subtitle: orders.companyName,
      by: orders.submittedByName,
      at: orders.statusAt,
      status: orders.status,
      pendingFen: orders.pendingFen,
      refundAskFen: orders.refundAskFen,
    })
    .from(orders)
    .where(where)
    .orderBy(orders.statusAt, orders.id)
    .limit(deskItemLimit);
  return rows.map(({ status, pendingFen, refundAskFen, at, ...row }) => ({
    kind: "order",
    ...row,
    at: toIso(at),
    amountFen: status === "refunding" ? refundAskFen : pendingFen,
  }));
};

const readInvoices =
  (since: typeof invoices.appliedAt | typeof invoices.updatedAt): ReadFirst =>
  async (db, where) => {
    const rows = await db
      .select({
        id: invoices.id,
        title: invoices.companyName,
        subtitle: invoices.orderNos,
        by: invoices.applicantName,
        at: since,
        amountFen: invoices.amountFen,
      })
      .from(invoices)
      .where(where)
      .orderBy(since, invoices.id)
      .limit(deskItemLimit);
    return rows.map(({ at, ...row }) => ({ kind: "invoice", ...row, at: toIso(at) }));
  };

/** Sorted by the stored end, which may be out of date for a moment; the end that is told is read anew. */
const readCompanies: ReadFirst = async (db, where, now) => {
  const rows = await db
    .select({ id: companies.id, title: companies.name, by: companies.managerName })
    .from(companies)
    .where(where)
    .orderBy(companies.expireAt, companies.id)
    .limit(deskItemLimit);
  const ends = await readServiceEnds(
    db,
    rows.map(({ id }) => id),
    now,
  );
  return rows.map((row) => {
    const { expireAt = null, expireServiceName = "" } = ends.get(row.id) ?? {};
    return { kind: "company", ...row, subtitle: expireServiceName, at: toIso(expireAt), amountFen: null };
  });
};

const readAlarms: ReadFirst = async (db, where) => {
  const rows = await db
    .select()
    .from(alarms)
    .where(where)
    .orderBy(alarms.priority, alarms.raisedAt, alarms.id)
    .limit(deskItemLimit);
  return rows.map((alarm) => ({
    kind: "alarm",
    id: alarm.id,
    title: `${alarm.priority.toUpperCase()} ${formatAlarmLine(alarm, null)}`,
    subtitle: alarm.companyName,
    by: alarm.acknowledgedByName,
    at: toIso(alarm.raisedAt),
    amountFen: null,
  }));
};

/** Devices that never reported come first: they have waited since they were added. */
const readDevices =
  (kind: "box" | "hangar", table: typeof boxes | typeof hangars): ReadFirst =>
  async (db, where) => {
    const since = sql`coalesce(${table.lastSeenAt}, ${table.createdAt})`.mapWith(table.createdAt);
    const rows = await db
      .select({ id: table.id, title: table.name, subtitle: table.companyName, at: since })
      .from(table)
      .where(where)
      .orderBy(since, table.id)
      .limit(deskItemLimit);
    return rows.map(({ at, ...row }) => ({ kind, ...row, by: "", at: toIso(at), amountFen: null }));
  };

const readSms: ReadFirst = async (db, where) => {
  const { id, phone, recipientName, failReason, senderName, createdAt } = smsMessages;
  const rows = await db
    .select({ id, phone, recipientName, failReason, senderName, createdAt })
    .from(smsMessages)
    .where(where)
    .orderBy(createdAt, id)
    .limit(deskItemLimit);
  return rows.map((row) => ({
    kind: "sms",
    id: row.id,
    title: `${row.recipientName} ${maskPhone(row.phone)}`.trim(),
    subtitle: row.failReason,
    by: row.senderName,
    at: toIso(row.createdAt),
    amountFen: null,
  }));
};

/** The newest first: an export is asked for and then fetched. */
const readExports: ReadFirst = async (db, where) => {
  const rows = await db
    .select()
    .from(exportJobs)
    .where(where)
    .orderBy(desc(exportJobs.createdAt), desc(exportJobs.id))
    .limit(deskItemLimit);
  return rows.map((job) => ({
    kind: "export",
    id: job.id,
    title: job.fileName || exportKind.label(job.kind),
    subtitle: job.conditions,
    by: job.staffName,
    at: toIso(job.endedAt ?? job.createdAt),
    amountFen: null,
  }));
};

/** How the first of each queue are read. */
export const firstReaders: Readonly<Record<DeskQueue, ReadFirst>> = {
  myAudits: readOrders,
  refundingOrders: readOrders,
  appliedInvoices: readInvoices(invoices.appliedAt),
  reversingInvoices: readInvoices(invoices.updatedAt),
  expiringIn7Days: readCompanies,
  openAlarms: readAlarms,
  offlineBoxes: readDevices("box", boxes),
  offlineHangars: readDevices("hangar", hangars),
  failedSms: readSms,
  runningExports: readExports,
  readyExports: readExports,
};
