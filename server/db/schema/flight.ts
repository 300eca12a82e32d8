import { and, gt, isNotNull, isNull, sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { FlightPhase } from "../../../adapters/contract/flight.ts";
import type { TaskRow, TaskStatus } from "../../../adapters/contract/task.ts";
import { videoLens } from "../../../adapters/contract/video.ts";
import {
  bytea,
  codePointText,
  enumChecks,
  enumColumn,
  int8,
  recordColumns,
  timestamptz,
} from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import type { RecordSubject } from "../recordSubject.ts";
import { toCharacters } from "../searchKeys.ts";
import { companies } from "./company.ts";
import { tasks } from "./task.ts";

/** A line as flights and alarms store it. */
export interface StoredLine {
  /** Tells lines apart, also after a restart. */
  readonly id: string;
  /** In Chinese: what it is, and which one. */
  readonly name: string;
  /** The only company whose drones it may bring; null where there is no such. */
  readonly companyId: string | null;
}

/** Where the samples of a flight came from; `import` is a recording that was added to the history. */
export type FlightSource = "device" | "simulator" | "replay" | "import";

/**
 * What happened in the air: from the first sample to the landing. A task has none, one or several. Copies of its task
 * let the history read one table; `copyTasksToFlights` writes them.
 */
export const flights = pgTable(
  "flights",
  {
    id: int8("id").primaryKey(),
    taskId: int8("task_id")
      .notNull()
      .references(() => tasks.id),
    companyId: int8("company_id")
      .notNull()
      .references(() => companies.id),
    droneSn: text("drone_sn").notNull(),
    source: text("source").notNull().$type<FlightSource>(),
    /** Server's time of the first sample. */
    startedAt: timestamptz("started_at").notNull(),
    /** Null while the flight is open. */
    endedAt: timestamptz("ended_at"),
    endReason: text("end_reason").notNull().default(""),
    /** Seconds by the server's clock; of an imported flight the time between believed samples. */
    durationS: integer("duration_s"),
    distanceM: doublePrecision("distance_m"),
    /** Whether some of its way counts nothing, as nobody can have flown it: a jump of its position. */
    isDistanceIncomplete: boolean("is_distance_incomplete").notNull().default(false),
    maxHeightM: doublePrecision("max_height_m"),
    photoCount: integer("photo_count").notNull().default(0),
    alarmCount: integer("alarm_count").notNull().default(0),
    /** WGS-84 degrees of the first and the last position; null where none was known. */
    takeoffLng: doublePrecision("takeoff_lng"),
    takeoffLat: doublePrecision("takeoff_lat"),
    landingLng: doublePrecision("landing_lng"),
    landingLat: doublePrecision("landing_lat"),
    /** County of the take-off; null where the place is unknown or outside the boundaries. */
    takeoffRegionId: codePointText("takeoff_region_id"),
    /** Full name of that county; empty where it is unknown. */
    takeoffRegionName: text("takeoff_region_name").notNull().default(""),
    videoCount: integer("video_count").notNull().default(0),
    /** SHA-256 of an imported recording, so that it is not imported twice; null for all others. */
    importHash: text("import_hash"),
    /**
     * What a restart of the server needs to know of an open flight, and the outcome of its task of an ended one; null
     * in flights older than these columns. Server's time of the last sample.
     */
    lastAt: timestamptz("last_at"),
    /** Drone's time of the last sample. */
    lastSourceAt: timestamptz("last_source_at"),
    /** Server's time minus drone's time, ms. */
    clockOffsetMs: doublePrecision("clock_offset_ms"),
    phase: text("phase").$type<FlightPhase>(),
    hasTakenOff: boolean("has_taken_off"),
    isForcedLanding: boolean("is_forced_landing"),
    /** Share of the route in percent; null where it is not known. */
    pct: doublePrecision("pct"),
    /** Server's time from which it is over unless the drone takes off again; null while it is in the air. */
    expiresAt: timestamptz("expires_at"),
    /** What its last samples came in by; null where they came from no device. */
    line: jsonb("line").$type<StoredLine>(),
    /** The task's number; with `-1`, `-2` … where the task has more than one flight. */
    flightNo: text("flight_no").notNull().default(""),
    taskNo: text("task_no").notNull().default(""),
    taskName: text("task_name").notNull().default(""),
    taskKind: text("task_kind").notNull().default("other").$type<TaskRow["kind"]>(),
    taskStatus: text("task_status").notNull().default("running").$type<TaskStatus>(),
    companyName: text("company_name").notNull().default(""),
    droneModel: text("drone_model").notNull().default(""),
    pilotId: int8("pilot_id"),
    pilotName: text("pilot_name").notNull().default(""),
    /** Lower-cased flight number, name, company, pilot and drone. */
    search: text("search").notNull().default(""),
  },
  (t) => {
    const ended = isNotNull(t.endedAt);
    // Sums of a list come from its index alone: reading a million rows takes more than twice the time.
    const summed = [t.durationS, t.distanceM] as const;
    return [
      index("flights_task").on(t.taskId, t.startedAt),
      index("flights_drone").on(t.droneSn, t.startedAt),
      index("flights_open").on(t.droneSn).where(isNull(t.endedAt)),
      uniqueIndex("flights_import_hash_key").on(t.companyId, t.importHash).where(isNotNull(t.importHash)),
      index("flights_started_at")
        .on(t.startedAt, t.id, ...summed)
        .where(ended),
      index("flights_company")
        .on(t.companyId, t.startedAt, t.id, ...summed)
        .where(ended),
      index("flights_pilot")
        .on(t.pilotId, t.startedAt, t.id, ...summed)
        .where(ended),
      index("flights_region")
        .on(t.takeoffRegionId, t.startedAt, t.id, ...summed)
        .where(ended),
      index("flights_status")
        .on(t.taskStatus, t.startedAt, t.id, ...summed)
        .where(ended),
      index("flights_kind")
        .on(t.taskKind, t.startedAt, t.id, ...summed)
        .where(ended),
      index("flights_with_video")
        .on(t.startedAt, t.id, ...summed)
        .where(and(ended, gt(t.videoCount, sql`0`)) ?? ended),
      index("flights_with_alarm")
        .on(t.startedAt, t.id, ...summed)
        .where(and(ended, gt(t.alarmCount, sql`0`)) ?? ended),
      /** Few, so that sums say how many they have. */
      index("flights_incomplete")
        .on(t.startedAt, t.id)
        .where(and(ended, t.isDistanceIncomplete) ?? ended),
      index("flights_duration").on(t.durationS.desc().nullsLast(), t.id.desc().nullsFirst()).where(ended),
      index("flights_distance").on(t.distanceM.desc().nullsLast(), t.id.desc().nullsFirst()).where(ended),
      index("flights_height").on(t.maxHeightM.desc().nullsLast(), t.id.desc().nullsFirst()).where(ended),
      index("flights_search").using("gin", sql`${t.search} gin_trgm_ops`),
      index("flights_characters").using("gin", toCharacters(t.search)),
      /** What is left for `fillTakeoffRegions`. */
      index("flights_without_region")
        .on(t.id)
        .where(and(isNull(t.takeoffRegionId), isNotNull(t.takeoffLng)) ?? ended),
      // Its first sample may lie a minute before the flight is recognised. `toFlownSeconds` keeps to it.
      check(
        "flights_duration_check",
        sql`${t.durationS} >= 0 and (${t.endedAt} is null or ${t.durationS} <= 60 + greatest(0, extract(epoch from ${t.endedAt} - ${t.startedAt})))`,
      ),
    ];
  },
);

export const flightNames: DenormalizedNames = {
  table: flights,
  synced: [{ name: flights.companyName, id: flights.companyId, source: companies }],
  fixed: [flights.taskName, flights.pilotName, flights.takeoffRegionName],
  search: {
    text: flights.search,
    parts: [flights.flightNo, flights.taskName, flights.companyName, flights.pilotName, flights.droneSn],
  },
};

/** Tracks in chunks of at most 600 samples, as `docs/wire-format.md` has them. */
export const flightTracks = pgTable(
  "flight_tracks",
  {
    flightId: int8("flight_id")
      .notNull()
      .references(() => flights.id),
    /** Drone's time of the first sample. */
    t0: timestamptz("t0").notNull(),
    samples: integer("samples").notNull(),
    bytes: bytea("bytes").notNull(),
    /** Server's time of the last sample; null in tracks older than this column. */
    lastAt: timestamptz("last_at"),
    /** Row of the sample journal up to which this and earlier chunks have the flight's samples; null before there was one. */
    journalTo: bigint("journal_to", { mode: "number" }),
  },
  (t) => [primaryKey({ columns: [t.flightId, t.t0] })],
);

/** Recorded videos of a flight. */
export const flightVideos = pgTable(
  "flight_videos",
  {
    ...recordColumns(),
    taskId: int8("task_id")
      .notNull()
      .references(() => tasks.id),
    flightId: int8("flight_id")
      .notNull()
      .references(() => flights.id),
    name: text("name").notNull(),
    lens: enumColumn("lens", videoLens).notNull(),
    /** Where the file is: a clip of the embedded platform (`demo:<clip>`), or an address that a recorder gave. */
    location: text("location").notNull(),
    cover: text("cover").notNull().default(""),
    /** Server's time of the first frame. */
    startedAt: timestamptz("started_at").notNull(),
    durationS: doublePrecision("duration_s").notNull(),
    bytes: int8("bytes").notNull(),
    /** Added to `startedAt` by hand, where the recorder's clock was off. */
    offsetMs: integer("offset_ms").notNull().default(0),
  },
  (t) => [
    index("flight_videos_flight").on(t.flightId, t.startedAt),
    index("flight_videos_task").on(t.taskId, t.startedAt),
    ...enumChecks(t),
  ],
);

export const flightSubject: RecordSubject = { entities: ["task"], table: flights, name: flights.flightNo };

export const flightVideoSubject: RecordSubject = {
  entities: ["video"],
  rights: { video: ["task", 2] },
  table: flightVideos,
  name: flightVideos.name,
};
