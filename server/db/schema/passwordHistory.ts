import { index, pgTable, text } from "drizzle-orm/pg-core";
import { int8, timestamptz } from "../columns.ts";
import { staff } from "./staff.ts";

/** Password hashes of a staff member, including the current one. */
export const passwordHistory = pgTable(
  "password_history",
  {
    id: int8("id").primaryKey(),
    staffId: int8("staff_id")
      .notNull()
      .references(() => staff.id),
    passwordHash: text("password_hash").notNull(),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [index("password_history_staff_id_idx").on(table.staffId, table.createdAt)],
);
