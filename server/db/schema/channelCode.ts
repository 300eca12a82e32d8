import { isNull, sql } from "drizzle-orm";
import { bigint, check, integer, numeric, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { channelStatus } from "../../../adapters/contract/channelCode.ts";
import { codePointText, enumColumn, recordColumns, recordRules, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import type { RecordSubject } from "../recordSubject.ts";

/** Sales channels by their code. */
export const channelCodes = pgTable(
  "channel_codes",
  {
    ...recordColumns(),
    name: text("name").notNull(),
    nameOrder: codePointText("name_order").notNull(),
    code: text("code").notNull(),
    contact: text("contact").notNull(),
    phone: text("phone").notNull(),
    /** Percent with two decimals. */
    ratio: numeric("ratio", { precision: 5, scale: 2, mode: "number" }).notNull(),
    status: enumColumn("status", channelStatus).notNull().default("on"),
    expireAt: timestamptz("expire_at"),
    companyCount: integer("company_count").notNull().default(0),
    orderAmountFen: bigint("order_amount_fen", { mode: "number" }).notNull().default(0),
    commissionFen: bigint("commission_fen", { mode: "number" }).notNull().default(0),
    remark: text("remark").notNull().default(""),
    search: text("search").notNull(),
  },
  (t) => {
    const active = isNull(t.deletedAt);
    return [
      uniqueIndex("channel_codes_code_key").on(t.code).where(active),
      ...recordRules(t),
      check("channel_codes_ratio_check", sql`${t.ratio} between 0 and 100`),
      check("channel_codes_code_check", sql`${t.code} ~ '^[A-Z0-9]{6,12}$'`),
    ];
  },
);

export const channelCodeNames: DenormalizedNames = {
  table: channelCodes,
  search: { text: channelCodes.search, parts: [channelCodes.name, channelCodes.code] },
};

export const channelCodeSubject: RecordSubject = {
  entities: ["channelCode"],
  rights: { channelCode: ["channel"] },
  table: channelCodes,
  name: channelCodes.name,
};
