import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { bytea, instant, int8 } from "../columns.ts";

/** Pictures and vouchers, in the database because several server processes share no disk. */
export const uploads = pgTable("uploads", {
  /** Random, not counted: an image element carries no token, so the address must not be guessable. */
  id: int8("id").primaryKey(),
  contentType: text("content_type").notNull(),
  bytes: bytea("bytes").notNull(),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  createdAt: instant("created_at").notNull(),
  createdBy: int8("created_by").notNull(),
  /** Served under a signed, short-lived address only. */
  confidential: boolean("confidential").notNull().default(false),
});
