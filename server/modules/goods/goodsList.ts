import { asc, eq, gte, inArray, lte } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import {
  type GoodsItem,
  type GoodsRow,
  goodsCalls,
  goodsFieldLabels,
  goodsRow,
} from "../../../adapters/contract/goods.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Db } from "../../db/handle.ts";
import { type GoodsRecord, goods, goodsItems } from "../../db/schema/goods.ts";
import { services } from "../../db/schema/service.ts";
import { numberColumn, textColumn, yuanColumn } from "../../list/exportColumn.ts";
import { prepareRowExport, type RowSheet } from "../../list/prepareExport.ts";
import { defineRecordSource } from "../../list/recordSource.ts";
import { createRowColumns } from "../../list/sheetColumns.ts";
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

const column = createRowColumns(goodsRow, goodsFieldLabels);

/** The workbook of 商品列表. */
const goodsSheet: RowSheet<GoodsRow> = {
  title: goodsCalls.goodsPageList.summary,
  columns: [
    column.text("name", 30),
    column.text("cover", 10, ({ cover }) => (cover ? word.uploaded : "")),
    column.label("status", 10),
    yuanColumn("priceFen", word.price, 14, ({ priceFen }) => priceFen),
    yuanColumn("partsFen", word.servicesTotal, 14, ({ partsFen }) => partsFen),
    yuanColumn("originPriceFen", word.originPrice, 14, ({ originPriceFen }) => originPriceFen),
    numberColumn("months", word.months, 12, ({ months }) => months),
    column.number("soldCount", 10),
    textColumn("items", word.includedServices, 50, ({ items }) =>
      items.map(({ name, quantity }) => `${name} × ${quantity}`).join("、"),
    ),
    column.text("code", 14),
    column.time("updatedAt"),
    column.time("createdAt"),
    column.text("description", 40),
  ],
};

export const prepareGoodsExport: ExportPreparer<typeof goodsCalls.goodsExport> = (body, call) =>
  prepareRowExport(call, goodsList, body, toGoodsRows, goodsSheet);
