import { asc, eq, inArray } from "drizzle-orm";
import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { invoiceOrders } from "../../db/schema/invoice.ts";
import { type OrderRecord, orders } from "../../db/schema/order.ts";
import { type OrderEventRecord, orderEvents } from "../../db/schema/orderEvent.ts";
import { announceChange } from "../announceChange.ts";

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
  call: Pick<Call, "db" | "actor" | "afterCommit" | "publish">,
  ids: readonly string[],
  invoiceStatus: OrderRecord["invoiceStatus"],
): Promise<void> {
  await call.db
    .update(orders)
    .set({ invoiceStatus })
    .where(inArray(orders.id, [...ids]));
  announceChange(call, "order", ids);
}

/** Adds a step of an invoice to the history of its orders, whose status stays. */
export async function addInvoiceEvents(
  { db, now, actor, newId }: Call,
  orderIds: readonly string[],
  kind: OrderEventRecord["kind"],
  remark: string,
): Promise<void> {
  const states = await db
    .select({ orderId: orders.id, status: orders.status })
    .from(orders)
    .where(inArray(orders.id, [...orderIds]));
  await db.insert(orderEvents).values(
    states.map((state) => ({
      ...state,
      id: newId(),
      at: now,
      kind,
      byId: actor.id,
      byName: actor.name,
      remark,
    })),
  );
}
