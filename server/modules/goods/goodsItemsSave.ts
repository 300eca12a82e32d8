import { and, eq, inArray, isNull } from "drizzle-orm";
import { Refusal } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { goodsItems } from "../../db/schema/goods.ts";
import { services } from "../../db/schema/service.ts";

export interface PickedItem {
  readonly serviceId: string;
  readonly quantity: number;
}

/**
 * Holds the picked services as they are until the transaction ends, and refuses what is gone or, where the goods are
 * to be on sale, off the shelf.
 */
export async function holdServices(db: Db, picked: readonly PickedItem[], onSale: boolean): Promise<void> {
  const ids = picked.map(({ serviceId }) => serviceId);
  const live = await db
    .select({ id: services.id, name: services.name, status: services.status })
    .from(services)
    .where(and(inArray(services.id, ids), isNull(services.deletedAt)))
    // In one order, so that two who pick the same services wait for each other at most once.
    .orderBy(services.id)
    .for("share");
  if (live.length < ids.length) throw new Refusal("所选服务不存在或已删除，请重新选择");
  const off = live.filter(({ status }) => status !== "onShelf").map(({ name }) => `「${name}」`);
  if (onSale && off.length > 0) throw new Refusal(`服务${off.join("")}已下架，请先上架后再销售商品`);
}

/** Puts these services into the goods, in this order, instead of what was in them. */
export async function replaceItems(db: Db, goodsId: string, picked: readonly PickedItem[]): Promise<void> {
  await db.delete(goodsItems).where(eq(goodsItems.goodsId, goodsId));
  await db
    .insert(goodsItems)
    .values(
      picked.map(({ serviceId, quantity }, index) => ({ goodsId, serviceId, quantity, position: index + 1 })),
    );
}
