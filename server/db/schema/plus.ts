import { isNull } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { plusKind, plusStatus } from "../../../adapters/contract/plus.ts";
import { codePointText, enumChecks, enumColumn, int8, recordColumns } from "../columns.ts";
import type { RecordSubject } from "../recordSubject.ts";
import { boxes } from "./box.ts";

/** Expansion modules plugged into cloud boxes. */
export const plusModules = pgTable(
  "plus_modules",
  {
    ...recordColumns(),
    boxId: int8("box_id")
      .notNull()
      .references(() => boxes.id),
    name: text("name").notNull(),
    kind: enumColumn("kind", plusKind).notNull(),
    sn: codePointText("sn").notNull(),
    status: enumColumn("status", plusStatus).notNull().default("normal"),
  },
  (t) => {
    const active = isNull(t.deletedAt);
    return [
      uniqueIndex("plus_modules_sn_key").on(t.sn).where(active),
      index("plus_modules_box").on(t.boxId).where(active),
      ...enumChecks(t),
    ];
  },
);
export type PlusRecord = typeof plusModules.$inferSelect;

export const plusSubject: RecordSubject = {
  entities: ["plus"],
  rights: { plus: ["operate", 2] },
  table: plusModules,
  name: plusModules.name,
};
