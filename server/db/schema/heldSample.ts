import { jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { IngestSample } from "../../../adapters/contract/telemetry.ts";

/**
 * Samples that were accepted of drones without a flight that may turn out to fly: they belong to it then
 * (`ingest/groundState.ts`). Rows are deleted once that is decided.
 */
export const heldSamples = pgTable(
  "held_samples",
  {
    /** Id of the company whose access key signed them; empty for a broker. */
    sender: text("sender").notNull(),
    droneSn: text("drone_sn").notNull(),
    /** Oldest first. */
    samples: jsonb("samples").notNull().$type<readonly IngestSample[]>(),
  },
  (t) => [primaryKey({ columns: [t.sender, t.droneSn] })],
);
