import { doublePrecision, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import {
  type ZoneRow,
  type ZoneShape,
  zoneDatum,
  zoneKind,
  zoneStatus,
} from "../../../adapters/contract/zone.ts";
import { enumColumn, int8, recordColumns, recordRules, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import type { RecordSubject } from "../recordSubject.ts";
import { companies } from "./company.ts";

/** What a user may change of a zone, as JSON. */
export interface ZoneValues {
  readonly name: string;
  readonly kind: ZoneRow["kind"];
  readonly shape: ZoneShape;
  readonly floor: number;
  readonly ceiling: number;
  readonly datum: ZoneRow["datum"];
  readonly fromAt: string | null;
  readonly toAt: string | null;
  readonly weekly: ZoneRow["weekly"];
  readonly companyId: string | null;
  readonly companyName: string;
  readonly status: ZoneRow["status"];
}

/** How the last change of a zone is undone. */
export interface ZoneUndo {
  readonly values: ZoneValues;
  /** The zone that a split made of its other part. */
  readonly splitId?: string;
}

/** Airspace volumes with a flight rule; the bounds of the shape are for a search by view. */
export const controlZones = pgTable(
  "control_zones",
  {
    ...recordColumns(),
    name: text("name").notNull(),
    kind: enumColumn("kind", zoneKind).notNull(),
    shape: jsonb("shape").notNull().$type<ZoneShape>(),
    west: doublePrecision("west").notNull(),
    south: doublePrecision("south").notNull(),
    east: doublePrecision("east").notNull(),
    north: doublePrecision("north").notNull(),
    /** Metres above the datum. */
    floor: doublePrecision("floor").notNull(),
    ceiling: doublePrecision("ceiling").notNull(),
    datum: enumColumn("datum", zoneDatum).notNull(),
    fromAt: timestamptz("from_at"),
    toAt: timestamptz("to_at"),
    weekly: jsonb("weekly").notNull().$type<ZoneRow["weekly"]>(),
    companyId: int8("company_id").references(() => companies.id),
    companyName: text("company_name").notNull().default(""),
    status: enumColumn("status", zoneStatus).notNull(),
    /** What it was before the last change; null for a new or restored zone. */
    previous: jsonb("previous").$type<ZoneUndo>(),
    /** Lower-cased name and company. */
    search: text("search").notNull(),
  },
  recordRules,
);

export const zoneNames: DenormalizedNames = {
  table: controlZones,
  synced: [{ name: controlZones.companyName, id: controlZones.companyId, source: companies }],
  search: { text: controlZones.search, parts: [controlZones.name, controlZones.companyName] },
};

export const zoneSubject: RecordSubject = {
  entities: ["zone"],
  rights: { zone: ["task"] },
  table: controlZones,
  name: controlZones.name,
};
