import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { TaskEvent } from "../../../adapters/contract/live.ts";
import { type Rejection, rejection } from "../../../adapters/contract/telemetry.ts";
import { bytea, instant, int8, oneOf } from "../columns.ts";
import { tasks } from "./task.ts";

const ofTask = () =>
  int8("task_id")
    .notNull()
    .references(() => tasks.id);

/** Tracks in chunks of at most 600 samples, as `docs/wire-format.md` has them. */
export const taskTracks = pgTable(
  "task_tracks",
  {
    taskId: ofTask(),
    /** Drone's time of the first sample. */
    t0: instant("t0").notNull(),
    samples: integer("samples").notNull(),
    bytes: bytea("bytes").notNull(),
  },
  (t) => [primaryKey({ columns: [t.taskId, t.t0] })],
);

/** What happened on a flight. */
export const taskEvents = pgTable(
  "task_events",
  {
    id: int8("id").primaryKey(),
    taskId: ofTask(),
    at: instant("at").notNull(),
    kind: text("kind").notNull().$type<TaskEvent["kind"]>(),
    fromValue: text("from_value"),
    toValue: text("to_value"),
  },
  (t) => [index("task_events_task").on(t.taskId, t.at)],
);

/** Samples that were not believed, kept as they came; they are in no track and on no map. */
export const rejectedSamples = pgTable(
  "rejected_samples",
  {
    id: int8("id").primaryKey(),
    taskId: ofTask(),
    receivedAt: instant("received_at").notNull(),
    reason: text("reason").notNull().$type<Rejection>(),
    sample: jsonb("sample").notNull(),
  },
  (t) => [
    index("rejected_samples_task").on(t.taskId, t.receivedAt),
    oneOf("rejected_samples_reason_check", t.reason, rejection),
  ],
);
