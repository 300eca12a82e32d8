import * as z from "zod/mini";

/** Format of a backup file, see docs/backup.md. Every change of it raises the version. */
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

/** Starts a table. Its rows follow, each a JSON array of texts and nulls in the order of these columns. */
export const tableLine = z.object({ table: z.string(), columns: z.array(z.string()) });

/** The second to last line: row count of each table, and the values of sequences. */
export const summaryLine = z.object({
  rows: z.record(z.string(), z.number()),
  sequences: z.array(z.object({ sequence: z.string(), value: z.string(), called: z.boolean() })),
});
export type BackupSummary = z.output<typeof summaryLine>;

/** The last line: SHA-256 of all lines before it, hexadecimal. */
export const checksumLine = z.object({ sha256: z.string() });

/**
 * Tables that a backup leaves out. A restore must not reopen sessions that ended after the backup; captchas expire
 * within minutes. Files of jobs are no records. The totals of the statistics are recounted.
 */
export const excludedTables: readonly string[] = [
  "captchas",
  "channel_days",
  "company_days",
  "export_files",
  "import_files",
  "region_days",
  "region_months",
  "sessions",
  "statistics_changes",
];
