import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { int8, timestamptz } from "../columns.ts";

/** Nonces of signed calls; none is accepted twice while its time stamp is valid. */
export const usedNonces = pgTable(
  "used_nonces",
  {
    accessKeyId: int8("access_key_id").notNull(),
    nonce: text("nonce").notNull(),
    /** Time stamp of the call. */
    at: timestamptz("at").notNull(),
  },
  (t) => [uniqueIndex("used_nonces_key").on(t.accessKeyId, t.nonce), index("used_nonces_at").on(t.at)],
);
