import { and, asc, eq, gt, inArray, isNull, max } from "drizzle-orm";
import { orderStatusMachine } from "../../../machines/status/order.ts";
import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type OrderRecord, orders } from "../../db/schema/order.ts";
import { serviceGrants } from "../../db/schema/serviceGrant.ts";
import { RefusalError } from "../../errors.ts";
import { activeOrFuture, getActiveOrFutureGrants, updateCompanyExpiry } from "./companyGrants.ts";
import { planGrants } from "./planGrants.ts";
import { rescheduleGrants } from "./rescheduleGrants.ts";

const noActiveServiceMessage = "该企业的服务已全部到期，不能增购，请驳回后重新下单";

/** Why the services of an order that waits for approval cannot be granted now; empty if they can. */
export async function getApprovalRefusal(
  { db, now }: Pick<Call, "db" | "now">,
  order: OrderRecord,
): Promise<string> {
  if (order.type !== "expand" || order.status !== "auditing") return "";
  if (orderStatusMachine.next(order, "approve") !== "paid") return "";
  const planned = planGrants(order, await getActiveOrFutureGrants(db, order.companyId, now), now);
  return planned === null ? noActiveServiceMessage : "";
}

/**
 * Creates an order's grants, in the transaction that approves it; the company's row must be locked.
 * @returns the end of the last grant
 */
export async function grantOrder({ db, now, newId }: Call, order: OrderRecord): Promise<Date | null> {
  const { id: orderId, orderNo, companyId } = order;
  const planned = planGrants(order, await getActiveOrFutureGrants(db, companyId, now), now);
  if (planned === null) throw new RefusalError(noActiveServiceMessage);
  if (planned.length > 0)
    await db
      .insert(serviceGrants)
      .values(
        planned.map((grant) => ({ ...grant, id: newId(), createdAt: now, companyId, orderId, orderNo })),
      );
  await updateCompanyExpiry(db, companyId, now);
  return planned.reduce<Date | null>(
    (end, { expireAt }) => (end === null || expireAt > end ? expireAt : end),
    null,
  );
}

/** A grant moved by the refund of another order, for the audit trail. */
export interface RescheduledGrant {
  readonly grantId: string;
  readonly orderNo: string;
  readonly startAt: Date;
  readonly expireAt: Date;
}

/**
 * Ends the remaining grants of a refunded order. Grants that were to follow them start earlier, so that a paid service
 * does not wait for refunded months.
 * @returns the moved grants
 */
export async function endGrants(
  { db, now }: Call,
  { id, companyId }: OrderRecord,
): Promise<readonly RescheduledGrant[]> {
  await db
    .update(serviceGrants)
    .set({ endedAt: now })
    .where(
      and(eq(serviceGrants.orderId, id), isNull(serviceGrants.endedAt), gt(serviceGrants.expireAt, now)),
    );
  const rescheduled = rescheduleGrants(await lockGrantSpans(db, companyId, now), now);
  for (const { id: grantId, startAt, expireAt } of rescheduled)
    await db.update(serviceGrants).set({ startAt, expireAt }).where(eq(serviceGrants.id, grantId));
  for (const orderId of new Set(rescheduled.map((grant) => grant.orderId)))
    await updateOrderExpiry(db, orderId);
  await updateCompanyExpiry(db, companyId, now);
  return rescheduled.map(({ id: grantId, orderNo, startAt, expireAt }) => ({
    grantId,
    orderNo,
    startAt,
    expireAt,
  }));
}

/** Locks the company's active and future grants, in the order in which flights lock them. */
async function lockGrantSpans(db: Db, companyId: string, now: Date) {
  const grants = await db
    .select()
    .from(serviceGrants)
    .where(activeOrFuture(companyId, now))
    .orderBy(asc(serviceGrants.id))
    .for("update");
  const orderIds = [...new Set(grants.map(({ orderId }) => orderId))];
  const additions = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, orderIds), eq(orders.type, "expand")));
  return grants.map((grant) => ({ ...grant, isAddition: additions.some(({ id }) => id === grant.orderId) }));
}

/** Updates an order's end: the end of its latest grant. */
async function updateOrderExpiry(db: Db, orderId: string): Promise<void> {
  const [latest] = await db
    .select({ expireAt: max(serviceGrants.expireAt) })
    .from(serviceGrants)
    .where(eq(serviceGrants.orderId, orderId));
  await db
    .update(orders)
    .set({ endAt: latest?.expireAt ?? null })
    .where(eq(orders.id, orderId));
}
