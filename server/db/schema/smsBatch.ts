import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { smsBatchStatus, smsType } from "../../../adapters/contract/sms.ts";
import { enumChecks, enumColumn, int8, recordColumns, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import type { RecordSubject } from "../recordSubject.ts";

/** Bulk SMS; `smsMessages` has one message per recipient. */
export const smsBatches = pgTable(
  "sms_batches",
  {
    ...recordColumns(),
    type: enumColumn("type", smsType).notNull(),
    templateName: text("template_name").notNull().default(""),
    content: text("content").notNull(),
    parts: integer("parts").notNull(),
    total: integer("total").notNull(),
    status: enumColumn("status", smsBatchStatus).notNull().default("sending"),
    senderName: text("sender_name").notNull(),
    /** The session whose sockets receive the progress. */
    sessionId: int8("session_id"),
    notBefore: timestamptz("not_before").notNull(),
    finishedAt: timestamptz("finished_at"),
  },
  (t) => [index("sms_batches_status").on(t.status), ...enumChecks(t)],
);
export type SmsBatchRecord = typeof smsBatches.$inferSelect;

export const smsBatchNames: DenormalizedNames = {
  table: smsBatches,
  fixed: [smsBatches.templateName, smsBatches.senderName],
};

export const smsBatchSubject: RecordSubject = {
  entities: ["sms"],
  table: smsBatches,
  name: smsBatches.templateName,
};
