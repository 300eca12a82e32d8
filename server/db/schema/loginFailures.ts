import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "../columns.ts";

/** Failed logins in a row, by `phone:…` whether or not it is known, and by `address:…`. */
export const loginFailures = pgTable("login_failures", {
  subject: text("subject").primaryKey(),
  count: integer("count").notNull(),
  lastAt: timestamptz("last_at").notNull(),
  lockedUntil: timestamptz("locked_until"),
});
