import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { TaskEvent } from "../../../adapters/contract/liveMessages.ts";
import { rejectionReason } from "../../../adapters/contract/telemetry.ts";
import { enumChecks, enumColumn, int8, timestamptz } from "../columns.ts";
import { tasks } from "./task.ts";

const taskReference = () =>
  int8("task_id")
    .notNull()
    .references(() => tasks.id);

/** What happened on a flight. */
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
    reason: enumColumn("reason", rejectionReason).notNull(),
    /** The field that was wrong; null where the sample as a whole was refused. */
    field: text("field"),
    sample: jsonb("sample").notNull(),
  },
  (t) => [
    index("rejected_samples_task").on(t.taskId, t.receivedAt),
    // What is over is found by it every hour.
    index("rejected_samples_received_at").on(t.receivedAt),
    ...enumChecks(t),
  ],
);

/**
 * What happened to the platform itself; no drone's fault. `stall`: the server stood still;
 * `outage`: it did not run. `unattended` (无人值守): a P1
 * alarm was not acknowledged, and there was no shift whose leader could be told.
 */
export const platformEvents = pgTable(
  "platform_events",
  {
    id: int8("id").primaryKey(),
    at: timestamptz("at").notNull(),
    kind: text("kind").notNull().$type<"stall" | "outage" | "unattended">(),
    durationMs: integer("duration_ms").notNull(),
  },
  (t) => [index("platform_events_at").on(t.at)],
);
