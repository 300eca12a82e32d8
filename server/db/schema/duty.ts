import { isNull } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { AlarmKind, AlarmOutcome, AlarmPriority } from "../../../adapters/contract/alarm.ts";
import { dutyLogKind, type SpokenOrder, shiftEnd, spokenOrder } from "../../../adapters/contract/duty.ts";
import { type DutyScope, wholeScope } from "../../../adapters/contract/dutyScope.ts";
import { enumChecks, enumColumn, int8, recordColumns, timestamptz, valueCheck } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import { staff } from "./staff.ts";

/** Periods in which one person is responsible for the flights in the air that the scope takes in; each has one open. */
export const dutyShifts = pgTable(
  "duty_shifts",
  {
    ...recordColumns(),
    staffId: int8("staff_id")
      .notNull()
      .references(() => staff.id),
    staffName: text("staff_name").notNull(),
    /** Gets an SMS about alarms of priority 1 that nobody acknowledges. */
    leaderPhone: text("leader_phone").notNull(),
    scope: jsonb("scope").notNull().default(wholeScope).$type<DutyScope>(),
    startedAt: timestamptz("started_at").notNull(),
    endedAt: timestamptz("ended_at"),
    endReason: enumColumn("end_reason", shiftEnd),
    handoverNote: text("handover_note").notNull().default(""),
    flightsAtStart: integer("flights_at_start").notNull(),
    flightsAtEnd: integer("flights_at_end"),
  },
  (t) => [
    uniqueIndex("duty_shifts_open_key").on(t.staffId).where(isNull(t.endedAt)),
    index("duty_shifts_started_at").on(t.startedAt),
    ...enumChecks(t),
  ],
);

/** What pilots were asked for by voice. */
export const spokenOrders = pgTable(
  "duty_orders",
  {
    id: int8("id").primaryKey(),
    at: timestamptz("at").notNull(),
    taskId: int8("task_id").notNull(),
    taskNo: text("task_no").notNull(),
    droneSn: text("drone_sn").notNull(),
    alarmId: int8("alarm_id"),
    order: text("spoken_order").notNull().$type<SpokenOrder>(),
    toWhom: text("to_whom").notNull(),
    byId: int8("by_id").notNull(),
    byName: text("by_name").notNull(),
    executedAt: timestamptz("executed_at"),
    /** Set once the phase that was asked for has not been seen in time. */
    notSeenAt: timestamptz("not_seen_at"),
  },
  (t) => [
    index("duty_orders_task").on(t.taskId, t.at),
    index("duty_orders_waiting").on(t.at).where(isNull(t.executedAt)),
    valueCheck(
      "duty_orders_order_check",
      t.order,
      spokenOrder.options.map(({ value }) => value),
    ),
  ],
);

/** The duty log; entries are only added. */
export const dutyLog = pgTable(
  "duty_log",
  {
    id: int8("id").primaryKey(),
    at: timestamptz("at").notNull(),
    kind: enumColumn("kind", dutyLogKind).notNull(),
    /** Null where nobody was on duty. */
    shiftId: int8("shift_id"),
    staffName: text("staff_name").notNull().default(""),
    taskId: int8("task_id"),
    taskNo: text("task_no").notNull().default(""),
    droneSn: text("drone_sn").notNull().default(""),
    alarmId: int8("alarm_id"),
    /** Of entries that a trigger copies from the events of alarms; null in all others. */
    alarmKind: text("alarm_kind").$type<AlarmKind>(),
    alarmPriority: text("alarm_priority").$type<AlarmPriority>(),
    alarmOutcome: text("alarm_outcome").$type<AlarmOutcome>(),
    text: text("text").notNull(),
  },
  (t) => [
    index("duty_log_at").on(t.at, t.id),
    index("duty_log_shift").on(t.shiftId, t.at),
    index("duty_log_task").on(t.taskId, t.at),
    index("duty_log_alarm").on(t.alarmId, t.at),
    ...enumChecks(t),
  ],
);

export const dutyShiftNames: DenormalizedNames = { table: dutyShifts, fixed: [dutyShifts.staffName] };
export const spokenOrderNames: DenormalizedNames = { table: spokenOrders, fixed: [spokenOrders.byName] };
export const dutyLogNames: DenormalizedNames = { table: dutyLog, fixed: [dutyLog.staffName] };
