import { and, eq } from "drizzle-orm";
import { orderPayStatusMachine } from "../../../machines/status/orderPay.ts";
import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type OrderPayRecord, orderPays } from "../../db/schema/orderPay.ts";

/** The payment of an order that waits for its audit; null for an order that costs nothing. */
export async function findPendingPay(db: Db, orderId: string): Promise<OrderPayRecord | null> {
  const [pay] = await db
    .select()
    .from(orderPays)
    .where(and(eq(orderPays.orderId, orderId), eq(orderPays.status, "pending")));
  return pay ?? null;
}

/** A payment by which the audit trail finds it again. */
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

/** The money has arrived; a payer who is not the company was looked into. */
export const confirmPay = (call: Call, pay: OrderPayRecord, remark: string): Promise<void> =>
  transitionPay(call, pay, "confirm", { ...getAuditFields(call, remark), payerVerified: pay.payerDiffers });

/** The money has not arrived as it was registered. */
export const rejectPay = (call: Call, pay: OrderPayRecord, remark: string): Promise<void> =>
  transitionPay(call, pay, "reject", getAuditFields(call, remark));

/** Who registered it takes it back. */
export const closePay = (call: Call, pay: OrderPayRecord): Promise<void> =>
  transitionPay(call, pay, "close", {});

/** All confirmed money of an order goes back. */
export async function refundPays(call: Call, orderId: string): Promise<void> {
  const confirmed = await call.db
    .select()
    .from(orderPays)
    .where(and(eq(orderPays.orderId, orderId), eq(orderPays.status, "confirmed")));
  for (const pay of confirmed) await transitionPay(call, pay, "refund", {});
}
