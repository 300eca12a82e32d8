import { isNull, sql } from "drizzle-orm";
import { doublePrecision, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { deviceStatus, uavClass } from "../../../adapters/contract/device.ts";
import { enumColumn, int8, recordColumns, recordRules, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import type { RecordSubject } from "../recordSubject.ts";
import { toCharacters } from "../searchKeys.ts";
import { boxes } from "./box.ts";
import { companies } from "./company.ts";
import { companyColumns } from "./companyColumns.ts";
import { hangars } from "./hangar.ts";

/** The companies' aircraft. */
export const drones = pgTable(
  "drones",
  {
    ...recordColumns(),
    name: text("name").notNull(),
    sn: text("sn").notNull(),
    model: text("model").notNull(),
    uavClass: enumColumn("uav_class", uavClass).notNull(),
    registrationNo: text("registration_no").notNull(),
    ...companyColumns(),
    hangarId: int8("hangar_id").references(() => hangars.id),
    /** The cloud box through which it connects, of the same company. */
    boxId: int8("box_id").references(() => boxes.id),
    status: enumColumn("status", deviceStatus).notNull(),
    /** Where it last was on the ground; null before that is known. */
    lng: doublePrecision("lng"),
    lat: doublePrecision("lat"),
    lastSeenAt: timestamptz("last_seen_at"),
    /** Added to the times that it sends, s: its clock is off by a constant. */
    clockCorrectionS: integer("clock_correction_s").notNull().default(0),
    /** Lower-cased name, serial number and registration number. */
    search: text("search").notNull(),
  },
  (t) => {
    const active = isNull(t.deletedAt);
    return [
      uniqueIndex("drones_sn_key").on(t.sn).where(active),
      index("drones_company").on(t.companyId).where(active),
      index("drones_box").on(t.boxId).where(active),
      index("drones_search").using("gin", sql`${t.search} gin_trgm_ops`),
      index("drones_characters").using("gin", toCharacters(t.search)),
      ...recordRules(t),
    ];
  },
);

export const droneNames: DenormalizedNames = {
  table: drones,
  synced: [{ name: drones.companyName, id: drones.companyId, source: companies }],
};

export const droneSubject: RecordSubject = {
  entities: ["device"],
  rights: { device: ["operate", 4] },
  table: drones,
  name: drones.name,
};
