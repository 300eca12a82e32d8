import { and, asc, eq, exists, inArray, type SQL, sql } from "drizzle-orm";
import type { InvoiceLine } from "../../../adapters/contract/invoice.ts";
import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type InvoiceRecord, invoiceOrders, invoices } from "../../db/schema/invoice.ts";
import { type OrderRecord, type OrderTaxLine, orders } from "../../db/schema/order.ts";
import { type OrderEventRecord, orderEvents } from "../../db/schema/orderEvent.ts";
import { announceChange } from "../../records/announceChange.ts";
import { splitByWeight } from "../order/calculateOrderAmounts.ts";
import { toLineKey } from "./mergeInvoiceLines.ts";

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

/** Invoices in these statuses count for their orders. */
const activeStatuses: readonly InvoiceRecord["status"][] = ["applied", "issued", "reversing"];

/** Reads the lines of these orders that are on active invoices, by order. */
export async function readInvoicedLines(
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly OrderTaxLine[]>> {
  const rows = await db
    .select({ orderId: invoiceOrders.orderId, lines: invoiceOrders.lines })
    .from(invoiceOrders)
    .innerJoin(invoices, eq(invoices.id, invoiceOrders.invoiceId))
    .where(and(inArray(invoiceOrders.orderId, [...orderIds]), inArray(invoices.status, [...activeStatuses])));
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId);
  return new Map([...byOrder].map(([id, some]) => [id, some.flatMap(({ lines }) => lines)]));
}

/**
 * Derives invoice status and invoiced amount of locked orders from their invoices, after a change of these. Their
 * version stays the same: nobody edits these fields, and every action on an order reads them again.
 */
export async function refreshInvoicedOrders(
  call: Pick<Call, "db" | "actor" | "publish">,
  ids: readonly string[],
): Promise<void> {
  const ofOrder = (condition: SQL | undefined) =>
    call.db
      .select({ id: invoices.id })
      .from(invoiceOrders)
      .innerJoin(invoices, eq(invoices.id, invoiceOrders.invoiceId))
      .where(and(eq(invoiceOrders.orderId, orders.id), condition));
  const invoicedFen = sql`coalesce((
    select sum((line->>'amountFen')::bigint)
    from ${invoiceOrders}
    join ${invoices} on ${invoices.id} = ${invoiceOrders.invoiceId}
    cross join jsonb_array_elements(${invoiceOrders.lines}) line
    where ${invoiceOrders.orderId} = ${orders.id} and ${inArray(invoices.status, [...activeStatuses])}
  ), 0)`;
  await call.db
    .update(orders)
    .set({
      invoiceStatus: sql`case
        when ${exists(ofOrder(inArray(invoices.status, ["issued", "reversing"])))} then 'issued'
        when ${exists(ofOrder(eq(invoices.status, "applied")))} then 'applied'
        else 'none'
      end`,
      invoicedFen,
    })
    .where(inArray(orders.id, [...ids]));
  announceChange(call, "order", ids);
}

/** Takes the lines of a red invoice off the invoice's orders, from each in proportion to what it has of the line. */
export async function takeBackLines(
  db: Db,
  invoiceId: string,
  redLines: readonly InvoiceLine[],
): Promise<void> {
  const links = await db
    .select()
    .from(invoiceOrders)
    .where(eq(invoiceOrders.invoiceId, invoiceId))
    .orderBy(asc(invoiceOrders.orderId));
  const parts = links.flatMap(({ orderId, lines }) => lines.map((line) => ({ orderId, line })));
  const taken = new Map<OrderTaxLine, number>();
  for (const red of redLines) {
    const same = parts.filter(({ line }) => toLineKey(line) === toLineKey(red));
    const shares = splitByWeight(
      red.exTaxFen + red.taxFen,
      same.map(({ line }) => line.amountFen),
    );
    for (const [index, { line }] of same.entries()) taken.set(line, shares[index] ?? 0);
  }
  for (const { orderId, lines } of links)
    await db
      .update(invoiceOrders)
      .set({
        lines: lines.map((line) => ({ ...line, amountFen: line.amountFen - (taken.get(line) ?? 0) })),
      })
      .where(and(eq(invoiceOrders.invoiceId, invoiceId), eq(invoiceOrders.orderId, orderId)));
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
