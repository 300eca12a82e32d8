import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { serialId, timestamptz, xid8 } from "../columns.ts";

/** Messages to all processes, stored in the transaction of the change they announce, see `bus/outbox.ts`. */
export const outbox = pgTable(
  "outbox",
  {
    n: serialId("n").primaryKey(),
    /** Id of the message, the same here and over NATS. */
    id: text("id").notNull(),
    /** Its transaction: shows which rows were committed since the last read, which `n` cannot. */
    xid: xid8("xid").notNull().default(sql`pg_current_xact_id()`),
    topic: text("topic").notNull(),
    message: jsonb("message").notNull(),
    at: timestamptz("at").notNull().default(sql`now()`),
  },
  (t) => [index("outbox_xid").on(t.xid)],
);
