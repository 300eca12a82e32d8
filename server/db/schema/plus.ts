import { isNull } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { type PlusKind, plusKind, plusStatus } from "../../../adapters/contract/plus.ts";
import { codePointText, enumCheck, int8, recordColumns } from "../columns.ts";
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
    kind: text("kind").notNull().$type<PlusKind>(),
    sn: codePointText("sn").notNull(),
    status: text("status").notNull().default("normal").$type<"normal" | "fault" | "off">(),
  },
  (t) => {
    const active = isNull(t.deletedAt);
    return [
      uniqueIndex("plus_modules_sn_key").on(t.sn).where(active),
      index("plus_modules_box").on(t.boxId).where(active),
      enumCheck("plus_modules_kind_check", t.kind, plusKind),
      enumCheck("plus_modules_status_check", t.status, plusStatus),
    ];
  },
);
export type PlusRecord = typeof plusModules.$inferSelect;

export const plusSubject: RecordSubject = { entities: ["plus"], table: plusModules, name: plusModules.name };
