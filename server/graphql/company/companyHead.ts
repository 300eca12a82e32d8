import { and, count, eq, gte, inArray, isNotNull, isNull, notInArray, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { CompanyHead } from "../../../adapters/contract/graphql/companyView.ts";
import { daysUntil } from "../../../adapters/contract/graphql/daysUntil.ts";
import { unpaidStatuses } from "../../../adapters/contract/orderEvent.ts";
import type { Db } from "../../db/handle.ts";
import { boxes } from "../../db/schema/box.ts";
import { drones } from "../../db/schema/drone.ts";
import { flights } from "../../db/schema/flight.ts";
import { hangars } from "../../db/schema/hangar.ts";
import { invoices } from "../../db/schema/invoice.ts";
import { orders } from "../../db/schema/order.ts";
import { AuthError } from "../../http/authError.ts";
import { startOfShanghaiMonth } from "../../records/shanghaiDay.ts";
import { toViewer } from "../../records/viewer.ts";
import { type GraphqlContext, readByCall } from "../graphqlContext.ts";

/** A company with figures of what belongs to it; refuses an unknown one. */
export async function readCompanyHead(context: GraphqlContext, id: string): Promise<CompanyHead> {
  const { db, now, actor } = context;
  const company = await readByCall(context, "companyOne", { params: { id } });
  if (!company) throw new AuthError("role", actor.id);
  const [unpaidFen, openInvoices, devices, flightsThisMonth] = await Promise.all([
    toViewer(actor).canSeeAmounts ? sumUnpaid(db, id) : null,
    db.$count(invoices, and(eq(invoices.companyId, id), eq(invoices.status, "applied"))),
    countDevices(db, id),
    db.$count(
      flights,
      and(
        eq(flights.companyId, id),
        isNotNull(flights.endedAt),
        gte(flights.startedAt, startOfShanghaiMonth(now)),
      ),
    ),
  ]);
  return {
    ...company,
    expireInDays: daysUntil(company.expireAt, now.getTime()),
    unpaidFen,
    openInvoices,
    devicesOnline: devices.online,
    deviceCount: devices.total,
    flightsThisMonth,
  };
}

/** What the company still owes for orders that are neither paid nor cancelled. */
async function sumUnpaid(db: Db, companyId: string): Promise<number> {
  const [row] = await db
    .select({ unpaid: sql<string>`coalesce(sum(${orders.payableFen} - ${orders.paidFen}), 0)` })
    .from(orders)
    .where(and(eq(orders.companyId, companyId), inArray(orders.status, [...unpaidStatuses])));
  return Number(row?.unpaid ?? 0);
}

/** Counts drones, hangars and boxes. As in the device list, a hangar is online if it works at all. */
async function countDevices(db: Db, companyId: string): Promise<{ total: number; online: number }> {
  const countWhere = async (
    table: typeof drones | typeof hangars | typeof boxes,
    isOnline: ReturnType<typeof eq>,
  ) => {
    const [row] = await db
      .select({ total: count(), online: sql<string>`count(*) filter (where ${isOnline})` })
      // Cast: drizzle cannot select from a union of tables.
      .from(table as PgTable)
      .where(and(eq(table.companyId, companyId), isNull(table.deletedAt)));
    return { total: row?.total ?? 0, online: Number(row?.online ?? 0) };
  };
  const counts = await Promise.all([
    countWhere(drones, eq(drones.status, "online")),
    countWhere(hangars, notInArray(hangars.status, ["fault", "offline"])),
    countWhere(boxes, eq(boxes.status, "online")),
  ]);
  return counts.reduce((sum, { total, online }) => ({
    total: sum.total + total,
    online: sum.online + online,
  }));
}
