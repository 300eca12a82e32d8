import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Role } from "../../../adapters/contract/roles.ts";
import { instant, int8 } from "../columns.ts";

/** Console accounts, the specification's "sysAdmin". A removed one keeps its row, for the audit trail's sake. */
export const staff = pgTable(
  "staff",
  {
    id: int8("id").primaryKey(),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    deletedAt: instant("deleted_at"),
    name: text("name").notNull(),
    phoneNumber: text("phone_number").notNull(),
    roles: text("roles").array().$type<Exclude<Role, "display">[]>().notNull(),
    status: text("status").$type<"normal" | "disabled">().notNull().default("normal"),
    avatar: text("avatar").notNull().default(""),
    introduction: text("introduction").notNull().default(""),
    lastLoginAt: instant("last_login_at"),
    /** argon2id over the MD5 that came over the wire. */
    passwordHash: text("password_hash").notNull(),
    passwordChangedAt: instant("password_changed_at").notNull(),
    /** Set while the password is one that somebody else chose. */
    mustChange: boolean("must_change").notNull().default(true),
    /** Found at login, the only moment that the MD5 is seen. */
    passwordWeak: boolean("password_weak").notNull().default(false),
    warningIgnoredUntil: instant("warning_ignored_until"),
    /** How often the warning of an initial password was put off. */
    initialIgnored: integer("initial_ignored").notNull().default(0),
  },
  (table) => [
    uniqueIndex("staff_phone_number_key").on(table.phoneNumber).where(sql`${table.deletedAt} is null`),
  ],
);

export type StaffRecord = typeof staff.$inferSelect;
