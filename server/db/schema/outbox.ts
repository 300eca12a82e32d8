import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { serialId, timestamptz, xid8 } from "../columns.ts";

/** Messages to all processes, stored with what they tell. Each process reads them, see `bus/outbox.ts`. */
export const outbox = pgTable(
  "outbox",
  {
    n: serialId("n").primaryKey(),
    /** The same wherever the message comes from. */
    id: text("id").notNull(),
    /** Tells which rows were committed after a reading: `n` does not. */
    xid: xid8("xid").notNull().default(sql`pg_current_xact_id()`),
    topic: text("topic").notNull(),
    message: jsonb("message").notNull(),
    at: timestamptz("at").notNull().default(sql`now()`),
  },
  (t) => [index("outbox_xid").on(t.xid), index("outbox_at").on(t.at)],
);
