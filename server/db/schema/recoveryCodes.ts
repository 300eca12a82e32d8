import { index, pgTable, text } from "drizzle-orm/pg-core";
import { int8, timestamptz } from "../columns.ts";
import { staff } from "./staff.ts";

/** Codes with which a staff member signs in without the authenticator, each once. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    id: int8("id").primaryKey(),
    staffId: int8("staff_id")
      .notNull()
      .references(() => staff.id),
    /** HMAC-SHA-256 with the platform's secret key, hexadecimal. */
    codeHash: text("code_hash").notNull(),
    usedAt: timestamptz("used_at"),
  },
  (table) => [index("recovery_codes_staff_id_idx").on(table.staffId)],
);
