import { eq, sql } from "drizzle-orm";
import { boolean, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { smsType } from "../../../adapters/contract/sms.ts";
import { codePointText, enumCheck, recordColumns } from "../columns.ts";

/** The texts that are sent, with their signatures; the codes are the gateway's. */
export const smsTemplates = pgTable(
  "sms_templates",
  {
    ...recordColumns(),
    code: codePointText("code").notNull(),
    type: text("type").notNull().$type<"verify" | "notice" | "marketing">(),
    name: text("name").notNull(),
    signature: text("signature").notNull(),
    /** With `${variables}`. */
    text: text("text").notNull(),
    approved: boolean("approved").notNull().default(false),
    /** Whether a single message of its type follows it. */
    standard: boolean("standard").notNull().default(false),
  },
  (t) => [
    // A code names the same text for ever: what was sent by it refers to it.
    uniqueIndex("sms_templates_code_key").on(t.code),
    uniqueIndex("sms_templates_standard_key").on(t.type).where(eq(t.standard, sql`true`)),
    enumCheck("sms_templates_type_check", t.type, smsType),
  ],
);
export type SmsTemplateRecord = typeof smsTemplates.$inferSelect;
