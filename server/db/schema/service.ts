import { isNull, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { serviceKind, serviceStatus, taxRate } from "../../../adapters/contract/service.ts";
import { codePointText, enumColumn, int8, recordColumns, recordRules } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import type { RecordSubject } from "../recordSubject.ts";

/** Services that the platform sells, in a tree of at most three levels. */
export const services = pgTable(
  "services",
  {
    ...recordColumns(),
    name: text("name").notNull(),
    nameOrder: codePointText("name_order").notNull(),
    code: codePointText("code").notNull(),
    parentId: int8("parent_id").references((): AnyPgColumn => services.id),
    /** 1 for a root, at most 3. */
    level: integer("level").notNull(),
    kind: enumColumn("kind", serviceKind).notNull(),
    unit: text("unit").notNull(),
    priceFen: bigint("price_fen", { mode: "number" }).notNull(),
    /** VAT in percent, a value of the dictionary. */
    taxRate: enumColumn("tax_rate", taxRate).notNull(),
    taxCode: text("tax_code").notNull(),
    description: text("description").notNull().default(""),
    status: enumColumn("status", serviceStatus).notNull().default("offShelf"),
    search: text("search").notNull(),
  },
  (t) => {
    const active = isNull(t.deletedAt);
    return [
      uniqueIndex("services_code_key").on(sql`lower(${t.code})`).where(active),
      index("services_parent").on(t.parentId).where(active),
      ...recordRules(t),
      check("services_level_check", sql`${t.level} between 1 and 3`),
      check("services_price_check", sql`${t.priceFen} >= 0`),
    ];
  },
);
export type ServiceRecord = typeof services.$inferSelect;

export const serviceNames: DenormalizedNames = {
  table: services,
  search: { text: services.search, parts: [services.name, services.code] },
};

export const serviceSubject: RecordSubject = {
  entities: ["service"],
  rights: { service: ["goods"] },
  table: services,
  name: services.name,
};
