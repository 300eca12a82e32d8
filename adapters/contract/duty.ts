import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { dutyScope, dutyScopeChoice } from "./dutyScope.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { exportRequest, pageRequest, pageResponse } from "./page.ts";
import * as word from "./words.ts";

/** What a duty officer asks a pilot for by voice; the platform itself commands nothing. */
export const spokenOrder = defineEnum("duty_spoken_order", {
  return: "返航",
  hover: "悬停",
  land: "降落",
});
export type SpokenOrder = z.infer<typeof spokenOrder.schema>;

/** Whether the drone was seen doing what was asked for. */
export const spokenOrderState = defineEnum("duty_order_state", {
  waiting: ["等待执行", "blue"],
  executed: ["已执行", "green"],
  notSeen: ["未见执行", "orange"],
});

/** After so long without the phase that was asked for, an order counts as not seen. It may still be executed later. */
export const orderWaitMs = 60_000;

/** Why a shift ended. */
export const shiftEnd = defineEnum("duty_end_reason", { handover: "交班", left: word.leave });

/** A period in which one person is responsible for the flights in the air that the scope takes in: a desk on duty. */
export const shiftRow = z.object({
  id: f.id,
  version: f.version,
  staffId: f.id,
  staffName: z.string(),
  scope: dutyScope,
  /** Masked; gets an SMS about alarms of priority 1 that nobody acknowledges. Empty where there is none. */
  leaderPhone: z.string(),
  startedAt: f.instant,
  endedAt: z.nullable(f.instant),
  endReason: z.nullable(shiftEnd.schema),
  /** What the officer left for the next one; empty while the shift lasts. */
  handoverNote: z.string(),
  /** How many flights that the desk watches were in the air when the shift began and ended; null while it lasts. */
  flightsAtStart: z.int(),
  flightsAtEnd: z.nullable(z.int()),
});
export type ShiftRow = z.infer<typeof shiftRow>;

export const spokenOrderRow = z.object({
  id: f.id,
  taskId: f.id,
  taskNo: z.string(),
  droneSn: z.string(),
  spokenOrder: spokenOrder.schema,
  /** Who was spoken to. */
  toWhom: z.string(),
  byName: z.string(),
  at: f.instant,
  state: spokenOrderState.schema,
  executedAt: z.nullable(f.instant),
});
export type SpokenOrderRow = z.infer<typeof spokenOrderRow>;

/** Kinds of entries of the duty log. All but notes are written by the platform. */
export const dutyLogKind = defineEnum("duty_kind", {
  shiftStarted: [word.startShift, "blue"],
  shiftEnded: ["交班", "blue"],
  scopeChanged: ["值守范围", "blue"],
  note: [word.addNote, "gray"],
  orderGiven: [word.spokenOrder, "violet"],
  orderExecuted: ["指令已执行", "green"],
  orderNotSeen: ["指令未见执行", "orange"],
  alarmRaised: ["告警发生", "red"],
  alarmEscalated: ["告警升级", "red"],
  alarmAcknowledged: ["告警确认", "teal"],
  alarmShelved: ["告警屏蔽", "violet"],
  alarmUnshelved: ["取消屏蔽", "violet"],
  alarmCleared: ["告警解除", "green"],
  alarmClosed: ["告警关闭", "green"],
  contactShown: ["查看电话", "gray"],
  leaderNotified: ["短信通知负责人", "orange"],
});

/** An entry of the duty log; entries are never changed. */
export const dutyLogRow = z.object({
  id: f.id,
  at: f.instant,
  kind: dutyLogKind.schema,
  /** Null where nobody was on duty. */
  shiftId: z.nullable(f.id),
  /** Empty where the platform itself wrote it. */
  staffName: z.string(),
  taskId: z.nullable(f.id),
  taskNo: z.string(),
  droneSn: z.string(),
  alarmId: z.nullable(f.id),
  text: z.string(),
});
export type DutyLogRow = z.infer<typeof dutyLogRow>;

const logFilters = {
  kind: z.optional(dutyLogKind.schema),
  shiftId: z.optional(f.id),
  taskId: z.optional(f.id),
  alarmId: z.optional(f.id),
};

/** Who may take over a shift. */
export const dutyRoles = ["admin", "duty"] as const;
const readRoles = ["admin", "operator", "duty", "maintainer"] as const;

/** Desks that are on duty at the same time. */
export const dutyDesksMax = 50;
/** Entries of the lists in the answers; the rest is in 值班日志. */
export const dutyNotesMax = 50;
export const spokenOrdersMax = 50;
export const shiftLogMax = 2_000;

export const dutyFieldLabels = { toWhom: "对谁说", leaderPhone: "带班负责人手机" } as const;

