import { eq, sql } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { companies } from "../../db/schema/company.ts";
import { goods } from "../../db/schema/goods.ts";
import type { OrderRecord } from "../../db/schema/order.ts";

interface RevenueChange {
  /** Confirmed, or negative where it goes back. */
  readonly amountFen: number;
  readonly commissionFen: number;
}

/** Adds confirmed money to what the order's company and channel have brought in; their rows stay locked. */
export async function addRevenue(
  db: Db,
  { companyId, channelCodeId }: OrderRecord,
  { amountFen, commissionFen }: RevenueChange,
): Promise<void> {
  await db
    .update(companies)
    .set({ orderAmountFen: sql`${companies.orderAmountFen} + ${amountFen}` })
    .where(eq(companies.id, companyId));
  if (channelCodeId === null) return;
  await db
    .update(channelCodes)
    .set({
      orderAmountFen: sql`${channelCodes.orderAmountFen} + ${amountFen}`,
      commissionFen: sql`${channelCodes.commissionFen} + ${commissionFen}`,
    })
    .where(eq(channelCodes.id, channelCodeId));
}

/** Counts the pieces of a paid order as sold, or no longer; in the order of ids, so that two orders never cross. */
export async function addSoldCounts(db: Db, { items }: OrderRecord, sign: 1 | -1): Promise<void> {
  for (const { goodsId, quantity } of items.toSorted((a, b) => (a.goodsId < b.goodsId ? -1 : 1)))
    await db
      .update(goods)
      .set({ soldCount: sql`${goods.soldCount} + ${sign * quantity}` })
      .where(eq(goods.id, goodsId));
}
