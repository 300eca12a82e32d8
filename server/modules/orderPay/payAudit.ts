import { and, eq } from "drizzle-orm";
import { orderPayStatusMachine } from "../../../machines/status/orderPay.ts";
import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type OrderPayRecord, orderPays } from "../../db/schema/orderPay.ts";

/** Finds the payment of an order that waits for audit; null for a free order. */
export async function findPendingPay(db: Db, orderId: string): Promise<OrderPayRecord | null> {
  const [pay] = await db
    .select()
    .from(orderPays)
    .where(and(eq(orderPays.orderId, orderId), eq(orderPays.status, "pending")));
  return pay ?? null;
}

/** A reference to a payment for the audit trail. */
export const toPayRef = ({ id, payNo }: OrderPayRecord) => ({ id, payNo });

type PayEvent = Parameters<typeof orderPayStatusMachine.next>[1];

async function transitionPay(
  call: Call,
  pay: OrderPayRecord,
  event: PayEvent,
  patch: Partial<OrderPayRecord>,
) {
  const status = orderPayStatusMachine.next(pay.status, event);
  if (status === null) throw new Error(`A payment that is ${pay.status} takes no ${event}`);
  await call.db
    .update(orderPays)
    .set({ ...patch, status, version: pay.version + 1, updatedAt: call.now })
    .where(eq(orderPays.id, pay.id));
}

const getAuditFields = ({ actor, now }: Call, auditRemark: string) => ({
  auditorName: actor.name,
  auditedAt: now,
  auditRemark,
});

/** The money has arrived; a payer other than the company was verified. */
export const confirmPay = (call: Call, pay: OrderPayRecord, remark: string): Promise<void> =>
  transitionPay(call, pay, "confirm", { ...getAuditFields(call, remark), payerVerified: pay.payerDiffers });

/** The money has not arrived as registered. */
export const rejectPay = (call: Call, pay: OrderPayRecord, remark: string): Promise<void> =>
  transitionPay(call, pay, "reject", getAuditFields(call, remark));

/** The person who registered the payment withdraws it. */
export const closePay = (call: Call, pay: OrderPayRecord): Promise<void> =>
  transitionPay(call, pay, "close", {});

/** Marks all confirmed payments of an order as refunded. */
export async function refundPays(call: Call, orderId: string): Promise<void> {
  const confirmed = await call.db
    .select()
    .from(orderPays)
    .where(and(eq(orderPays.orderId, orderId), eq(orderPays.status, "confirmed")));
  for (const pay of confirmed) await transitionPay(call, pay, "refund", {});
}
