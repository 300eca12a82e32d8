import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { smsType } from "../../../adapters/contract/sms.ts";
import { codePointText, oneOf } from "../columns.ts";

/** The texts that were approved with their signatures; the codes are the gateway's. */
export const smsTemplates = pgTable(
  "sms_templates",
  {
    code: codePointText("code").primaryKey(),
    type: text("type").notNull().$type<"verify" | "notice" | "marketing">(),
    name: text("name").notNull(),
    signature: text("signature").notNull(),
    /** With `${variables}`. */
    text: text("text").notNull(),
    approved: boolean("approved").notNull().default(true),
    /** Whether a single message of its type follows it. */
    standard: boolean("standard").notNull().default(false),
  },
  (t) => [oneOf("sms_templates_type_check", t.type, smsType)],
);
export type SmsTemplateRecord = typeof smsTemplates.$inferSelect;
