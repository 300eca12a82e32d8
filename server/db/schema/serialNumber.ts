import { integer, pgTable, text } from "drizzle-orm/pg-core";

/** The last number assigned for each key, usually prefix and day, such as `DD20261120`. */
export const serialNumbers = pgTable("serial_numbers", {
  key: text("key").primaryKey(),
  last: integer("last").notNull(),
});
