import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import {
  type ImportRow,
  importKind,
  importMode,
  sheetImportStatus,
} from "../../../adapters/contract/sheetImport.ts";
import { enumChecks, enumColumn, int8, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import type { RecordSubject } from "../recordSubject.ts";

/** Imports from sheets and checks of their files, and what became of them. */
export const sheetImports = pgTable(
  "sheet_imports",
  {
    id: int8("id").primaryKey(),
    kind: enumColumn("kind", importKind).notNull(),
    /** Null for a check. */
    mode: enumColumn("mode", importMode),
    fileName: text("file_name").notNull(),
    status: enumColumn("status", sheetImportStatus).notNull(),
    total: integer("total").notNull(),
    /** Rows that its present stage is through with. */
    done: integer("done").notNull().default(0),
    created: integer("created").notNull().default(0),
    faulty: integer("faulty").notNull().default(0),
    undone: integer("undone").notNull().default(0),
    failReason: text("fail_reason").notNull().default(""),
    staffId: int8("staff_id").notNull(),
    staffName: text("staff_name").notNull(),
    /** Of the upload, for the audit rows of the records. */
    address: text("address").notNull(),
    reqId: text("req_id").notNull(),
    createdAt: timestamptz("created_at").notNull(),
    /** Null until it is over. */
    endedAt: timestamptz("ended_at"),
  },
  (t) => [...enumChecks(t), index("sheet_imports_staff").on(t.staffId, t.id)],
);
export type SheetImportRecord = typeof sheetImports.$inferSelect;

/** The rows of imports; of checks and failed imports those with faults. */
export const sheetImportRows = pgTable(
  "sheet_import_rows",
  {
    importId: int8("import_id")
      .notNull()
      .references(() => sheetImports.id, { onDelete: "cascade" }),
    row: integer("row").notNull(),
    title: text("title").notNull(),
    faults: jsonb("faults").notNull().$type<ImportRow["faults"]>(),
    /** What it created. */
    recordId: int8("record_id"),
    undoneAt: timestamptz("undone_at"),
    /** Why its record could not be taken back. */
    kept: text("kept").notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.importId, t.row] })],
);

export const sheetImportNames: DenormalizedNames = {
  table: sheetImports,
  fixed: [sheetImports.staffName],
  own: [sheetImports.fileName],
};

export const sheetImportSubject: RecordSubject = {
  entities: ["sheetImport"],
  rights: { sheetImport: ["account", 6] },
  table: sheetImports,
  name: sheetImports.fileName,
};
