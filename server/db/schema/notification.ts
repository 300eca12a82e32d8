import { isNull } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { notificationKind } from "../../../adapters/contract/notification.ts";
import { enumChecks, enumColumn, int8, timestamptz } from "../columns.ts";

/** What staff members are told, one row for each of them. */
export const notifications = pgTable(
  "notifications",
  {
    id: int8("id").primaryKey(),
    staffId: int8("staff_id").notNull(),
    at: timestamptz("at").notNull(),
    kind: enumColumn("kind", notificationKind).notNull(),
    text: text("text").notNull(),
    recordId: int8("record_id"),
    readAt: timestamptz("read_at"),
    /** What a person is told once only, such as a day's summary; null if it may be repeated. */
    onceKey: text("once_key"),
  },
  (t) => [
    ...enumChecks(t),
    index("notifications_staff_id_idx").on(t.staffId, t.id),
    index("notifications_unread_idx").on(t.staffId, t.id).where(isNull(t.readAt)),
    index("notifications_at_idx").on(t.at),
    uniqueIndex("notifications_once_key").on(t.staffId, t.kind, t.onceKey),
  ],
);
