import { asc, eq, gte, inArray, lte } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import {
  type GoodsItem,
  type GoodsRow,
  goodsCalls,
  goodsRow,
  goodsStatus,
} from "../../../adapters/contract/goods.ts";
import type { Db } from "../../db/handle.ts";
import { type GoodsRecord, goods, goodsItems } from "../../db/schema/goods.ts";
import { services } from "../../db/schema/service.ts";
import { numberColumn, textColumn, timeColumn, yuanColumn } from "../../list/exportColumn.ts";
import { prepareRowExport, type RowSheet } from "../../list/prepareExport.ts";
import { defineRecordSource } from "../../list/recordSource.ts";
import { toWireRow } from "../../records/toWireRow.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";

/** The list of goods. */
export const goodsList = defineRecordSource(goodsCalls.goodsPageList, goods, {
  nameOrder: goods.nameOrder,
  filters: {
    serviceId: (value) =>
      inArray(
        goods.id,
        new QueryBuilder()
          .select({ goodsId: goodsItems.goodsId })
          .from(goodsItems)
          .where(eq(goodsItems.serviceId, value)),
      ),
    minFen: (value) => gte(goods.priceFen, value),
    maxFen: (value) => lte(goods.priceFen, value),
  },
});

/** The services in each of the goods, in their order, at current prices. */
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

/** Goods as lists and details show them, with their services. */
export async function toGoodsRows(db: Db, records: readonly GoodsRecord[]): Promise<GoodsRow[]> {
  const itemsByGoods = await getGoodsItems(
    db,
    records.map(({ id }) => id),
  );
  return records.map((record) => {
    const items = itemsByGoods.get(record.id) ?? [];
    const partsFen = items.reduce((sum, { priceFen, quantity }) => sum + priceFen * quantity, 0);
    return toWireRow(goodsRow, { ...record, items, partsFen });
  });
}

/** The workbook of 商品列表. */
const goodsSheet: RowSheet<GoodsRow> = {
  title: "商品列表",
  columns: [
    textColumn("name", "商品名称", 30, ({ name }) => name),
    textColumn("cover", "封面", 10, ({ cover }) => (cover ? "已上传" : "")),
    textColumn("status", "状态", 10, ({ status }) => goodsStatus.label(status)),
    yuanColumn("priceFen", "售价", 14, ({ priceFen }) => priceFen),
    yuanColumn("partsFen", "服务合计", 14, ({ partsFen }) => partsFen),
    yuanColumn("originPriceFen", "原价", 14, ({ originPriceFen }) => originPriceFen),
    numberColumn("months", "时长（月）", 12, ({ months }) => months),
    numberColumn("soldCount", "已售", 10, ({ soldCount }) => soldCount),
    textColumn("items", "包含服务", 50, ({ items }) =>
      items.map(({ name, quantity }) => `${name} × ${quantity}`).join("、"),
    ),
    textColumn("code", "商品编码", 14, ({ code }) => code),
    timeColumn("updatedAt", "更新时间", ({ updatedAt }) => updatedAt),
    timeColumn("createdAt", "创建时间", ({ createdAt }) => createdAt),
    textColumn("description", "商品说明", 40, ({ description }) => description),
  ],
};

export const prepareGoodsExport: ExportPreparer<typeof goodsCalls.goodsExport> = (body, call) =>
  prepareRowExport(call, goodsList, body, toGoodsRows, goodsSheet);
