import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type { NotificationKind } from "../../../adapters/contract/notification.ts";
import { int8, timestamptz } from "../columns.ts";

/** Kinds of notifications that a staff member also gets as SMS or mail; no row: none. */
export const notificationChoices = pgTable("notification_choices", {
  staffId: int8("staff_id").primaryKey(),
  email: text("email").notNull(),
  smsKinds: text("sms_kinds").array().notNull().default(sql`'{}'`).$type<NotificationKind[]>(),
  mailKinds: text("mail_kinds").array().notNull().default(sql`'{}'`).$type<NotificationKind[]>(),
  updatedAt: timestamptz("updated_at").notNull(),
});
