import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { exportKind, exportStatus } from "../../../adapters/contract/exportJob.ts";
import { enumChecks, enumColumn, int8, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import type { RecordSubject } from "../recordSubject.ts";

/**
 * Export jobs and their results. The file of a finished one is in the data folder under its id; with several processes in
 * `export_files`.
 */
export const exportJobs = pgTable(
  "export_jobs",
  {
    id: int8("id").primaryKey(),
    version: integer("version").notNull().default(1),
    exportId: text("export_id").notNull(),
    kind: enumColumn("kind", exportKind).notNull(),
    /** The call's parsed body, so that the export can be run again. */
    body: jsonb("body").notNull(),
    conditions: text("conditions").notNull(),
    status: enumColumn("status", exportStatus).notNull(),
    expectedRows: integer("expected_rows").notNull(),
    writtenRows: integer("written_rows").notNull().default(0),
    /** How often the process that wrote it has ended. */
    interruptions: integer("interruptions").notNull().default(0),
    bytes: bigint("bytes", { mode: "number" }).notNull().default(0),
    fileName: text("file_name").notNull(),
    failReason: text("fail_reason").notNull().default(""),
    revealReason: text("reveal_reason").notNull().default(""),
    /** Whose data the file may hold, see `toScopeKey`. */
    scopeKey: text("scope_key").notNull().default("all"),
    staffId: int8("staff_id").notNull(),
    staffName: text("staff_name").notNull(),
    createdAt: timestamptz("created_at").notNull(),
    endedAt: timestamptz("ended_at"),
    keptUntil: timestamptz("kept_until"),
  },
  (t) => [
    ...enumChecks(t),
    index("export_jobs_staff_id_idx").on(t.staffId, t.createdAt),
    index("export_jobs_status_idx").on(t.status, t.endedAt),
  ],
);
/** Part of every update of a job, so that a client notices the change. */
export const versionIncrement = { version: sql`${exportJobs.version} + 1` };
export type ExportRecord = typeof exportJobs.$inferSelect;

export const exportJobNames: DenormalizedNames = {
  table: exportJobs,
  fixed: [exportJobs.staffName],
  own: [exportJobs.fileName],
};

export const exportJobSubject: RecordSubject = {
  entities: ["export"],
  rights: { export: ["system"] },
  table: exportJobs,
  name: exportJobs.fileName,
};
