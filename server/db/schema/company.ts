import { isNull, sql } from "drizzle-orm";
import { bigint, doublePrecision, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { companyLevel, companyStatus, companyType, logoStatus } from "../../../adapters/contract/company.ts";
import { codePointText, enumColumn, int8, recordColumns, recordRules, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import type { RecordSubject } from "../recordSubject.ts";
import { toCharacters, toPinyinKeys } from "../searchKeys.ts";
import { channelCodes } from "./channelCode.ts";
import { regions } from "./region.ts";
import { staff } from "./staff.ts";

/** Companies. Copies names of region, channel and manager, counts and sums, so that a list reads one table. */
export const companies = pgTable(
  "companies",
  {
    ...recordColumns(),
    name: text("name").notNull(),
    /** Pinyin of the name, for alphabetical order. */
    nameOrder: codePointText("name_order").notNull(),
    shortName: text("short_name").notNull(),
    creditCode: text("credit_code").notNull(),
    type: enumColumn("type", companyType).notNull(),
    level: enumColumn("level", companyLevel).notNull(),
    contact: text("contact").notNull(),
    phone: text("phone").notNull(),
    emergencyPhone: text("emergency_phone").notNull().default(""),
    regionId: codePointText("region_id")
      .notNull()
      .references(() => regions.id),
    regionName: text("region_name").notNull(),
    address: text("address").notNull(),
    lng: doublePrecision("lng"),
    lat: doublePrecision("lat"),
    channelCodeId: int8("channel_code_id").references(() => channelCodes.id),
    channelName: text("channel_name").notNull().default(""),
    managerId: int8("manager_id"),
    managerName: text("manager_name").notNull().default(""),
    /** The owner whose phone signs in for the company. */
    accountUserId: int8("account_user_id"),
    accountPhone: text("account_phone").notNull().default(""),
    userCount: integer("user_count").notNull().default(0),
    boxCount: integer("box_count").notNull().default(0),
    orderAmountFen: bigint("order_amount_fen", { mode: "number" }).notNull().default(0),
    status: enumColumn("status", companyStatus).notNull().default("normal"),
    freezeReason: text("freeze_reason").notNull().default(""),
    /** The next end of a service when it was last stored; only for sorting. `readServiceEnds` tells what holds now. */
    expireAt: timestamptz("expire_at"),
    remark: text("remark").notNull().default(""),
    logoUrl: text("logo_url").notNull().default(""),
    logoStatus: enumColumn("logo_status", logoStatus).notNull().default("none"),
    /** Lower-cased name and credit code; keywords are searched in it. */
    search: text("search").notNull(),
  },
  (t) => {
    const active = isNull(t.deletedAt);
    return [
      uniqueIndex("companies_name_key").on(t.name).where(active),
      uniqueIndex("companies_credit_code_key").on(t.creditCode).where(active),
      // For statistics, which count deleted ones too. By the day: an index of the instant would attract searches.
      index("companies_day").on(sql`shanghai_day(${t.createdAt})`),
      index("companies_updated_at").on(t.updatedAt, t.id).where(active),
      index("companies_name_order").on(t.nameOrder, t.id).where(active),
      index("companies_level").on(t.level, t.id).where(active),
      index("companies_user_count").on(t.userCount, t.id).where(active),
      index("companies_box_count").on(t.boxCount, t.id).where(active),
      index("companies_order_amount").on(t.orderAmountFen, t.id).where(active),
      index("companies_status").on(t.status, t.id).where(active),
      index("companies_expire_at").on(t.expireAt, t.id).where(active),
      index("companies_expire_at_desc").on(t.expireAt.desc().nullsLast(), t.id.desc()).where(active),
      index("companies_region").on(t.regionId).where(active),
      // Also for scopes, whose statistics count deleted ones.
      index("companies_manager").on(t.managerId),
      index("companies_channel").on(t.channelCodeId).where(active),
      index("companies_phone_last_four").on(sql`right(${t.phone}, 4)`).where(active),
      index("companies_emergency_phone_last_four").on(sql`right(${t.emergencyPhone}, 4)`).where(active),
      index("companies_account_phone_last_four").on(sql`right(${t.accountPhone}, 4)`).where(active),
      index("companies_search").using("gin", sql`${t.search} gin_trgm_ops`),
      index("companies_characters").using("gin", toCharacters(t.search)),
      index("companies_pinyin").using("gin", sql`${toPinyinKeys(t.nameOrder)} gin_trgm_ops`),
      ...recordRules(t),
    ];
  },
);

export const companyNames: DenormalizedNames = {
  table: companies,
  synced: [
    { name: companies.channelName, id: companies.channelCodeId, source: channelCodes },
    { name: companies.managerName, id: companies.managerId, source: staff },
  ],
  // Regions come with the platform; no call renames one.
  fixed: [companies.regionName],
  own: [companies.shortName],
};

export const companySubject: RecordSubject = {
  entities: ["company", "logo", "invoiceProfile"],
  rights: { company: ["account", 1], logo: ["account", 2], invoiceProfile: ["account", 3] },
  table: companies,
  name: companies.name,
};
