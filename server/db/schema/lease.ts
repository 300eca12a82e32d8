import { bigint, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { timestamptz } from "../columns.ts";

/** Leases on work that only one process does at a time, see `cluster/lease.ts`. */
export const leases = pgTable("leases", {
  name: text("name").primaryKey(),
  /** Id of a process; null before the first. */
  owner: smallint("owner"),
  /** Fencing token: counts the owners, so that writes of an earlier one are refused. */
  epoch: bigint("epoch", { mode: "number" }).notNull(),
  /** End of the lease by the database's clock; `-infinity` once it is released. */
  until: timestamptz("until").notNull(),
});
