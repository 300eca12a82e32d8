import { and, asc, eq } from "drizzle-orm";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import { describeDecision } from "../../../adapters/contract/orderDecision.ts";
import * as word from "../../../adapters/contract/words.ts";
import { type OrderEventName, type OrderFacts, orderStatusMachine } from "../../../machines/status/order.ts";
import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type OrderRecord, orders } from "../../db/schema/order.ts";
import { orderEvents } from "../../db/schema/orderEvent.ts";
import { RefusalError } from "../../errors.ts";
import { createVersionConflict, requireRecord } from "../../records/refusals.ts";
import { toShanghaiWallTime } from "../../records/shanghaiDay.ts";
import { toOrderRow } from "./orderRow.ts";

/** Reads an order; refuses if there is none. */
export async function getOrder(db: Db, id: string): Promise<OrderRecord> {
  const [record] = await db.select().from(orders).where(eq(orders.id, id));
  return requireRecord(record, word.order);
}

/**
 * Reads an order and locks its row until the transaction ends; a stale version is a conflict. Where somebody else has
 * made the event impossible meanwhile, the conflict says so: saving again would not help.
 */
export async function lockOrder(
  call: Call,
  { id, version }: { readonly id: string; readonly version: number },
  getEvent: (order: OrderRecord) => OrderEventName,
): Promise<OrderRecord> {
  const [record] = await call.db.select().from(orders).where(eq(orders.id, id)).for("update");
  const order = requireRecord(record, word.order);
  if (order.version === version) return order;
  const current = toOrderRow(order, call);
  const event = getEvent(order);
  if (orderStatusMachine.next(order, event)) throw createVersionConflict(current);
  const message = (await describeOthersDecision(call.db, order, event)) ?? describeRefusal(order, event);
  throw new RefusalError(message, stateCodes.conflict, current);
}

/** That a colleague has decided meanwhile, who and when; null if something else has happened. */
async function describeOthersDecision(
  db: Db,
  { id }: OrderRecord,
  event: OrderEventName,
): Promise<string | null> {
  const events = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, id))
    .orderBy(asc(orderEvents.id));
  const decision = describeDecision(events, (at) => toShanghaiWallTime(at).toISOString().replace("T", " "));
  const label = eventLabels[event];
  return decision && `该订单${decision}，${label.startsWith("审核") ? "不用再审核" : `不能${label}`}`;
}

/** Locks a company's paid orders, which have grants, in the order of their ids. */
export async function lockPaidOrders(db: Db, companyId: string): Promise<void> {
  await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.companyId, companyId), eq(orders.status, "paid")))
    .orderBy(asc(orders.id))
    .for("update");
}

const eventLabels: Readonly<Record<OrderEventName, string>> = {
  register: word.registerPayment,
  approve: "审核",
  reject: "审核",
  withdraw: word.withdrawPayment,
  cancel: "取消",
  expire: "取消",
  askRefund: word.askRefund,
  approveRefund: "审核退款",
  rejectRefund: "审核退款",
  finish: "完成",
};

/** Why an event is not allowed, with the label of the status. */
function describeRefusal(order: OrderFacts, event: OrderEventName): string {
  // The event would be allowed without an invoice, so the message names the invoice as the reason.
  if (order.invoiceStatus !== "none" && orderStatusMachine.next({ ...order, invoiceStatus: "none" }, event))
    return order.invoiceStatus === "issued"
      ? "该订单已开具发票，请先红冲"
      : "该订单有待开具的发票申请，请先驳回或撤回该申请";
  return `订单当前状态为「${orderStatusMachine.label(order)}」，不能${eventLabels[event]}`;
}

/** The order's status after an event; an event that is not allowed is refused. */
export function getNextStatus(order: OrderFacts, event: OrderEventName): OrderRecord["status"] {
  const next = orderStatusMachine.next(order, event);
  if (next) return next;
  throw new RefusalError(describeRefusal(order, event));
}
