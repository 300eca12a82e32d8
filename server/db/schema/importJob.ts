import { isNull } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import {
  type FileZone,
  type ImportedRecording,
  storedImportStatus,
} from "../../../adapters/contract/flightFile.ts";
import type { TaskRow } from "../../../adapters/contract/task.ts";
import { enumChecks, enumColumn, int8, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import type { RecordSubject } from "../recordSubject.ts";
import { companies } from "./company.ts";

/**
 * Imports of recordings and what became of them. The file of one that is not over is in the data folder under its id; with
 * several processes also in `import_files`.
 */
export const importJobs = pgTable(
  "import_jobs",
  {
    id: int8("id").primaryKey(),
    companyId: int8("company_id")
      .notNull()
      .references(() => companies.id),
    droneSn: text("drone_sn").notNull(),
    kind: text("kind").notNull().$type<TaskRow["kind"]>(),
    /** That of the task. */
    name: text("name").notNull(),
    fileName: text("file_name").notNull(),
    /** SHA-256 of the file. */
    importHash: text("import_hash").notNull(),
    /** Its user wants it although the history has the flight. */
    isRepeatAllowed: boolean("is_repeat_allowed").notNull().default(false),
    /** Of the file's times that have none. */
    zone: text("zone").$type<FileZone>(),
    /** Its user wants to see what would be stored, before it is. */
    isPreviewWanted: boolean("is_preview_wanted").notNull().default(false),
    /** How often the process that worked on it has ended. */
    interruptions: integer("interruptions").notNull().default(0),
    status: enumColumn("status", storedImportStatus).notNull(),
    result: jsonb("result").$type<ImportedRecording>(),
    failReason: text("fail_reason").notNull().default(""),
    staffId: int8("staff_id").notNull(),
    staffName: text("staff_name").notNull(),
    /** Of the upload, for the audit row of the task. */
    address: text("address").notNull(),
    reqId: text("req_id").notNull(),
    createdAt: timestamptz("created_at").notNull(),
    /** Null until it is over. */
    endedAt: timestamptz("ended_at"),
  },
  (t) => [
    ...enumChecks(t),
    index("import_jobs_staff_id_idx").on(t.staffId, t.id),
    // A file is imported once per company.
    uniqueIndex("import_jobs_pending_key").on(t.companyId, t.importHash).where(isNull(t.endedAt)),
  ],
);
export type ImportRecord = typeof importJobs.$inferSelect;

export const importJobNames: DenormalizedNames = {
  table: importJobs,
  fixed: [importJobs.staffName],
  own: [importJobs.fileName],
};

export const importJobSubject: RecordSubject = {
  entities: ["recordingImport"],
  rights: { recordingImport: ["task", 3] },
  table: importJobs,
  name: importJobs.fileName,
};
