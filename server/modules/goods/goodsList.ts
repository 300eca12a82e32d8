import { eq, gte, inArray, isNull, lte } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type * as z from "zod/mini";
import type { goodsCalls } from "../../../adapters/contract/goods.ts";
import { goods, goodsItems } from "../../db/schema/goods.ts";
import { defineListSource } from "../../list/listSource.ts";

/** The list of goods. */
export const goodsList = defineListSource<z.output<typeof goodsCalls.goodsPageList.body>>()({
  table: goods,
  id: goods.id,
  createdAt: goods.createdAt,
  baseCondition: isNull(goods.deletedAt),
  search: goods.search,
  sortable: {
    createdAt: goods.createdAt,
    updatedAt: goods.updatedAt,
    name: goods.nameOrder,
    priceFen: goods.priceFen,
    months: goods.months,
    soldCount: goods.soldCount,
    status: goods.status,
  },
  filters: {
    status: (value) => eq(goods.status, value),
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