/** Duty desks: shifts, spoken orders and the log that writes itself. */
export const dutyCalls = defineCalls({
  dutyCurrent: {
    host: "api",
    method: "GET",
    path: "/x/duty/current",
    summary: "当前值班",
    access: readRoles,
    comesWith: ["/task/start/list", "/x/duty/log"],
    data: z.object({
      /** The server's time. */
      at: f.instant,
      /** Those that last, the caller's own first, then by their beginnings; empty where nobody is on duty. */
      shifts: z.array(shiftRow).check(z.maxLength(dutyDesksMax)),
      /** The shift that ended last, with its hand-over note; null where there was none. */
      previous: z.nullable(shiftRow),
      /** Notes of these shifts or, where nobody is on duty, of the last one, newest first. */
      notes: z.array(dutyLogRow).check(z.maxLength(dutyNotesMax)),
      flightsInAir: z.int(),
    }),
  },
  dutyTakeover: {
    host: "api",
    method: "POST",
    path: "/x/duty/takeover",
    summary: word.startShift,
    access: dutyRoles,
    rightLabel: "接班、离岗和调整值守范围",
    audit: "duty",
    body: z.strictObject({
      requestId: f.requestId,
      /** The shift that is taken over, so that two officers do not take over from each other; null where nobody is on duty. */
      shiftId: z.nullable(f.id),
      /** Begins a desk beside those that are on duty, instead of taking one over; `shiftId` is null then. */
      beside: z.optional(z.boolean()),
      /** Absent for what the desk that is taken over watches, otherwise for everything. */
      scope: z.optional(dutyScopeChoice),
      /** Absent or empty for the officer's own number. */
      leaderPhone: z.optional(z.union([f.phone, z.literal("")])),
      /** What the outgoing officer says. */
      note: z.optional(f.note(500)),
    }),
    data: shiftRow,
  },
  dutyScopeChange: {
    host: "api",
    method: "POST",
    path: "/x/duty/scope",
    summary: "调整值守范围",
    access: dutyRoles,
    comesWith: ["/x/duty/takeover"],
    audit: "duty",
    /** Of one's own desk. */
    body: z.strictObject({ requestId: f.requestId, id: f.id, version: f.version, scope: dutyScopeChoice }),
    data: shiftRow,
  },
  dutyLeave: {
    host: "api",
    method: "POST",
    path: "/x/duty/leave",
    summary: word.leave,
    access: dutyRoles,
    comesWith: ["/x/duty/takeover"],
    audit: "duty",
    body: z.strictObject({
      requestId: f.requestId,
      id: f.id,
      version: f.version,
      note: z.optional(f.note(500)),
    }),
    data: shiftRow,
  },
  dutyOrder: {
    host: "api",
    method: "POST",
    path: "/x/duty/order",
    summary: "登记口头指令",
    access: dutyRoles,
    audit: "duty",
    body: z.strictObject({
      requestId: f.requestId,
      taskId: f.id,
      alarmId: z.optional(f.id),
      spokenOrder: spokenOrder.schema,
      toWhom: f.text(1, 50),
    }),
    data: spokenOrderRow,
  },
  dutyOrderList: {
    host: "api",
    method: "GET",
    path: "/x/duty/order/:taskId",
    summary: word.spokenOrder,
    access: readRoles,
    comesWith: ["/task/start/list"],
    params: z.object({ taskId: f.id }),
    /** Newest first. */
    data: z.array(spokenOrderRow).check(z.maxLength(spokenOrdersMax)),
  },
  dutyNote: {
    host: "api",
    method: "POST",
    path: "/x/duty/note",
    summary: word.addNote,
    access: dutyRoles,
    audit: "duty",
    body: z.strictObject({ requestId: f.requestId, taskId: z.optional(f.id), text: f.text(1, 500) }),
    data: dutyLogRow,
  },
  dutyShiftOne: {
    host: "api",
    method: "GET",
    path: "/x/one/shift/:id",
    summary: "班次详情",
    access: readRoles,
    comesWith: ["/x/duty/log"],
    params: z.object({ id: f.id }),
    /** The shift with its log, oldest first, and how many entries that has. */
    data: z.object({
      shift: shiftRow,
      log: z.array(dutyLogRow).check(z.maxLength(shiftLogMax)),
      total: z.int(),
    }),
  },
  dutyLogList: {
    host: "api",
    method: "POST",
    path: "/x/duty/log",
    summary: word.dutyLog,
    access: readRoles,
    shows: ["duty", "alarm"],
    body: pageRequest(["at"], logFilters),
    data: pageResponse(dutyLogRow),
  },
  dutyLogExport: {
    host: "api",
    method: "POST",
    path: "/x/duty/log/export",
    summary: "导出值班日志",
    access: dutyRoles,
    audit: "duty",
    kind: "blob",
    body: exportRequest(["at"], logFilters),
  },
});
