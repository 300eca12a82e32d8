import { isNull, sql } from "drizzle-orm";
import { doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import {
  type RoutePoint,
  taskAirspace,
  taskKind,
  taskStatus,
  uomStatus,
} from "../../../adapters/contract/task.ts";
import { enumColumn, int8, recordColumns, recordRules, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import type { RecordSubject } from "../recordSubject.ts";
import { toCharacters } from "../searchKeys.ts";
import { companies } from "./company.ts";
import { companyColumns } from "./companyColumns.ts";
import { hangars } from "./hangar.ts";

/** Tasks: planned, running and finished. Copies names, so that a list reads one table. */
export const tasks = pgTable(
  "tasks",
  {
    ...recordColumns(),
    taskNo: text("task_no").notNull(),
    name: text("name").notNull(),
    kind: enumColumn("kind", taskKind).notNull(),
    status: enumColumn("status", taskStatus).notNull(),
    /** Where the telemetry comes from; tasks that a simulator left open are closed when it restarts. */
    source: text("source").notNull().$type<"device" | "simulator" | "replay" | "import">(),
    ...companyColumns(),
    pilotId: int8("pilot_id"),
    pilotName: text("pilot_name").notNull(),
    pilotPhone: text("pilot_phone").notNull(),
    backupPhone: text("backup_phone").notNull().default(""),
    droneSn: text("drone_sn").notNull(),
    droneModel: text("drone_model").notNull(),
    hangarId: int8("hangar_id").references(() => hangars.id),
    hangarName: text("hangar_name").notNull().default(""),
    route: jsonb("route").notNull().$type<RoutePoint[]>(),
    /** Take-off point, for a search by view before the first sample; null where it is not planned. */
    lng: doublePrecision("lng"),
    lat: doublePrecision("lat"),
    /** Null where it is unknown. */
    airspace: enumColumn("airspace", taskAirspace),
    permitNo: text("permit_no").notNull().default(""),
    permitFrom: timestamptz("permit_from"),
    permitTo: timestamptz("permit_to"),
    permitCeiling: doublePrecision("permit_ceiling"),
    uomStatus: enumColumn("uom_status", uomStatus).notNull(),
    /** Null for a flight that nobody had planned (未登记任务). */
    plannedAt: timestamptz("planned_at"),
    startedAt: timestamptz("started_at"),
    endedAt: timestamptz("ended_at"),
    durationS: integer("duration_s"),
    distanceM: doublePrecision("distance_m"),
    maxHeightM: doublePrecision("max_height_m"),
    alarmCount: integer("alarm_count").notNull().default(0),
    photoCount: integer("photo_count").notNull().default(0),
    videoCount: integer("video_count").notNull().default(0),
    endReason: text("end_reason").notNull().default(""),
    /** The task that its flights were attached to by hand; this one is deleted then, and its id leads there. */
    attachedTo: int8("attached_to"),
    /** Lower-cased number, name, company, pilot and drone, a line each. */
    search: text("search").notNull(),
  },
  (t) => {
    const active = isNull(t.deletedAt);
    return [
      uniqueIndex("tasks_task_no_key").on(t.taskNo),
      index("tasks_open").on(t.status, t.plannedAt).where(sql`${t.status} in ('planned', 'running')`),
      index("tasks_drone").on(t.droneSn, t.plannedAt).where(active),
      index("tasks_company").on(t.companyId, t.plannedAt).where(active),
      index("tasks_ended_at").on(t.endedAt, t.id).where(active),
      index("tasks_started_at").on(t.startedAt).where(active),
      index("tasks_search").using("gin", sql`${t.search} gin_trgm_ops`),
      index("tasks_characters").using("gin", toCharacters(t.search)),
      index("tasks_pilot_phone_last_four").on(sql`right(${t.pilotPhone}, 4)`).where(active),
      index("tasks_backup_phone_last_four").on(sql`right(${t.backupPhone}, 4)`).where(active),
      ...recordRules(t),
    ];
  },
);

export const taskNames: DenormalizedNames = {
  table: tasks,
  synced: [
    { name: tasks.companyName, id: tasks.companyId, source: companies },
    { name: tasks.hangarName, id: tasks.hangarId, source: hangars },
  ],
  fixed: [tasks.pilotName],
  search: {
    text: tasks.search,
    parts: [tasks.taskNo, tasks.name, tasks.companyName, tasks.pilotName, tasks.droneSn],
  },
};

export const taskSubject: RecordSubject = {
  entities: ["task"],
  rights: { task: ["task", 1] },
  table: tasks,
  name: tasks.taskNo,
};
