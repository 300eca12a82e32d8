import { eq, sql } from "drizzle-orm";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { int8, timestamptz } from "../columns.ts";

/** Mails about notifications: the send queue, and what became of each. Kept as long as notifications. */
export const mails = pgTable(
  "mails",
  {
    /** That of the notification: nobody gets two mails about one. */
    id: int8("id").primaryKey(),
    staffId: int8("staff_id").notNull(),
    at: timestamptz("at").notNull(),
    address: text("address").notNull(),
    subject: text("subject").notNull(),
    content: text("content").notNull(),
    /** `unknown`: it may have arrived, and is not sent again. */
    status: text("status")
      .notNull()
      .default("queued")
      .$type<"queued" | "sending" | "sent" | "failed" | "unknown">(),
    attempts: integer("attempts").notNull().default(0),
    notBefore: timestamptz("not_before").notNull(),
    /** Why the last attempt failed. */
    failReason: text("fail_reason").notNull().default(""),
  },
  (t) => [
    index("mails_queue").on(t.notBefore, t.id).where(eq(t.status, sql`'queued'`)),
    index("mails_sending").on(t.id).where(eq(t.status, sql`'sending'`)),
    index("mails_staff").on(t.staffId, t.id),
    index("mails_at").on(t.at),
  ],
);
export type MailRecord = typeof mails.$inferSelect;
