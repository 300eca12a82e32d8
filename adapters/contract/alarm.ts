import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { dutyScope } from "./dutyScope.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { exportRequest, pageRequest, pageResponse } from "./page.ts";
import * as word from "./words.ts";

/** What an alarm is about. */
export const alarmKind = defineEnum("alarm_kind", {
  noFlyBreach: "闯入禁飞区",
  temporaryBreach: "闯入临时管制",
  approaching: "即将闯入",
  limitedEntry: "进入限飞区",
  warningEntry: "进入警示区",
  fenceExit: "飞出作业区",
  tooHigh: "超高",
  outsidePermit: "超出批准时段",
  noPermit: "管制空域无批文",
  lost: word.lost,
  delayed: "数据延迟",
  batteryLow: "电量低",
  batteryCritical: "电量严重不足",
  batteryReturn: "返航电量不足",
  autoReturn: "自动返航",
  forcedLanding: word.forcedLanding,
  traffic: "有人机接近",
  proximity: "两机过近",
  offRoute: "偏航",
  positionLost: word.positionLost,
  positionJump: "位置跳变",
  deviceHealth: "设备健康",
  taskFailed: "任务失败",
  taskStalled: "任务停滞",
  hangarFault: "机场异常",
  weather: "风雨超限",
  accessLost: "接入中断",
  platformLost: "平台连接中断",
  unattended: "无人值守",
  screenLost: "大屏离线",
  screenDiffers: "大屏与平台不一致",
});
export type AlarmKind = z.infer<typeof alarmKind.schema>;

/** How urgent an alarm is, most urgent first. */
export const alarmPriority = defineEnum("alarm_priority", {
  p1: ["P1 紧急", "red"],
  p2: ["P2 高", "orange"],
  p3: ["P3 中", "yellow"],
  p4: ["P4 记录", "gray"],
});
export type AlarmPriority = z.infer<typeof alarmPriority.schema>;

/**
 * States of an alarm, after ISA-18.2; open in all but `gone`. One that nobody closed opens again if its cause comes
 * back within 60 s.
 */
export const alarmState = defineEnum("alarm_state", {
  active: [word.unacknowledged, "red"],
  acknowledged: [word.acknowledged, "blue"],
  /** Its cause is over, but it waits for its acknowledgement. */
  cleared: ["已解除待确认", "orange"],
  shelved: ["暂时屏蔽", "violet"],
  /** Silenced by another alarm, of which it is a consequence. */
  suppressed: ["被抑制", "gray"],
  gone: ["已结束", "green"],
});
export type AlarmState = z.infer<typeof alarmState.schema>;

/** Whether an alarm is open; the values are those of the condition in an address. */
export const alarmOpenness = defineEnum("alarm_openness", { true: "未结束", false: "已结束" });

/** What came of an alarm, as the duty officer closes it. */
export const alarmOutcome = defineEnum("alarm_outcome", {
  falseAlarm: "误报",
  pilotNotified: "已通知飞手",
  returned: "已返航",
  reported: "已上报",
  other: "其他",
});

export type AlarmOutcome = z.infer<typeof alarmOutcome.schema>;

/** An alarm and everything that was done about it. */
export const alarmRow = z.object({
  ...f.recordFields,
  kind: alarmKind.schema,
  priority: alarmPriority.schema,
  state: alarmState.schema,
  taskId: z.nullable(f.id),
  flightId: z.nullable(f.id),
  /** Empty where the alarm is about no task; the same for the other names. */
  taskNo: z.string(),
  taskName: z.string(),
  companyId: z.nullable(f.id),
  companyName: z.string(),
  droneSn: z.string(),
  hangarId: z.nullable(f.id),
  hangarName: z.string(),
  zoneId: z.nullable(f.id),
  zoneName: z.string(),
  /** The access key, gateway or broker that 接入中断, or the screen that 大屏离线 and 大屏与平台不一致 are about; empty for all other kinds. */
  lineName: z.string(),
  /** County, bearing and distance in words; empty where no position is known. */
  place: z.string(),
  lng: z.nullable(f.longitude),
  lat: z.nullable(f.latitude),
  /** County of its position, or else of its company; null where neither is known. Desks watch by it. */
  regionId: z.nullable(f.regionId),
  raisedAt: f.instant,
  /** When its cause was seen last. */
  lastAt: f.instant,
  /** How often its cause has been raised. */
  count: z.int(),
  acknowledgedByName: z.string(),
  acknowledgedAt: z.nullable(f.instant),
  shelvedUntil: z.nullable(f.instant),
  shelveReason: z.string(),
  shelvedByName: z.string(),
  /** Kind of the alarm that silences this one. */
  suppressedBy: z.nullable(alarmKind.schema),
  /** Since when nothing is heard that would tell whether its cause still holds; null while it can be judged. */
  noDataSince: z.nullable(f.instant),
  clearedAt: z.nullable(f.instant),
  closedAt: z.nullable(f.instant),
  closedAs: z.nullable(alarmOutcome.schema),
  closedByName: z.string(),
  closeNote: z.string(),
  /** What was measured when it was raised, in SI units: heights, distances, percents, thresholds. */
  values: z.catchall(z.object({}), z.union([z.number(), z.string()])),
});
export type AlarmRow = z.infer<typeof alarmRow>;

/** Alarms of low priority that a flood folds into counts. */
export const alarmFlood = z.object({
  isActive: z.boolean(),
  folded: z.array(z.object({ kind: alarmKind.schema, priority: alarmPriority.schema, count: z.int() })),
});
export type AlarmFlood = z.infer<typeof alarmFlood>;

/** The caller's desk, with what a flood of what it watches folds. */
const alarmDesk = z.object({ shiftId: f.id, scope: dutyScope, flood: alarmFlood });

