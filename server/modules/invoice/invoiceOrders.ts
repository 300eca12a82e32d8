import { asc, eq, inArray } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { invoiceOrders } from "../../db/schema/invoice.ts";
import { type OrderRecord, orders } from "../../db/schema/order.ts";

/** Returns the ids of an invoice's orders, oldest first. */
export async function getInvoiceOrderIds(db: Db, invoiceId: string): Promise<string[]> {
  const rows = await db
    .select({ orderId: invoiceOrders.orderId })
    .from(invoiceOrders)
    .where(eq(invoiceOrders.invoiceId, invoiceId))
    .orderBy(asc(invoiceOrders.orderId));
  return rows.map(({ orderId }) => orderId);
}

/** Reads orders and locks them until the transaction ends; sorted by id, so that concurrent calls do not deadlock. */
export const lockOrders = (db: Db, ids: readonly string[]): Promise<OrderRecord[]> =>
  db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(asc(orders.id))
    .for("update");

/**
 * Sets the invoice status of locked orders. Their version stays the same: nobody edits this field, and every action on
 * an order reads it again.
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
