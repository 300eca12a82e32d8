import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

/** Captchas shown and not yet tried; trying one removes it. */
export const captchas = pgTable("captchas", {
  id: text("id").primaryKey(),
  answer: text("answer").notNull(),
  expiresAt: instant("expires_at").notNull(),
});
