import { pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "../columns.ts";

/** Captchas shown and not yet tried; trying one deletes it. */
export const captchas = pgTable("captchas", {
  id: text("id").primaryKey(),
  answer: text("answer").notNull(),
  expiresAt: timestamptz("expires_at").notNull(),
});
