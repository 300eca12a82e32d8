import { isNull, sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { userRole, userStatus } from "../../../adapters/contract/user.ts";
import { codePointText, enumColumn, recordColumns, recordRules, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import type { RecordSubject } from "../recordSubject.ts";
import { toCharacters, toPinyinKeys } from "../searchKeys.ts";
import { companies } from "./company.ts";
import { companyColumns } from "./companyColumns.ts";

/** The companies' users; they sign in to the companies' application, never to this console. */
export const users = pgTable(
  "users",
  {
    ...recordColumns(),
    name: text("name").notNull(),
    nameOrder: codePointText("name_order").notNull(),
    phoneNumber: text("phone_number").notNull(),
    ...companyColumns(),
    companyNameOrder: codePointText("company_name_order").notNull(),
    role: enumColumn("role", userRole).notNull(),
    licenceNo: text("licence_no").notNull().default(""),
    status: enumColumn("status", userStatus).notNull().default("normal"),
    freezeReason: text("freeze_reason").notNull().default(""),
    /** Argon2id over the password's MD5. */
    passwordHash: text("password_hash").notNull(),
    mustChange: boolean("must_change").notNull().default(true),
    lastLoginAt: timestamptz("last_login_at"),
    /** Lower-cased name. */
    search: text("search").notNull(),
  },
  (t) => {
    const active = isNull(t.deletedAt);
    return [
      uniqueIndex("users_phone_number_key").on(t.phoneNumber).where(active),
      // For statistics, as of companies.
      index("users_day").on(sql`shanghai_day(${t.createdAt})`),
      index("users_name_order").on(t.nameOrder, t.id).where(active),
      index("users_company_name_order").on(t.companyNameOrder, t.id).where(active),
      index("users_status").on(t.status, t.id).where(active),
      index("users_last_login_at").on(t.lastLoginAt, t.id).where(active),
      index("users_last_login_at_desc").on(t.lastLoginAt.desc().nullsLast(), t.id.desc()).where(active),
      index("users_company").on(t.companyId).where(active),
      index("users_phone_last_four").on(sql`right(${t.phoneNumber}, 4)`).where(active),
      index("users_search").using("gin", sql`${t.search} gin_trgm_ops`),
      index("users_characters").using("gin", toCharacters(t.search)),
      index("users_pinyin").using("gin", sql`${toPinyinKeys(t.nameOrder)} gin_trgm_ops`),
      ...recordRules(t),
    ];
  },
);

export const userNames: DenormalizedNames = {
  table: users,
  synced: [
    { name: users.companyName, id: users.companyId, source: companies, order: users.companyNameOrder },
  ],
};

export const userSubject: RecordSubject = {
  entities: ["user"],
  rights: { user: ["account", 4] },
  table: users,
  name: users.name,
};
