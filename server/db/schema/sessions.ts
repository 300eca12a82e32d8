import { index, pgTable, text } from "drizzle-orm/pg-core";
import { int8, timestamptz } from "../columns.ts";
import { staff } from "./staff.ts";

/** Why a session ended before it expired. */
export type EndReason = "elsewhere" | "logout" | "password" | "unusable" | "forced";

/** Sessions with the hashes of their tokens. Ended ones stay for 30 days, so that their token gets 403 and not 401. */
export const sessions = pgTable(
  "sessions",
  {
    id: int8("id").primaryKey(),
    staffId: int8("staff_id")
      .notNull()
      .references(() => staff.id),
    platform: text("platform").notNull(),
    /** SHA-256 of the token, hexadecimal. */
    tokenHash: text("token_hash").notNull().unique(),
    /** SHA-256 of the u-token, hexadecimal. */
    uTokenHash: text("u_token_hash").notNull(),
    address: text("address").notNull(),
    createdAt: timestamptz("created_at").notNull(),
    /** Written at most once a minute. */
    lastUsedAt: timestamptz("last_used_at").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
    endedAt: timestamptz("ended_at"),
    endReason: text("end_reason").$type<EndReason>(),
  },
  (table) => [index("sessions_staff_id_idx").on(table.staffId, table.platform)],
);

export type SessionRecord = typeof sessions.$inferSelect;
