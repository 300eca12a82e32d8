import { pgTable, smallint } from "drizzle-orm/pg-core";
import { timestamptz } from "../columns.ts";

/** One row, written to test whether the database accepts writes. */
export const writeProbes = pgTable("write_probes", {
  id: smallint("id").primaryKey(),
  at: timestamptz("at").notNull(),
});
