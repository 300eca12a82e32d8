import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { int8, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";

/** Lists of recipients that staff have read from a file, for a bulk SMS of their own. */
export const smsRecipientLists = pgTable(
  "sms_recipient_lists",
  {
    id: int8("id").primaryKey(),
    staffId: int8("staff_id").notNull(),
    fileName: text("file_name").notNull(),
    userIds: jsonb("user_ids").notNull().$type<readonly string[]>(),
    createdAt: timestamptz("created_at").notNull(),
  },
  (t) => [index("sms_recipient_lists_staff").on(t.staffId, t.createdAt)],
);

export const smsRecipientListNames: DenormalizedNames = {
  table: smsRecipientLists,
  own: [smsRecipientLists.fileName],
};