/** Alarms in the answer of `alarmOpen`; the most urgent ones. */
export const alarmOpenMax = 2_000;
/** Alarms in one socket message. */
export const alarmChangedMax = 100;

/** Data of socket message 7: alarms that were raised or changed; those in the state `gone` leave the list. */
export const alarmChangedData = z.object({
  alarms: z.array(alarmRow).check(z.maxLength(alarmChangedMax)),
  flood: alarmFlood,
  /** The desks on duty that do not watch everything and are in a flood of their own. */
  desks: z.array(z.object({ shiftId: f.id, flood: alarmFlood })),
});

const sortableFields = ["raisedAt", "lastAt", "priority", "count"] as const;
const filters = {
  /** Only open alarms, or only those that are over. */
  isOpen: z.optional(z.boolean()),
  kind: z.optional(alarmKind.schema),
  priority: z.optional(alarmPriority.schema),
  state: z.optional(alarmState.schema),
  closedAs: z.optional(alarmOutcome.schema),
  companyId: z.optional(f.id),
  taskId: z.optional(f.id),
  flightId: z.optional(f.id),
  zoneId: z.optional(f.id),
  /** The whole serial number. */
  droneSn: z.optional(f.serialText(64)),
};

const readRoles = ["admin", "operator", "duty", "maintainer"] as const;
const actRoles = ["admin", "duty"] as const;

/** How many alarms one call acknowledges at most. */
export const maxAcknowledged = 200;
/** An alarm is shelved for at most so many minutes. */
export const maxShelveMinutes = 30;

/** Alarms: the open ones for live view and duty desk, all of them for 历史告警. */
export const alarmCalls = defineCalls({
  alarmOpen: {
    host: "api",
    method: "GET",
    path: "/x/alarm/open",
    summary: word.currentAlarms,
    access: ["admin", "operator", "duty", "maintainer"],
    comesWith: ["/x/alarm/list"],
    data: z.object({
      at: f.instant,
      /** Those of the caller's desk come first, of these those that wait, of these the most urgent and newest. */
      alarms: z.array(alarmRow).check(z.maxLength(alarmOpenMax)),
      /** Open alarms beyond these that ask for something, without those that a flood folds. */
      more: z.int(),
      /** Of the whole platform. */
      flood: alarmFlood,
      /** Null for who is not on duty. */
      desk: z.nullable(alarmDesk),
    }),
  },
  alarmList: {
    host: "api",
    method: "POST",
    path: "/x/alarm/list",
    summary: word.alarmHistory,
    access: readRoles,
    rightLabel: "查看告警",
    shows: ["alarm"],
    body: pageRequest(sortableFields, filters),
    data: z.extend(pageResponse(alarmRow), {
      /** Of all alarms that match. Seconds until an acknowledgement; null where none was acknowledged. */
      sums: z.object({
        count: z.int(),
        p1: z.int(),
        p2: z.int(),
        p3: z.int(),
        p4: z.int(),
        meanAcknowledgeS: z.nullable(z.number()),
      }),
    }),
  },
  alarmExport: {
    host: "api",
    method: "POST",
    path: "/x/alarm/export",
    summary: "导出历史告警",
    access: ["admin", "operator", "duty"],
    audit: "alarm",
    kind: "blob",
    body: exportRequest(sortableFields, filters),
  },
  alarmOne: {
    host: "api",
    method: "GET",
    path: "/x/one/alarm/:id",
    summary: "告警详情",
    access: readRoles,
    comesWith: ["/x/alarm/list"],
    params: z.object({ id: f.id }),
    data: alarmRow,
  },
  alarmAck: {
    host: "api",
    method: "POST",
    path: "/x/alarm/ack",
    summary: "确认告警",
    access: actRoles,
    audit: "alarm",
    body: z.strictObject({
      requestId: f.requestId,
      ids: z.array(f.id).check(z.minLength(1), z.maxLength(maxAcknowledged)),
      /** Of each, the version that was seen: one that has become more urgent since is not acknowledged unseen. */
      versions: z.optional(z.array(z.int()).check(z.maxLength(maxAcknowledged))),
      /** Of several alarms, the kind that all of them have: they are acknowledged by cause or one by one. */
      cause: z.optional(alarmKind.schema),
    }),
    /** The alarms as they are now: who acknowledged one first stays. */
    data: z.object({ alarms: z.array(alarmRow) }),
  },
  alarmShelve: {
    host: "api",
    method: "POST",
    path: "/x/alarm/shelve",
    summary: "暂时屏蔽告警",
    access: actRoles,
    audit: "alarm",
    body: z.strictObject({
      requestId: f.requestId,
      id: f.id,
      version: f.version,
      /** 0 ends the shelving. */
      minutes: z.int().check(z.minimum(0), z.maximum(maxShelveMinutes, `最多 ${maxShelveMinutes} 分钟`)),
      reason: f.note(100),
    }),
    data: alarmRow,
  },
  alarmClose: {
    host: "api",
    method: "POST",
    path: "/x/alarm/close",
    summary: "关闭告警",
    access: actRoles,
    audit: "alarm",
    body: z.strictObject({
      requestId: f.requestId,
      id: f.id,
      version: f.version,
      closedAs: alarmOutcome.schema,
      note: f.note(200),
    }),
    data: alarmRow,
  },
  alarmContact: {
    host: "api",
    method: "POST",
    path: "/x/alarm/contact",
    summary: "查看告警飞手电话",
    access: actRoles,
    audit: "personalData",
    body: z.strictObject({ requestId: f.requestId, id: f.id }),
    /** Whole numbers, empty where there is none; only of an open alarm of priority 1 or 2. */
    data: z.object({ pilotName: z.string(), pilotPhone: z.string(), backupPhone: z.string() }),
  },
});
