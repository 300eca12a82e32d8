import { sql } from "drizzle-orm";
import { index, pgTable, text, unique } from "drizzle-orm/pg-core";
import { codePointText, serialId, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";

/** Phones that have declined marketing messages. */
export const smsDeclines = pgTable(
  "sms_declines",
  {
    /** Identifies the entry where the phone must not be shown. */
    id: serialId("id").notNull(),
    phone: codePointText("phone").primaryKey(),
    at: timestamptz("at").notNull(),
    /** The phone's own reply, or a staff member. */
    source: text("source").notNull().$type<"reply" | "staff">(),
    /** Empty for a reply. */
    staffName: text("staff_name").notNull().default(""),
  },
  (t) => [
    unique("sms_declines_id_key").on(t.id),
    index("sms_declines_phone_last_four").on(sql`right(${t.phone}, 4)`),
  ],
);
export type SmsDeclineRecord = typeof smsDeclines.$inferSelect;

export const smsDeclineNames: DenormalizedNames = {
  table: smsDeclines,
  fixed: [smsDeclines.staffName],
};
