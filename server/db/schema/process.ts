import { jsonb, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { timestamptz } from "../columns.ts";

/** Processes that serve or served this database. A process that starts takes over an expired row. */
export const processes = pgTable("processes", {
  /** 0 to 1023; part of every id that the process generates. */
  id: smallint("id").primaryKey(),
  /** Random text that identifies this run among those with the same id. */
  token: text("token").notNull(),
  /** Host and number of the process. */
  name: text("name").notNull(),
  /** URL at which other processes reach it; empty if it is the only one. */
  address: text("address").notNull().default(""),
  /** The consoles that are connected to it. */
  consoles: jsonb("consoles").notNull().default([]).$type<readonly unknown[]>(),
  /** What it says of itself; null before it has, and after a stop in order. */
  status: jsonb("status").$type<unknown>(),
  /** Newest migration of its build. */
  version: text("version").notNull(),
  startedAt: timestamptz("started_at").notNull(),
  /** End of the lease by the database's clock; renewed while the process runs. */
  until: timestamptz("until").notNull(),
});
