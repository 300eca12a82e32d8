import { integer, pgTable, text } from "drizzle-orm/pg-core";

/** The last number given under each prefix and day, such as `DD20261120`. */
export const serialNumbers = pgTable("serial_numbers", {
  key: text("key").primaryKey(),
  last: integer("last").notNull(),
});
