import { isNull, sql } from "drizzle-orm";
import { check, doublePrecision, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { boxStatus } from "../../../adapters/contract/box.ts";
import { codePointText, enumColumn, int8, recordColumns, recordRules, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import type { RecordSubject } from "../recordSubject.ts";
import { toCharacters, toPinyinKeys } from "../searchKeys.ts";
import { companies } from "./company.ts";

/** Cloud boxes, which connect a company's devices to the platform. */
export const boxes = pgTable(
  "boxes",
  {
    ...recordColumns(),
    name: text("name").notNull(),
    nameOrder: codePointText("name_order").notNull(),
    /** Six pairs of upper-case hex digits, separated by colons. */
    mac: codePointText("mac").notNull(),
    sn: codePointText("sn").notNull(),
    model: text("model").notNull(),
    /** Null if the box belongs to no company. */
    companyId: int8("company_id").references(() => companies.id),
    companyName: text("company_name").notNull().default(""),
    status: enumColumn("status", boxStatus).notNull().default("offline"),
    firmware: text("firmware").notNull().default(""),
    lng: doublePrecision("lng"),
    lat: doublePrecision("lat"),
    lastSeenAt: timestamptz("last_seen_at"),
    remark: text("remark").notNull().default(""),
    /** Lower-cased name, MAC address and serial number. */
    search: text("search").notNull(),
  },
  (t) => {
    const active = isNull(t.deletedAt);
    return [
      uniqueIndex("boxes_mac_key").on(t.mac).where(active),
      uniqueIndex("boxes_sn_key").on(t.sn).where(active),
      index("boxes_company").on(t.companyId).where(active),
      index("boxes_name_order").on(t.nameOrder, t.id).where(active),
      index("boxes_search").using("gin", sql`${t.search} gin_trgm_ops`),
      index("boxes_characters").using("gin", toCharacters(t.search)),
      index("boxes_pinyin").using("gin", sql`${toPinyinKeys(t.nameOrder)} gin_trgm_ops`),
      ...recordRules(t),
      check("boxes_place_check", sql`(${t.lng} is null) = (${t.lat} is null)`),
    ];
  },
);
export type BoxRecord = typeof boxes.$inferSelect;

export const boxNames: DenormalizedNames = {
  table: boxes,
  synced: [{ name: boxes.companyName, id: boxes.companyId, source: companies }],
};

export const boxSubject: RecordSubject = {
  entities: ["box"],
  rights: { box: ["operate", 1] },
  table: boxes,
  name: boxes.name,
};
