import { eq, sql } from "drizzle-orm";
import { boolean, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { smsType } from "../../../adapters/contract/sms.ts";
import { codePointText, enumChecks, enumColumn, recordColumns } from "../columns.ts";
import type { RecordSubject } from "../recordSubject.ts";

/** SMS templates with their signatures; the codes are the gateway's. */
export const smsTemplates = pgTable(
  "sms_templates",
  {
    ...recordColumns(),
    code: codePointText("code").notNull(),
    type: enumColumn("type", smsType).notNull(),
    name: text("name").notNull(),
    signature: text("signature").notNull(),
    /** With `${variables}`. */
    text: text("text").notNull(),
    approved: boolean("approved").notNull().default(false),
    /** Whether single messages of its type use it. */
    standard: boolean("standard").notNull().default(false),
  },
  (t) => [
    // Also unique among deleted templates: sent messages refer to their template by code.
    uniqueIndex("sms_templates_code_key").on(t.code),
    uniqueIndex("sms_templates_standard_key").on(t.type).where(eq(t.standard, sql`true`)),
    ...enumChecks(t),
  ],
);
export type SmsTemplateRecord = typeof smsTemplates.$inferSelect;

export const smsTemplateSubject: RecordSubject = {
  entities: ["smsTemplate"],
  rights: { smsTemplate: ["msg"] },
  table: smsTemplates,
  name: smsTemplates.name,
};
