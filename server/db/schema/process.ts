import { jsonb, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { timestamptz } from "../columns.ts";

/** Processes that serve this database, or have: a row whose time is over is taken by the next that starts. */
export const processes = pgTable("processes", {
  /** 0 to 1023: part of every id that the process makes. */
  id: smallint("id").primaryKey(),
  /** Tells this run from an earlier one with the same id. */
  token: text("token").notNull(),
  /** Host and number of the process. */
  name: text("name").notNull(),
  /** Where other processes reach it; empty where nobody needs to. */
  address: text("address").notNull().default(""),
  /** Who has a console open at it. */
  consoles: jsonb("consoles").notNull().default([]).$type<readonly unknown[]>(),
  /** Newest migration of its build. */
  version: text("version").notNull(),
  startedAt: timestamptz("started_at").notNull(),
  /** Until when the id is its own, by the database's clock; renewed as long as it runs. */
  until: timestamptz("until").notNull(),
});
