import { bigint, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { timestamptz } from "../columns.ts";

/** What only one process does at a time: who, until when, and how often it has changed hands. */
export const leases = pgTable("leases", {
  name: text("name").primaryKey(),
  /** Id of a process; null before the first. */
  owner: smallint("owner"),
  /** Counts the owners: whoever writes as an earlier one is refused. */
  epoch: bigint("epoch", { mode: "number" }).notNull(),
  /** By the database's clock; `-infinity` once it was given up. */
  until: timestamptz("until").notNull(),
});
