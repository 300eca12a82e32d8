import { isNull, sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { userRole, userStatus } from "../../../adapters/contract/user.ts";
import { codePointText, instant, int8, oneOf, recordColumns } from "../columns.ts";
import type { CopiedNames } from "../copiedNames.ts";
import { companies } from "./company.ts";

/** The people of the companies; they sign in on the companies' side, never to this console. */
export const users = pgTable(
  "users",
  {
    ...recordColumns(),
    name: text("name").notNull(),
    nameOrder: codePointText("name_order").notNull(),
    phoneNumber: text("phone_number").notNull(),
    companyId: int8("company_id")
      .notNull()
      .references(() => companies.id),
    companyName: text("company_name").notNull(),
    companyNameOrder: codePointText("company_name_order").notNull(),
    role: text("role").notNull().$type<"owner" | "manager" | "pilot" | "viewer">(),
    licenceNo: text("licence_no").notNull().default(""),
    status: text("status").notNull().default("normal").$type<"normal" | "frozen">(),
    freezeReason: text("freeze_reason").notNull().default(""),
    /** Argon2id over the password's MD5. */
    passwordHash: text("password_hash").notNull(),
    mustChange: boolean("must_change").notNull().default(true),
    lastLoginAt: instant("last_login_at"),
    /** Lower-cased name. */
    search: text("search").notNull(),
  },
  (t) => {
    const live = isNull(t.deletedAt);
    return [
      uniqueIndex("users_phone_number_key").on(t.phoneNumber).where(live),
      index("users_created_at").on(t.createdAt, t.id).where(live),
      index("users_name_order").on(t.nameOrder, t.id).where(live),
      index("users_company_name_order").on(t.companyNameOrder, t.id).where(live),
      index("users_status").on(t.status, t.id).where(live),
      index("users_last_login_at").on(t.lastLoginAt, t.id).where(live),
      index("users_last_login_at_desc").on(t.lastLoginAt.desc().nullsLast(), t.id.desc()).where(live),
      index("users_company").on(t.companyId).where(live),
      index("users_phone_last_four").on(sql`right(${t.phoneNumber}, 4)`).where(live),
      index("users_search").using("gin", sql`${t.search} gin_trgm_ops`),
      oneOf("users_role_check", t.role, userRole),
      oneOf("users_status_check", t.status, userStatus),
    ];
  },
);

export const userNames: CopiedNames = {
  table: users,
  follows: [
    { name: users.companyName, id: users.companyId, source: companies, order: users.companyNameOrder },
  ],
};
