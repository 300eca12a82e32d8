import { isNull, sql } from "drizzle-orm";
import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { consoleRoles, type Role, roleLabels } from "../../../adapters/contract/roles.ts";
import { codePointText, recordColumns } from "../columns.ts";
import type { RecordSubject } from "../recordSubject.ts";

/** Differences from the rights in the contract: one row for each preset role, and one for each custom role. */
export const staffRoles = pgTable(
  "staff_roles",
  {
    ...recordColumns(),
    /** The preset role; for a custom role, the one it is based on. */
    role: text("role").$type<Exclude<Role, "admin" | "display">>().notNull(),
    /** Empty for a preset role. */
    name: text("name").notNull().default(""),
    nameOrder: codePointText("name_order").notNull().default(""),
    /** Paths of calls. */
    given: text("given").array().notNull().default([]),
    taken: text("taken").array().notNull().default([]),
  },
  (t) => [
    uniqueIndex("staff_roles_role_key").on(t.role).where(sql`${t.name} = ''`),
    uniqueIndex("staff_roles_name_key")
      .on(t.name)
      .where(sql`${t.name} <> '' and ${isNull(t.deletedAt)}`),
  ],
);

export type StaffRoleRecord = typeof staffRoles.$inferSelect;

const presetNames = consoleRoles.map((role) => `when '${role}' then '${roleLabels[role]}'`).join(" ");

export const staffRoleSubject: RecordSubject = {
  entities: ["role"],
  rights: { role: ["system", 2] },
  table: staffRoles,
  name: sql`coalesce(nullif(${staffRoles.name}, ''), ${sql.raw(`case "role" ${presetNames} end`)})`,
};
