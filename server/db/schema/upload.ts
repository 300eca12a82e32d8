import { sql } from "drizzle-orm";
import { check, integer, pgTable, text } from "drizzle-orm/pg-core";
import { bytea, int8, timestamptz } from "../columns.ts";

/** The only purpose a file can be used for: logo or cover, voucher or contract, an invoice's own file. */
export type UploadPurpose = "picture" | "payment" | "invoice";

/** Uploaded files. Stored in the database, because several server processes share no disk. */
export const uploads = pgTable(
  "uploads",
  {
    /** Random: an image element sends no token, so the URL must not be guessable. */
    id: int8("id").primaryKey(),
    contentType: text("content_type").notNull(),
    bytes: bytea("bytes").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    createdAt: timestamptz("created_at").notNull(),
    createdBy: int8("created_by").notNull(),
    purpose: text("purpose").notNull().$type<UploadPurpose>(),
  },
  (t) => [check("uploads_purpose_check", sql`${t.purpose} in ('picture', 'payment', 'invoice')`)],
);
