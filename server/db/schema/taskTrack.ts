import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { TaskEvent } from "../../../adapters/contract/liveMessages.ts";
import { type RejectionReason, rejectionReason } from "../../../adapters/contract/telemetry.ts";
import { bytea, enumCheck, int8, timestamptz } from "../columns.ts";
import { tasks } from "./task.ts";

const taskReference = () =>
  int8("task_id")
    .notNull()
    .references(() => tasks.id);

/** Tracks in chunks of at most 600 samples, in the format of `docs/wire-format.md`. */
export const taskTracks = pgTable(
  "task_tracks",
  {
    taskId: taskReference(),
    /** The drone's time of the first sample. */
    t0: timestamptz("t0").notNull(),
    samples: integer("samples").notNull(),
    bytes: bytea("bytes").notNull(),
  },
  (t) => [primaryKey({ columns: [t.taskId, t.t0] })],
);

/** Events of a flight. */
export const taskEvents = pgTable(
  "task_events",
  {
    id: int8("id").primaryKey(),
    taskId: taskReference(),
    at: timestamptz("at").notNull(),
    kind: text("kind").notNull().$type<TaskEvent["kind"]>(),
    fromValue: text("from_value"),
    toValue: text("to_value"),
  },
  (t) => [index("task_events_task").on(t.taskId, t.at)],
);

/** Rejected samples, stored as received; they are in no track and on no map. */
export const rejectedSamples = pgTable(
  "rejected_samples",
  {
    id: int8("id").primaryKey(),
    taskId: taskReference(),
    receivedAt: timestamptz("received_at").notNull(),
    reason: text("reason").notNull().$type<RejectionReason>(),
    sample: jsonb("sample").notNull(),
  },
  (t) => [
    index("rejected_samples_task").on(t.taskId, t.receivedAt),
    enumCheck("rejected_samples_reason_check", t.reason, rejectionReason),
  ],
);
