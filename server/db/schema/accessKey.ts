import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { int8, timestamptz } from "../columns.ts";
import type { RecordSubject } from "../recordSubject.ts";
import { companies } from "./company.ts";

/** Keys with which the companies' programs sign their requests. */
export const accessKeys = pgTable(
  "access_keys",
  {
    id: int8("id").primaryKey(),
    companyId: int8("company_id")
      .notNull()
      .references(() => companies.id),
    accessKey: text("access_key").notNull(),
    /** AES-256-GCM. Encrypted, not hashed, because the server verifies HMACs with it. */
    sealedSecret: text("sealed_secret").notNull(),
    createdAt: timestamptz("created_at").notNull(),
    createdBy: int8("created_by").notNull(),
    /** Null for a key without an end. */
    expiresAt: timestamptz("expires_at"),
    revokedAt: timestamptz("revoked_at"),
    /** The last request that it signed; both are null before the first. */
    lastUsedAt: timestamptz("last_used_at"),
    lastAddress: text("last_used_address"),
  },
  (t) => [
    uniqueIndex("access_keys_access_key_key").on(t.accessKey),
    index("access_keys_company").on(t.companyId, t.createdAt),
  ],
);

export const accessKeySubject: RecordSubject = {
  entities: ["accessKey"],
  rights: { accessKey: ["account"] },
  table: accessKeys,
  name: accessKeys.accessKey,
};
