import { index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { int8, timestamptz } from "../columns.ts";

/** First replies by `requestId`, so that a repeated request runs only once. Secrets are omitted. */
export const requests = pgTable(
  "requests",
  {
    staffId: int8("staff_id").notNull(),
    call: text("call").notNull(),
    requestId: text("request_id").notNull(),
    /** SHA-256 of the input without passwords: reusing a `requestId` with another input is refused. */
    inputHash: text("input_hash").notNull(),
    answer: jsonb("answer"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.staffId, table.call, table.requestId] }),
    index("requests_created_at_idx").on(table.createdAt),
  ],
);
