import { and, eq, inArray, isNull } from "drizzle-orm";
import { RefusalError } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { goodsItems } from "../../db/schema/goods.ts";
import { services } from "../../db/schema/service.ts";

export interface GoodsItemInput {
  readonly serviceId: string;
  readonly quantity: number;
}

/**
 * Holds the picked services as they are until the transaction ends, and refuses what is gone or, where the goods are
 * to be on sale, off the shelf.
 */
export async function lockServices(
  db: Db,
  items: readonly GoodsItemInput[],
  isOnSale: boolean,
): Promise<void> {
  const ids = items.map(({ serviceId }) => serviceId);
  const active = await db
    .select({ id: services.id, name: services.name, status: services.status })
    .from(services)
    .where(and(inArray(services.id, ids), isNull(services.deletedAt)))
    // In one order, so that two who pick the same services wait for each other at most once.
    .orderBy(services.id)
    .for("share");
  if (active.length < ids.length) throw new RefusalError("所选服务不存在或已删除，请重新选择");
  const offShelf = active.filter(({ status }) => status !== "onShelf").map(({ name }) => `「${name}」`);
  if (isOnSale && offShelf.length > 0)
    throw new RefusalError(`服务${offShelf.join("")}已下架，请先上架后再销售商品`);
}

/** Puts these services into the goods, in this order, instead of what was in them. */
export async function replaceGoodsItems(
  db: Db,
  goodsId: string,
  items: readonly GoodsItemInput[],
): Promise<void> {
  await db.delete(goodsItems).where(eq(goodsItems.goodsId, goodsId));
  await db
    .insert(goodsItems)
    .values(
      items.map(({ serviceId, quantity }, index) => ({ goodsId, serviceId, quantity, position: index + 1 })),
    );
}
