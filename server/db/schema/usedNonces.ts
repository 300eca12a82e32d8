import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, int8 } from "../columns.ts";

/** Nonces of signed calls, so that none is taken twice while its time stamp would still be. */
export const usedNonces = pgTable(
  "used_nonces",
  {
    accessKeyId: int8("access_key_id").notNull(),
    nonce: text("nonce").notNull(),
    at: instant("at").notNull(),
  },
  (t) => [uniqueIndex("used_nonces_key").on(t.accessKeyId, t.nonce), index("used_nonces_at").on(t.at)],
);
