import { index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { int8, timestamptz } from "../columns.ts";

/** First answers by `requestId`, so that the same intended act is carried out once. Secrets are left out of them. */
export const requests = pgTable(
  "requests",
  {
    staffId: int8("staff_id").notNull(),
    call: text("call").notNull(),
    requestId: text("request_id").notNull(),
    /** SHA-256 of the input without its passwords: the same name for another act is refused. */
    inputHash: text("input_hash").notNull(),
    answer: jsonb("answer"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.staffId, table.call, table.requestId] }),
    index("requests_created_at_idx").on(table.createdAt),
  ],
);
