import * as z from "zod/mini";

/** The format of a backup file, which docs/backup.md describes; the version rises with every change of it. */
export const formatName = "aerial-console-backup";
export const formatVersion = 1;

/** The first line. */
export const headerLine = z.object({
  format: z.literal(formatName),
  version: z.number(),
  /** When the backup was made, ISO 8601 in UTC. */
  createdAt: z.string(),
  /** The last migration of the schema that the rows fit. */
  migration: z.object({ tag: z.string(), when: z.number() }),
  keyFingerprint: z.string(),
  /** Tables whose rows are left out on purpose. */
  leftOut: z.array(z.string()),
});
export type BackupHeader = z.output<typeof headerLine>;

/** Begins a table: its rows follow, each a JSON array of texts and nulls in the order of these columns. */
export const tableLine = z.object({ table: z.string(), columns: z.array(z.string()) });

/** The last but one: how many rows of each table, and where the sequences stand. */
export const summaryLine = z.object({
  rows: z.record(z.string(), z.number()),
  sequences: z.array(z.object({ sequence: z.string(), value: z.string(), called: z.boolean() })),
});
export type BackupSummary = z.output<typeof summaryLine>;

/** The last line: SHA-256 of all lines before it, hexadecimal. */
export const checksumLine = z.object({ sha256: z.string() });

/**
 * Tables that a backup leaves empty. A restore ends every session, also those that were ended after the backup;
 * captchas live for minutes.
 */
export const excludedTables: readonly string[] = ["captchas", "sessions"];
