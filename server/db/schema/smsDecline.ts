import { pgTable, text } from "drizzle-orm/pg-core";
import { codePointText, instant } from "../columns.ts";

/** Phones that take no marketing any more. */
export const smsDeclines = pgTable("sms_declines", {
  phone: codePointText("phone").primaryKey(),
  at: instant("at").notNull(),
  /** The phone's own reply, or somebody of the staff. */
  source: text("source").notNull().$type<"reply" | "staff">(),
});
