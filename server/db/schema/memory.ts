import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { int8, timestamptz } from "../columns.ts";

/** What a staff member's console persists: preferences, saved queries, drafts. */
export const memories = pgTable(
  "memories",
  {
    staffId: int8("staff_id").notNull(),
    key: text("key").notNull(),
    /** JSON as text: returned exactly as sent; jsonb would sort its keys. */
    value: text("value").notNull(),
    updatedAt: timestamptz("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.key] })],
);
