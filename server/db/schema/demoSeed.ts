import { pgTable } from "drizzle-orm/pg-core";
import { timestamptz } from "../columns.ts";

/** One row where demo data were seeded: without an end the start that seeded them was interrupted. */
export const demoSeeds = pgTable("demo_seeds", {
  startedAt: timestamptz("started_at").notNull().primaryKey(),
  finishedAt: timestamptz("finished_at"),
});
