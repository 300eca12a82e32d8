import { isNull } from "drizzle-orm";
import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codePointText, recordColumns } from "../columns.ts";
import type { RecordSubject } from "../recordSubject.ts";

/** Departments of the staff. */
export const departments = pgTable(
  "departments",
  {
    ...recordColumns(),
    name: text("name").notNull(),
    nameOrder: codePointText("name_order").notNull(),
  },
  (t) => [uniqueIndex("departments_name_key").on(t.name).where(isNull(t.deletedAt))],
);

export const departmentSubject: RecordSubject = {
  entities: ["department"],
  rights: { department: ["system", 3] },
  table: departments,
  name: departments.name,
};
