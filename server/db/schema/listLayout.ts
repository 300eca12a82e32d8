import { boolean, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ListColumn } from "../../../adapters/contract/listLayout.ts";
import { int8, timestamptz } from "../columns.ts";

/** Columns of lists that people keep under a name. */
export const listLayouts = pgTable(
  "list_layouts",
  {
    id: int8("id").primaryKey(),
    staffId: int8("staff_id").notNull(),
    list: text("list").notNull(),
    name: text("name").notNull(),
    columns: jsonb("columns").notNull().$type<readonly ListColumn[]>(),
    isShared: boolean("is_shared").notNull(),
    savedAt: timestamptz("saved_at").notNull(),
  },
  (t) => [uniqueIndex("list_layouts_list_staff_name_key").on(t.list, t.staffId, t.name)],
);
