import { bigint, integer, jsonb, pgTable } from "drizzle-orm/pg-core";
import { bytea } from "../columns.ts";

/**
 * Samples that were accepted and are not yet in a stored chunk of a track, as `flights/sampleJournal.ts` packs them. Rows
 * are deleted once chunks have all of their samples.
 */
export const sampleJournal = pgTable("sample_journal", {
  /** Counts up, over restarts too. */
  n: bigint("n", { mode: "number" }).primaryKey(),
  /** Ids of the flights that the samples belong to. */
  flights: jsonb("flights").notNull().$type<readonly string[]>(),
  samples: integer("samples").notNull(),
  bytes: bytea("bytes").notNull(),
});
