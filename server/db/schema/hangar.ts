import { isNull, sql } from "drizzle-orm";
import { doublePrecision, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { hangarCover, hangarStatus } from "../../../adapters/contract/device.ts";
import { enumColumn, recordColumns, recordRules, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import type { RecordSubject } from "../recordSubject.ts";
import { toCharacters } from "../searchKeys.ts";
import { companies } from "./company.ts";
import { companyColumns } from "./companyColumns.ts";

/** Hangars with their last reported state. */
export const hangars = pgTable(
  "hangars",
  {
    ...recordColumns(),
    name: text("name").notNull(),
    sn: text("sn").notNull(),
    model: text("model").notNull(),
    ...companyColumns(),
    lng: doublePrecision("lng").notNull(),
    lat: doublePrecision("lat").notNull(),
    /** Metres above sea level. */
    altitude: doublePrecision("altitude").notNull(),
    status: enumColumn("status", hangarStatus).notNull(),
    cover: enumColumn("cover", hangarCover).notNull(),
    droneSn: text("drone_sn").notNull().default(""),
    /** Percent; null without a drone. */
    droneBattery: doublePrecision("drone_battery"),
    windSpeed: doublePrecision("wind_speed").notNull(),
    rainfall: doublePrecision("rainfall").notNull(),
    temperature: doublePrecision("temperature").notNull(),
    lastSeenAt: timestamptz("last_seen_at"),
    /** Lower-cased name and serial number. */
    search: text("search").notNull(),
  },
  (t) => {
    const active = isNull(t.deletedAt);
    return [
      uniqueIndex("hangars_sn_key").on(t.sn).where(active),
      uniqueIndex("hangars_drone_sn_key")
        .on(t.droneSn)
        .where(sql`${t.deletedAt} is null and ${t.droneSn} <> ''`),
      index("hangars_company").on(t.companyId).where(active),
      index("hangars_search").using("gin", sql`${t.search} gin_trgm_ops`),
      index("hangars_characters").using("gin", toCharacters(t.search)),
      ...recordRules(t),
    ];
  },
);
export type HangarRecord = typeof hangars.$inferSelect;

export const hangarNames: DenormalizedNames = {
  table: hangars,
  synced: [{ name: hangars.companyName, id: hangars.companyId, source: companies }],
};

export const hangarSubject: RecordSubject = {
  entities: ["hangar"],
  rights: { hangar: ["operate", 3] },
  table: hangars,
  name: hangars.name,
};
