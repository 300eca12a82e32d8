import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import type { Role } from "../../../adapters/contract/roles.ts";
import { timestamptz } from "../columns.ts";

/** Rights of roles that differ from the contract's. */
export const roleRights = pgTable("role_rights", {
  role: text("role").$type<Exclude<Role, "display">>().primaryKey(),
  mayExport: boolean("may_export").notNull(),
  updatedAt: timestamptz("updated_at").notNull(),
});
