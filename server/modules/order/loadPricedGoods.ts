import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { goods, goodsItems } from "../../db/schema/goods.ts";
import { services } from "../../db/schema/service.ts";
import { RefusalError } from "../../errors.ts";
import type { PricedGoods, PricedService } from "./calculateOrderAmounts.ts";

/** Loads goods at current prices, in the order of the ids; refuses if one is not on sale. */
export async function loadPricedGoods(db: Db, ids: readonly string[]): Promise<PricedGoods[]> {
  const records = await db
    .select()
    .from(goods)
    .where(and(inArray(goods.id, [...ids]), isNull(goods.deletedAt)));
  const items = await db
    .select({
      goodsId: goodsItems.goodsId,
      serviceId: goodsItems.serviceId,
      quantity: goodsItems.quantity,
      name: services.name,
      kind: services.kind,
      unit: services.unit,
      priceFen: services.priceFen,
      taxRate: services.taxRate,
      taxCode: services.taxCode,
    })
    .from(goodsItems)
    .innerJoin(services, eq(services.id, goodsItems.serviceId))
    .where(inArray(goodsItems.goodsId, [...ids]))
    .orderBy(asc(goodsItems.goodsId), asc(goodsItems.position));
  const byGoods = new Map<string, PricedService[]>();
  for (const { goodsId, ...service } of items) {
    const existing = byGoods.get(goodsId);
    if (existing) existing.push(service);
    else byGoods.set(goodsId, [service]);
  }
  return ids.map((id) => {
    const record = records.find((candidate) => candidate.id === id);
    if (!record) throw new RefusalError("所选商品不存在或已删除，请重新选择");
    if (record.status !== "onSale") throw new RefusalError(`商品「${record.name}」已下架，请重新选择`);
    const { name, months, priceFen, originPriceFen } = record;
    return { id, name, months, priceFen, originPriceFen, services: byGoods.get(id) ?? [] };
  });
}
