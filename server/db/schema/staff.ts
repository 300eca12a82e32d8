import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Role } from "../../../adapters/contract/roles.ts";
import { dataScope, staffStatus } from "../../../adapters/contract/staff.ts";
import { codePointText, enumChecks, enumColumn, int8, recordColumns, timestamptz } from "../columns.ts";
import type { RecordSubject } from "../recordSubject.ts";
import { departments } from "./department.ts";
import { staffRoles } from "./staffRole.ts";

/** Console accounts; the specification calls them "sysAdmin". */
export const staff = pgTable(
  "staff",
  {
    ...recordColumns(),
    name: text("name").notNull(),
    nameOrder: codePointText("name_order").notNull(),
    phoneNumber: text("phone_number").notNull(),
    roles: text("roles").array().$type<Exclude<Role, "display">[]>().notNull(),
    /** Id of the custom role, whose base is in `roles`. */
    ownRoleId: int8("own_role_id").references(() => staffRoles.id),
    departmentId: int8("department_id").references(() => departments.id),
    dataScope: enumColumn("data_scope", dataScope).notNull().default("all"),
    status: enumColumn("status", staffStatus).notNull().default("normal"),
    avatar: text("avatar").notNull().default(""),
    introduction: text("introduction").notNull().default(""),
    lastLoginAt: timestamptz("last_login_at"),
    /** argon2id over the MD5 that the client sends. */
    passwordHash: text("password_hash").notNull(),
    passwordChangedAt: timestamptz("password_changed_at").notNull(),
    /** Set while the password was chosen by someone else. */
    mustChange: boolean("must_change").notNull().default(true),
    /** Determined when the MD5 is known: at login and at every password change. */
    passwordWeak: boolean("password_weak").notNull().default(false),
    warningIgnoredUntil: timestamptz("warning_ignored_until"),
    /** Secret of the second factor, AES-256-GCM; null without one. */
    totpSecret: text("totp_secret"),
    /** Time step of the last code that was used: earlier ones and itself are refused. */
    totpStep: integer("totp_step"),
    /** How often the warning about an initial password was dismissed. */
    initialIgnored: integer("initial_ignored").notNull().default(0),
    /** Lower-cased name. */
    search: text("search").notNull(),
  },
  (table) => [
    uniqueIndex("staff_phone_number_key").on(table.phoneNumber).where(sql`${table.deletedAt} is null`),
    index("staff_department").on(table.departmentId),
    index("staff_own_role").on(table.ownRoleId),
    ...enumChecks(table),
  ],
);

export type StaffRecord = typeof staff.$inferSelect;

export const staffSubject: RecordSubject = {
  entities: ["session", "staff"],
  rights: { staff: ["system", 1], session: ["system", 4] },
  table: staff,
  name: staff.name,
};
