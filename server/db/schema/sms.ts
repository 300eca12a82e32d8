import { eq, inArray, isNull, sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { smsStatus, smsType } from "../../../adapters/contract/sms.ts";
import { codePointText, enumColumn, int8, recordColumns, recordRules, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import type { RecordSubject } from "../recordSubject.ts";
import { smsBatches } from "./smsBatch.ts";

/** SMS, each to one phone: the send queue, and the evidence of what was sent. */
export const smsMessages = pgTable(
  "sms_messages",
  {
    ...recordColumns(),
    phone: codePointText("phone").notNull(),
    recipientName: text("recipient_name").notNull().default(""),
    /** The recipient's company when it was sent; no reference, as the evidence outlives the company. */
    companyId: int8("company_id"),
    companyName: text("company_name").notNull().default(""),
    type: enumColumn("type", smsType).notNull(),
    templateCode: text("template_code").notNull().default(""),
    templateName: text("template_name").notNull().default(""),
    signature: text("signature").notNull(),
    /** The text as it reaches the phone, with a placeholder for a verification code. */
    content: text("content").notNull(),
    /** The verification code; cleared when the message is claimed for sending. */
    secret: text("secret").notNull().default(""),
    parts: integer("parts").notNull(),
    batchId: int8("batch_id").references(() => smsBatches.id),
    senderName: text("sender_name").notNull(),
    status: enumColumn("status", smsStatus).notNull().default("queued"),
    failReason: text("fail_reason").notNull().default(""),
    /** 0 for a verification code, 1 for another single message, 2 for bulk SMS; the lowest is sent first. */
    urgency: integer("urgency").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** How many of the attempts were before the Shanghai day of the last one. */
    attemptsBefore: integer("attempts_before").notNull().default(0),
    notBefore: timestamptz("not_before").notNull(),
    claimedAt: timestamptz("claimed_at"),
    sentAt: timestamptz("sent_at"),
    deliveredAt: timestamptz("delivered_at"),
    /** The gateway's id of the message; empty until the gateway has accepted it. */
    gatewayId: text("gateway_id").notNull().default(""),
    /** When to ask the gateway for the delivery report next; null for never. */
    reportAt: timestamptz("report_at"),
    /** Lower-cased content; keywords are searched in it. */
    search: text("search").notNull(),
  },
  (t) => {
    const active = isNull(t.deletedAt);
    return [
      // Nobody gets the same bulk SMS twice.
      uniqueIndex("sms_messages_batch_phone_key").on(t.batchId, t.phone),
      index("sms_messages_sent_at").on(t.sentAt, t.id).where(active),
      index("sms_messages_sent_at_desc").on(t.sentAt.desc().nullsLast(), t.id.desc()).where(active),
      index("sms_messages_delivered_at").on(t.deliveredAt, t.id).where(active),
      index("sms_messages_delivered_at_desc").on(t.deliveredAt.desc().nullsLast(), t.id.desc()).where(active),
      index("sms_messages_parts").on(t.parts, t.id).where(active),
      index("sms_messages_status").on(t.status, t.createdAt, t.id).where(active),
      index("sms_messages_type").on(t.type, t.createdAt, t.id).where(active),
      index("sms_messages_batch").on(t.batchId, t.status),
      index("sms_messages_phone").on(t.phone, t.createdAt),
      index("sms_messages_queue").on(t.urgency, t.notBefore, t.id).where(eq(t.status, sql`'queued'`)),
      index("sms_messages_claimed").on(t.claimedAt).where(eq(t.status, sql`'sending'`)),
      index("sms_messages_report")
        .on(t.reportAt)
        .where(inArray(t.status, [sql`'sent'`, sql`'unknown'`])),
      index("sms_messages_phone_last_four").on(sql`right(${t.phone}, 4)`).where(active),
      index("sms_messages_search").using("gin", sql`${t.search} gin_trgm_ops`),
      ...recordRules(t),
    ];
  },
);
export type SmsRecord = typeof smsMessages.$inferSelect;

export const smsNames: DenormalizedNames = {
  table: smsMessages,
  fixed: [
    smsMessages.recipientName,
    smsMessages.companyName,
    smsMessages.templateName,
    smsMessages.senderName,
  ],
};

export const smsSubject: RecordSubject = {
  entities: ["sms"],
  rights: { sms: ["msg", 1] },
  table: smsMessages,
  name: smsMessages.recipientName,
};
