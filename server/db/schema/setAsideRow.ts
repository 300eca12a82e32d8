import { index, pgTable, text } from "drizzle-orm/pg-core";
import { serialId, timestamptz } from "../columns.ts";

/** Rows of the write-behind queues that could not be stored, with the reason; so that nothing is lost silently. */
export const setAsideRows = pgTable(
  "set_aside_rows",
  {
    id: serialId("id").primaryKey(),
    at: timestamptz("at").notNull().defaultNow(),
    /** The queue it comes from. */
    queue: text("queue").notNull(),
    reason: text("reason").notNull(),
    /** The row as JSON text, as `jsonb` could refuse it again. */
    row: text("row").notNull(),
  },
  (t) => [index("set_aside_rows_at").on(t.at)],
);
