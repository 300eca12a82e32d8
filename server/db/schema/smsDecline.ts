import { sql } from "drizzle-orm";
import { index, pgTable, text, unique } from "drizzle-orm/pg-core";
import { codePointText, serialId, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";

/** Phones that take no marketing any more. */
export const smsDeclines = pgTable(
  "sms_declines",
  {
    /** Names the entry where the phone itself must not be shown. */
    id: serialId("id").notNull(),
    phone: codePointText("phone").primaryKey(),
    at: timestamptz("at").notNull(),
    /** The phone's own reply, or somebody of the staff. */
    source: text("source").notNull().$type<"reply" | "staff">(),
    /** Who of the staff; empty for a reply. */
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
