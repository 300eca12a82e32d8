import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { StatementColumns } from "../../../adapters/contract/bankStatement.ts";
import { timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";

/** Which column is what in bank statements whose headings do not tell, as a person has chosen for all. */
export const statementLayouts = pgTable("statement_layouts", {
  /** Hash of the headings. */
  shape: text("shape").primaryKey(),
  columns: jsonb("columns").notNull().$type<StatementColumns>(),
  /** In words, as the audit trail has it. */
  description: text("description").notNull(),
  staffName: text("staff_name").notNull(),
  savedAt: timestamptz("saved_at").notNull(),
});

export const statementLayoutNames: DenormalizedNames = {
  table: statementLayouts,
  fixed: [statementLayouts.staffName],
};
