import { and, desc, eq, gte, isNull, like, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import * as z from "zod/mini";
import {
  type DeskCount,
  type DeskDraft,
  type DeskItem,
  type DeskQueue,
  type deskCalls,
  deskConditions,
  deskCountCalls,
  deskDraftLimit,
  type RecentCount,
  recentConditions,
  recentCountCalls,
} from "../../../adapters/contract/desk.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { mayCall } from "../../../adapters/contract/mayCall.ts";
import { draftAbout } from "../../../adapters/contract/me.ts";
import { orderCalls } from "../../../adapters/contract/order.ts";
import { formatCall } from "../../audit/auditActions.ts";
import type { Actor, Call, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { auditLog } from "../../db/schema/auditLog.ts";
import { companies } from "../../db/schema/company.ts";
import { memories } from "../../db/schema/memory.ts";
import { buildConditions } from "../../list/buildConditions.ts";
import type { ListSource, PageQuery } from "../../list/listSource.ts";
import { dayMs, startOfShanghaiDay } from "../../records/shanghaiDay.ts";
import { alarmList } from "../alarm/alarmList.ts";
import { boxList } from "../box/boxList.ts";
import { companyList } from "../company/companyList.ts";
import { createExportJobList } from "../exportJob/exportJobHandlers.ts";
import { hangarList } from "../hangar/hangarList.ts";
import { invoiceList } from "../invoice/invoiceList.ts";
import { createOrderList } from "../order/orderList.ts";
import { hasOnlyEndedServices } from "../serviceGrant/serviceEnds.ts";
import { smsList } from "../sms/smsList.ts";
import { scannedFlightList } from "../taskHistory/flightList.ts";
import { firstReaders } from "./deskQueues.ts";

/** The records of a list that are counted. */
interface CountedRecords {
  readonly table: PgTable;
  readonly where: SQL | undefined;
}

const page = { pageNo: 1, pageSize: 1 };

const selectRecords = <T extends PgTable, Q extends PageQuery>(
  source: ListSource<T, Q>,
  query: Q,
  now: Date,
): CountedRecords => ({ table: source.table, where: buildConditions(source, query, now) });

/** What each count counts for this staff member; the lists count the same records. */
function selectCountedRecords(actor: Actor, now: Date): Readonly<Record<DeskCount, CountedRecords>> {
  const select = <T extends PgTable, Q extends PageQuery>(source: ListSource<T, Q>, query: Q) =>
    selectRecords(source, query, now);
  const today = startOfShanghaiDay(now);
  const dayRange = {
    from: today.toISOString(),
    to: new Date(today.getTime() + dayMs - 1).toISOString(),
  };
  const orderList = createOrderList(actor);
  const exportJobList = createExportJobList(actor);
  return {
    myAudits: select(orderList, { ...page, ...deskConditions.myAudits }),
    refundingOrders: select(orderList, { ...page, ...deskConditions.refundingOrders }),
    appliedInvoices: select(invoiceList, { ...page, ...deskConditions.appliedInvoices }),
    reversingInvoices: select(invoiceList, { ...page, ...deskConditions.reversingInvoices }),
    expiringIn7Days: select(companyList, { ...page, ...deskConditions.expiringIn7Days }),
    expiringIn30Days: select(companyList, { ...page, ...deskConditions.expiringIn30Days }),
    openAlarms: select(alarmList, { ...page, ...deskConditions.openAlarms }),
    endedFlightsToday: select(scannedFlightList, {
      ...page,
      ...deskConditions.endedFlightsToday,
      ...dayRange,
    }),
    offlineBoxes: select(boxList, { ...page, ...deskConditions.offlineBoxes }),
    offlineHangars: select(hangarList, { ...page, ...deskConditions.offlineHangars }),
    failedSms: select(smsList, { ...page, ...deskConditions.failedSms }),
    runningExports: select(exportJobList, { ...page, ...deskConditions.runningExports }),
    readyExports: select(exportJobList, { ...page, ...deskConditions.readyExports }),
  };
}

/** What happened since yesterday began. */
function selectRecentRecords(actor: Actor, now: Date): Readonly<Record<RecentCount, CountedRecords>> {
  const since = new Date(startOfShanghaiDay(now).getTime() - dayMs);
  const query = { ...page, from: since.toISOString(), to: now.toISOString() };
  const select = <T extends PgTable, Q extends PageQuery>(source: ListSource<T, Q>, conditions: Q) =>
    selectRecords(source, conditions, now);
  const orderList = createOrderList(actor);
  return {
    newOrders: select(orderList, { ...query, ...recentConditions.newOrders }),
    auditedOrders: {
      table: auditLog,
      where: and(gte(auditLog.at, since), eq(auditLog.call, formatCall(orderCalls.orderAudit))),
    },
    paidOrders: select(orderList, { ...query, ...recentConditions.paidOrders }),
    newCompanies: select(companyList, { ...query, ...recentConditions.newCompanies }),
    expiredCompanies: {
      table: companies,
      where: and(isNull(companies.deletedAt), hasOnlyEndedServices(now, since)),
    },
    raisedAlarms: select(alarmList, { ...query, ...recentConditions.raisedAlarms }),
    endedFlights: select(scannedFlightList, { ...query, ...recentConditions.endedFlights }),
  };
}

/** Counts by name, of those that the actor may see. */
function countVisible<N extends string>(
  db: Db,
  actor: Actor,
  records: Readonly<Record<N, CountedRecords>>,
  calls: Readonly<Record<N, Endpoint | readonly Endpoint[]>>,
): Readonly<Record<string, SQL<number>>> {
  const visible = (Object.keys(records) as N[]).filter((name) =>
    [calls[name]].flat().every((call) => mayCall(actor, call)),
  );
  return Object.fromEntries(
    visible.map((name) => [name, db.$count(records[name].table, records[name].where)] as const),
  );
}

/**
 * The first of the queues that the actor may see; what is counted as none is not read. Refunds that the actor may decide
 * are told once, among the audits.
 */
async function readFirst(
  { db, now }: Pick<Call, "db" | "now">,
  counts: Readonly<Record<string, number>>,
  records: Readonly<Record<DeskCount, CountedRecords>>,
): Promise<Partial<Record<DeskQueue, DeskItem[]>>> {
  const first: Partial<Record<DeskQueue, DeskItem[]>> = {};
  const { myAudits, refundingOrders } = records;
  const othersRefunds = and(refundingOrders.where, sql`(${myAudits.where}) is not true`);
  for (const name of Object.keys(firstReaders) as DeskQueue[]) {
    const number = counts[name];
    if (number === undefined) continue;
    const isToldTwice = name === "refundingOrders" && counts["myAudits"] !== undefined;
    const where = isToldTwice ? othersRefunds : records[name].where;
    first[name] = number > 0 ? await firstReaders[name](db, where, now) : [];
  }
  return first;
}

/** What a stored draft says of its form; an older console has stored none of it. */
const storedDraft = z.object({
  [draftAbout]: z.object({ title: z.string(), address: z.string() }),
});

async function readDrafts({ db, actor }: Pick<Call, "db" | "actor">): Promise<DeskDraft[]> {
  const rows = await db
    .select()
    .from(memories)
    .where(isOwnDraft(actor))
    .orderBy(desc(memories.updatedAt), memories.key)
    .limit(deskDraftLimit);
  return rows.map(({ value, updatedAt }) => {
    const about = storedDraft.safeParse(JSON.parse(value)).data?.[draftAbout];
    return { ...(about ?? { title: "", address: "" }), at: updatedAt.toISOString() };
  });
}

const isOwnDraft = ({ id }: Pick<Actor, "id">) =>
  and(eq(memories.staffId, id), like(memories.key, "draft.%"));

export const deskHandlers: Handlers<typeof deskCalls> = {
  desk: async (_, { db, actor, now }) => {
    const waitingRecords = selectCountedRecords(actor, now);
    const waiting = {
      ...countVisible(db, actor, waitingRecords, deskCountCalls),
      drafts: db.$count(memories, isOwnDraft(actor)),
    };
    const recent = countVisible(db, actor, selectRecentRecords(actor, now), recentCountCalls);
    // One statement: all counts are of the same moment.
    const [counts = {}] = await db.select({ ...waiting, ...recent }).from(sql`(select 1) as once`);
    const pick = (names: object) =>
      Object.fromEntries(Object.entries(counts).filter(([name]) => name in names));
    return {
      at: now.toISOString(),
      counts: { drafts: 0, ...pick(waiting) },
      first: await readFirst({ db, now }, counts, waitingRecords),
      drafts: await readDrafts({ db, actor }),
      recent: pick(recent),
    };
  },
};
