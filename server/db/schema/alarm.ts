import { isNotNull, ne, sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  type AlarmKind,
  type AlarmPriority,
  type AlarmRow,
  type AlarmState,
  alarmKind,
  alarmOutcome,
  alarmPriority,
  alarmState,
} from "../../../adapters/contract/alarm.ts";
import type { AlarmEventName } from "../../../machines/status/alarm.ts";
import { codePointText, enumChecks, enumColumn, int8, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import type { RecordSubject } from "../recordSubject.ts";
import { companies } from "./company.ts";

/** Name of the index that keeps a cause from having two alarms while it holds. */
export const openCauseKey = "alarms_open_cause_key";

/** Alarms, open and past. Task, flight, zone and hangar may be stored later or be gone, so they are no references. */
export const alarms = pgTable(
  "alarms",
  {
    id: int8("id").primaryKey(),
    /** Counts changes of state and priority; a repeat of the cause changes none of them. */
    version: integer("version").notNull().default(1),
    createdAt: timestamptz("created_at").notNull(),
    updatedAt: timestamptz("updated_at").notNull(),
    kind: enumColumn("kind", alarmKind).notNull(),
    priority: enumColumn("priority", alarmPriority).notNull(),
    state: enumColumn("state", alarmState).notNull(),
    /** Whether its cause holds. */
    isHolding: boolean("is_holding").notNull(),
    taskId: int8("task_id"),
    flightId: int8("flight_id"),
    taskNo: text("task_no").notNull().default(""),
    taskName: text("task_name").notNull().default(""),
    companyId: int8("company_id").references(() => companies.id),
    companyName: text("company_name").notNull().default(""),
    droneSn: text("drone_sn").notNull().default(""),
    hangarId: int8("hangar_id"),
    hangarName: text("hangar_name").notNull().default(""),
    zoneId: int8("zone_id"),
    zoneName: text("zone_name").notNull().default(""),
    /** Tells the lost line from others, and its name; empty where the alarm is about none. */
    lineId: text("line_id").notNull().default(""),
    lineName: text("line_name").notNull().default(""),
    /** Where it was raised, in words; empty where no position is known. */
    place: text("place").notNull().default(""),
    lng: doublePrecision("lng"),
    lat: doublePrecision("lat"),
    /** County of its position, or else of its company. */
    regionId: codePointText("region_id"),
    raisedAt: timestamptz("raised_at").notNull(),
    /** Since when it has its priority; the shift's leader is told by it. */
    priorityAt: timestamptz("priority_at").notNull(),
    lastAt: timestamptz("last_at").notNull(),
    count: integer("count").notNull().default(1),
    acknowledgedById: int8("acknowledged_by_id"),
    acknowledgedByName: text("acknowledged_by_name").notNull().default(""),
    acknowledgedAt: timestamptz("acknowledged_at"),
    shelvedUntil: timestamptz("shelved_until"),
    shelveReason: text("shelve_reason").notNull().default(""),
    shelvedByName: text("shelved_by_name").notNull().default(""),
    suppressedBy: text("suppressed_by").$type<AlarmKind>(),
    /** Since when nothing is heard that would tell whether its cause holds. */
    noDataSince: timestamptz("no_data_since"),
    clearedAt: timestamptz("cleared_at"),
    closedAt: timestamptz("closed_at"),
    closedAs: enumColumn("closed_as", alarmOutcome),
    closedByName: text("closed_by_name").notNull().default(""),
    closeNote: text("close_note").notNull().default(""),
    /** When the shift's leader was told of it by SMS. */
    leaderNotifiedAt: timestamptz("leader_notified_at"),
    values: jsonb("values").notNull().$type<AlarmRow["values"]>(),
    /** Lower-cased task, company, drone, hangar, zone, lost line and place, a line each. */
    search: text("search").notNull(),
  },
  (t) => {
    // Sums of a list come from its index alone.
    const summed = [t.raisedAt, t.id, t.priority, t.acknowledgedAt] as const;
    return [
      index("alarms_open").on(t.priority, t.raisedAt).where(ne(t.state, sql`'gone'`)),
      uniqueIndex(openCauseKey)
        .on(t.kind, t.droneSn, sql`coalesce(${t.hangarId}, 0)`, sql`coalesce(${t.zoneId}, 0)`, t.lineId)
        .where(sql`${t.isHolding} and ${t.state} <> 'gone'`),
      index("alarms_raised_at").on(...summed),
      index("alarms_last_at").on(t.lastAt, t.id),
      index("alarms_count").on(t.count, t.id),
      index("alarms_priority").on(t.priority, t.raisedAt, t.id, t.acknowledgedAt),
      index("alarms_priority_order").on(t.priority, t.id),
      index("alarms_kind").on(t.kind, ...summed),
      index("alarms_company").on(t.companyId, ...summed),
      index("alarms_drone").on(t.droneSn, ...summed),
      index("alarms_task")
        .on(t.taskId, ...summed)
        .where(isNotNull(t.taskId)),
      index("alarms_flight")
        .on(t.flightId, ...summed)
        .where(isNotNull(t.flightId)),
      index("alarms_zone")
        .on(t.zoneId, ...summed)
        .where(isNotNull(t.zoneId)),
      index("alarms_search").using("gin", sql`${t.search} gin_trgm_ops`),
      ...enumChecks(t),
    ];
  },
);
export type AlarmRecord = typeof alarms.$inferSelect;

export const alarmNames: DenormalizedNames = {
  table: alarms,
  synced: [{ name: alarms.companyName, id: alarms.companyId, source: companies }],
  fixed: [
    alarms.taskName,
    alarms.hangarName,
    alarms.zoneName,
    alarms.lineName,
    alarms.acknowledgedByName,
    alarms.shelvedByName,
    alarms.closedByName,
  ],
  own: [alarms.suppressedBy],
  search: {
    text: alarms.search,
    parts: [
      alarms.taskNo,
      alarms.taskName,
      alarms.companyName,
      alarms.droneSn,
      alarms.hangarName,
      alarms.zoneName,
      alarms.lineName,
      alarms.place,
    ],
  },
};

/** What happened to alarms, for the duty log; takes new rows only. Repeats of a cause are only counted. */
export const alarmEvents = pgTable(
  "alarm_events",
  {
    id: int8("id").primaryKey(),
    alarmId: int8("alarm_id")
      .notNull()
      .references(() => alarms.id),
    at: timestamptz("at").notNull(),
    /** `lower`: to a less urgent priority; `notify`: the shift's leader was told, or why not. */
    kind: text("kind").notNull().$type<AlarmEventName | "lower" | "notify">(),
    /** After the event. */
    state: text("state").notNull().$type<AlarmState>(),
    priority: text("priority").notNull().$type<AlarmPriority>(),
    /** Null for what the platform did by itself. */
    byId: int8("by_id"),
    byName: text("by_name").notNull().default(""),
    remark: text("remark").notNull().default(""),
  },
  (t) => [index("alarm_events_alarm").on(t.alarmId, t.at), index("alarm_events_at").on(t.at, t.id)],
);

export const alarmEventNames: DenormalizedNames = {
  table: alarmEvents,
  fixed: [alarmEvents.byName],
};

export const alarmSubject: RecordSubject = {
  entities: ["alarm"],
  rights: { alarm: ["task", 4] },
  table: alarms,
  name: sql`coalesce(nullif(${alarms.taskNo}, ''), ${alarms.droneSn})`,
};
