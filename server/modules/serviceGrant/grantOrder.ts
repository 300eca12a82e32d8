import { and, eq, gt, isNull } from "drizzle-orm";
import { type Call, Refusal } from "../../call.ts";
import type { OrderRecord } from "../../db/schema/order.ts";
import { serviceGrants } from "../../db/schema/serviceGrant.ts";
import { runningGrants, updateCompanyEnd } from "./companyGrants.ts";
import { plannedGrants } from "./plannedGrants.ts";

/**
 * Makes an order's grants from now on, in the transaction that approves it; the company's row is locked by then.
 * Answers with when the last of them ends.
 */
export async function grantOrder({ db, now, newId }: Call, order: OrderRecord): Promise<Date | null> {
  const { id: orderId, orderNo, companyId } = order;
  const planned = plannedGrants(order, await runningGrants(db, companyId, now), now);
  if (planned === null) throw new Refusal("该企业的服务已全部到期，不能增购，请驳回后重新下单");
  if (planned.length > 0)
    await db
      .insert(serviceGrants)
      .values(
        planned.map((grant) => ({ ...grant, id: newId(), createdAt: now, companyId, orderId, orderNo })),
      );
  await updateCompanyEnd(db, companyId);
  return planned.reduce<Date | null>(
    (end, { expireAt }) => (end === null || expireAt > end ? expireAt : end),
    null,
  );
}

/** Ends what a refunded order still grants. */
export async function endGrants({ db, now }: Call, { id, companyId }: OrderRecord): Promise<void> {
  await db
    .update(serviceGrants)
    .set({ endedAt: now })
    .where(
      and(eq(serviceGrants.orderId, id), isNull(serviceGrants.endedAt), gt(serviceGrants.expireAt, now)),
    );
  await updateCompanyEnd(db, companyId);
}
