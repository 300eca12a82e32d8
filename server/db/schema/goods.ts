import { isNull, sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { goodsStatus } from "../../../adapters/contract/goods.ts";
import { codePointText, enumColumn, int8, recordColumns, recordRules } from "../columns.ts";
import type { RecordSubject } from "../recordSubject.ts";
import { services } from "./service.ts";

/** What customers buy: a bundle of services for a number of months at one price. */
export const goods = pgTable(
  "goods",
  {
    ...recordColumns(),
    name: text("name").notNull(),
    nameOrder: codePointText("name_order").notNull(),
    code: codePointText("code").notNull(),
    cover: text("cover").notNull().default(""),
    months: integer("months").notNull(),
    originPriceFen: bigint("origin_price_fen", { mode: "number" }).notNull(),
    priceFen: bigint("price_fen", { mode: "number" }).notNull(),
    description: text("description").notNull().default(""),
    status: enumColumn("status", goodsStatus).notNull().default("offSale"),
    /** Quantity in paid orders. */
    soldCount: integer("sold_count").notNull().default(0),
    /** Lower-cased name and code. */
    search: text("search").notNull(),
  },
  (t) => {
    const active = isNull(t.deletedAt);
    return [
      uniqueIndex("goods_code_key").on(sql`lower(${t.code})`).where(active),
      ...recordRules(t),
      check("goods_months_check", sql`${t.months} between 1 and 60`),
      check("goods_price_check", sql`${t.priceFen} between 0 and ${t.originPriceFen}`),
    ];
  },
);
export type GoodsRecord = typeof goods.$inferSelect;

/** The services in each goods, in the order in which they were selected. */
export const goodsItems = pgTable(
  "goods_items",
  {
    goodsId: int8("goods_id")
      .notNull()
      .references(() => goods.id),
    serviceId: int8("service_id")
      .notNull()
      .references(() => services.id),
    quantity: integer("quantity").notNull(),
    position: integer("position").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.goodsId, t.serviceId] }),
    index("goods_items_service").on(t.serviceId),
    check("goods_items_quantity_check", sql`${t.quantity} between 1 and 9999`),
  ],
);

export const goodsSubject: RecordSubject = {
  entities: ["goods"],
  rights: { goods: ["goods", 1] },
  table: goods,
  name: goods.name,
};
