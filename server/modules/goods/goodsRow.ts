import { asc, eq, inArray } from "drizzle-orm";
import type { GoodsItem, GoodsRow } from "../../../adapters/contract/goods.ts";
import type { Db } from "../../db/handle.ts";
import { type GoodsRecord, goodsItems } from "../../db/schema/goods.ts";
import { services } from "../../db/schema/service.ts";

/** The services in each of the goods, in their order, at their present prices. */
export async function getGoodsItems(db: Db, ids: readonly string[]): Promise<Map<string, GoodsItem[]>> {
  if (ids.length === 0) return new Map();
  const items = await db
    .select({
      goodsId: goodsItems.goodsId,
      serviceId: goodsItems.serviceId,
      quantity: goodsItems.quantity,
      name: services.name,
      unit: services.unit,
      kind: services.kind,
      priceFen: services.priceFen,
      taxRate: services.taxRate,
      status: services.status,
    })
    .from(goodsItems)
    .innerJoin(services, eq(services.id, goodsItems.serviceId))
    .where(inArray(goodsItems.goodsId, [...ids]))
    .orderBy(asc(goodsItems.goodsId), asc(goodsItems.position));
  const itemsByGoods = new Map<string, GoodsItem[]>();
  for (const { goodsId, ...item } of items)
    itemsByGoods.set(goodsId, [...(itemsByGoods.get(goodsId) ?? []), item]);
  return itemsByGoods;
}

/** Goods as lists and details show them, with what is in them. */
export async function toGoodsRows(db: Db, records: readonly GoodsRecord[]): Promise<GoodsRow[]> {
  const itemsByGoods = await getGoodsItems(
    db,
    records.map(({ id }) => id),
  );
  return records.map((record) => {
    const items = itemsByGoods.get(record.id) ?? [];
    return {
      id: record.id,
      version: record.version,
      createdAt: record.createdAt.toISOString(),
      updatedAt: record.updatedAt.toISOString(),
      name: record.name,
      code: record.code,
      cover: record.cover,
      items,
      partsFen: items.reduce((sum, { priceFen, quantity }) => sum + priceFen * quantity, 0),
      months: record.months,
      originPriceFen: record.originPriceFen,
      priceFen: record.priceFen,
      description: record.description,
      status: record.status,
      soldCount: record.soldCount,
    };
  });
}

export async function toGoodsRow(db: Db, record: GoodsRecord): Promise<GoodsRow> {
  const [row] = await toGoodsRows(db, [record]);
  if (!row) throw new Error("One record makes one row");
  return row;
}
