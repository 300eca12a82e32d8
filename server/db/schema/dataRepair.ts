import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "../columns.ts";

/** Repairs of stored rows, by migrations or, where they need code, at a start; one row each once it is done. */
export const dataRepairs = pgTable("data_repairs", {
  name: text("name").primaryKey(),
  doneAt: timestamptz("done_at").notNull(),
  /** Values that it has changed, and those that it had to leave. */
  changed: integer("changed").notNull(),
  left: integer("left_as_they_are").notNull(),
  /** When the log has told it; null before. */
  toldAt: timestamptz("told_at"),
});
