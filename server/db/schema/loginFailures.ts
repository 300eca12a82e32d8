import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "../columns.ts";

/** Consecutive failed logins by `phone:…`, registered or not, and by `address:…`. */
export const loginFailures = pgTable("login_failures", {
  subject: text("subject").primaryKey(),
  count: integer("count").notNull(),
  lastAt: timestamptz("last_at").notNull(),
  lockedUntil: timestamptz("locked_until"),
});
