import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { serialId, timestamptz } from "../columns.ts";

/** Repairs of stored rows by migrations; the server's log tells each once, at the next start. */
export const repairs = pgTable("repairs", {
  id: serialId("id").primaryKey(),
  at: timestamptz("at").notNull().defaultNow(),
  /** What was repaired, in English as the log is. */
  what: text("what").notNull(),
  rows: integer("rows").notNull(),
  toldAt: timestamptz("told_at"),
});
