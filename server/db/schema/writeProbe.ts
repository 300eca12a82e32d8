import { pgTable, smallint } from "drizzle-orm/pg-core";
import { timestamptz } from "../columns.ts";

/** One row that is written to find out whether the database takes writes. */
export const writeProbes = pgTable("write_probes", {
  id: smallint("id").primaryKey(),
  at: timestamptz("at").notNull(),
});
