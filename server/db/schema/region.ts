import { boolean, doublePrecision, index, pgTable, text } from "drizzle-orm/pg-core";
import { codePointText } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";

/** Administrative divisions by GB/T 2260 code; the root is `100000`. */
export const regions = pgTable(
  "regions",
  {
    id: codePointText("id").primaryKey(),
    parentId: codePointText("parent_id"),
    name: text("name").notNull(),
    /** Province, city and county, as at the start of an address. */
    fullName: text("full_name").notNull(),
    level: text("level").notNull().$type<"country" | "province" | "city" | "county">(),
    lng: doublePrecision("lng"),
    lat: doublePrecision("lat"),
    hasChildren: boolean("has_children").notNull(),
  },
  (t) => [index("regions_parent").on(t.parentId, t.id)],
);

export const regionNames: DenormalizedNames = {
  table: regions,
  own: [regions.fullName],
};
