import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { int8, timestamptz } from "../columns.ts";

/** Searches by phone of the last hour, see `list/phoneSearchLimiter.ts`. */
export const phoneSearches = pgTable(
  "phone_searches",
  {
    staffId: int8("staff_id").notNull(),
    /** Keyed hash of the search's conditions: that of a number alone could be tried out. */
    hash: text("hash").notNull(),
    at: timestamptz("at").notNull(),
    /** The sessions whose audit trail has it. */
    recordedIn: text("recorded_in").array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.hash] })],
);
