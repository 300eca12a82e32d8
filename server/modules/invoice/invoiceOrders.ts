import { asc, eq, inArray } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { invoiceOrders } from "../../db/schema/invoice.ts";
import { type OrderRecord, orders } from "../../db/schema/order.ts";

/** Ids of an invoice's orders, oldest first. */
export async function getInvoiceOrderIds(db: Db, invoiceId: string): Promise<string[]> {
  const rows = await db
    .select({ orderId: invoiceOrders.orderId })
    .from(invoiceOrders)
    .where(eq(invoiceOrders.invoiceId, invoiceId))
    .orderBy(asc(invoiceOrders.orderId));
  return rows.map(({ orderId }) => orderId);
}

/** The orders of these ids, locked until the transaction ends; in the order of ids, so that two calls never cross. */
export const lockOrders = (db: Db, ids: readonly string[]): Promise<OrderRecord[]> =>
  db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(asc(orders.id))
    .for("update");

/**
 * Says on locked orders how far their invoice is. Their version stays: nobody edits this by hand, and an order's own
 * acts look at it afresh.
 */
export async function setOrdersInvoiceStatus(
  db: Db,
  ids: readonly string[],
  invoiceStatus: OrderRecord["invoiceStatus"],
): Promise<void> {
  await db
    .update(orders)
    .set({ invoiceStatus })
    .where(inArray(orders.id, [...ids]));
}
