import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { int8, timestamptz } from "../columns.ts";

/** Nonces of signed calls, so that none is taken twice while its time stamp would still be. */
export const usedNonces = pgTable(
  "used_nonces",
  {
    accessKeyId: int8("access_key_id").notNull(),
    nonce: text("nonce").notNull(),
    at: timestamptz("at").notNull(),
  },
  (t) => [uniqueIndex("used_nonces_key").on(t.accessKeyId, t.nonce), index("used_nonces_at").on(t.at)],
);
