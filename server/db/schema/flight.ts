import { isNull } from "drizzle-orm";
import { doublePrecision, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytea, int8, timestamptz } from "../columns.ts";
import { companies } from "./company.ts";
import { tasks } from "./task.ts";

/** What happened in the air: from the first sample to the landing. A task has none, one or several. */
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
    source: text("source").notNull().$type<"device" | "simulator" | "replay">(),
    /** Server's time of the first sample. */
    startedAt: timestamptz("started_at").notNull(),
    /** Null while the flight is open. */
    endedAt: timestamptz("ended_at"),
    endReason: text("end_reason").notNull().default(""),
    durationS: integer("duration_s"),
    distanceM: doublePrecision("distance_m"),
    maxHeightM: doublePrecision("max_height_m"),
    photoCount: integer("photo_count").notNull().default(0),
    /** WGS-84 degrees of the first and the last position; null where none was known. */
    takeoffLng: doublePrecision("takeoff_lng"),
    takeoffLat: doublePrecision("takeoff_lat"),
    landingLng: doublePrecision("landing_lng"),
    landingLat: doublePrecision("landing_lat"),
  },
  (t) => [
    index("flights_task").on(t.taskId, t.startedAt),
    index("flights_drone").on(t.droneSn, t.startedAt),
    index("flights_open").on(t.droneSn).where(isNull(t.endedAt)),
  ],
);

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
  },
  (t) => [primaryKey({ columns: [t.flightId, t.t0] })],
);
