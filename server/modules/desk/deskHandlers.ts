import { and, eq, like, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import {
  type DeskCount,
  type deskCalls,
  deskConditions,
  deskCountCalls,
} from "../../../adapters/contract/desk.ts";
import type { Actor, Handlers } from "../../call.ts";
import { memories } from "../../db/schema/memory.ts";
import { mayCall } from "../../graphql/mayCall.ts";
import { buildConditions } from "../../list/buildConditions.ts";
import type { ListSource, PageQuery } from "../../list/listSource.ts";
import { alarmList } from "../alarm/alarmList.ts";
import { boxList } from "../box/boxHandlers.ts";
import { companyList } from "../company/companyList.ts";
import { createExportJobList } from "../exportJob/exportJobHandlers.ts";
import { hangarList } from "../hangar/hangarList.ts";
import { invoiceList } from "../invoice/invoiceList.ts";
import { createOrderList } from "../order/orderList.ts";
import { dayMs, startOfShanghaiDay } from "../shanghaiDay.ts";
import { smsList } from "../sms/smsList.ts";
import { scannedFlightList } from "../taskHistory/flightList.ts";

/** The records of a list that are counted. */
interface CountedRecords {
  readonly table: PgTable;
  readonly where: SQL | undefined;
}

const page = { pageNo: 1, pageSize: 1 };

/** What each count counts for this staff member; the lists count the same records. */
function selectCountedRecords(actor: Actor, now: Date): Readonly<Record<DeskCount, CountedRecords>> {
  const select = <T extends PgTable, Q extends PageQuery>(source: ListSource<T, Q>, query: Q) => ({
    table: source.table,
    where: buildConditions(source, query, now),
  });
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

export const deskHandlers: Handlers<typeof deskCalls> = {
  desk: async (_, { db, actor, now }) => {
    const records = selectCountedRecords(actor, now);
    const visible = (Object.keys(records) as DeskCount[]).filter((name) =>
      mayCall(actor, deskCountCalls[name]),
    );
    const ownDrafts = and(eq(memories.staffId, actor.id), like(memories.key, "draft.%"));
    const counted: Readonly<Record<string, SQL<number>>> = {
      ...Object.fromEntries(
        visible.map((name) => [name, db.$count(records[name].table, records[name].where)] as const),
      ),
      drafts: db.$count(memories, ownDrafts),
    };
    // One statement: all counts are of the same moment.
    const [counts = {}] = await db.select(counted).from(sql`(select 1) as once`);
    return { at: now.toISOString(), counts: { drafts: 0, ...counts } };
  },
};
