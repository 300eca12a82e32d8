import { pgTable, smallint } from "drizzle-orm/pg-core";
import { timestamptz } from "../columns.ts";

/** Rows that say when something was written last: 1 to test whether the database accepts writes, 2 as a sign of life. */
export const writeProbes = pgTable("write_probes", {
  id: smallint("id").primaryKey(),
  at: timestamptz("at").notNull(),
});
