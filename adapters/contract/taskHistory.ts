import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { exportRequest, pageRequest, pageResponse } from "./page.ts";
import { taskKind, taskRow, taskStatus } from "./task.ts";

/** Whether a flight has recorded videos; the values are those of the condition in an address. */
export const videoPresence = defineEnum("flight_has_video", { true: "有视频", false: "无视频" });

/** Whether a flight has had alarms; the values are those of the condition in an address. */
export const alarmPresence = defineEnum("flight_has_alarm", { true: "有告警", false: "无告警" });

/** A flight that has ended. */
export const flightRow = z.object({
  id: f.id,
  taskId: f.id,
  /** The task's number; with `-1`, `-2` … where the task has more than one flight. */
  flightNo: z.string(),
  taskNo: z.string(),
  name: z.string(),
  kind: taskKind.schema,
  /** Of the task, which may have ended since, or continue with another flight. */
  status: taskStatus.schema,
  companyId: f.id,
  companyName: z.string(),
  droneSn: z.string(),
  droneModel: z.string(),
  pilotId: z.nullable(f.id),
  pilotName: z.string(),
  /** Empty where its source gave none. */
  endReason: z.string(),
  startedAt: f.instant,
  endedAt: f.instant,
  /** Seconds from the first to the last sample; null where none was accepted. */
  durationS: z.nullable(z.int()),
  /** Metres flown. */
  distanceM: z.nullable(z.number()),
  /** Whether some of its way counts nothing, as nobody can have flown it: 里程不完整. */
  isDistanceIncomplete: z.boolean(),
  /** Greatest height over the take-off point in metres. */
  maxHeightM: z.nullable(z.number()),
  photoCount: z.int(),
  videoCount: z.int(),
  /** Alarms of every priority. */
  alarmCount: z.int(),
  /** County of the take-off; null where the place is unknown or outside the boundaries. */
  takeoffRegionId: z.nullable(f.regionId),
  /** Province, city and county; empty where it is unknown. */
  takeoffRegionName: z.string(),
});
export type FlightRow = z.infer<typeof flightRow>;

const sortableFields = ["startedAt", "durationS", "distanceM", "maxHeightM"] as const;
const minutes = z.number().check(z.minimum(0, "不能小于 0"), z.maximum(10_000, "最多 10000 分钟"));
const filters = {
  taskId: z.optional(f.id),
  companyId: z.optional(f.id),
  kind: z.optional(taskKind.schema),
  status: z.optional(taskStatus.schema),
  /** Text that the reason contains: sources and staff give reasons in their own words. */
  endReason: z.optional(f.text(1, 50)),
  /** The whole serial number. */
  droneSn: z.optional(f.serialText(64)),
  pilotId: z.optional(f.id),
  hasVideo: z.optional(z.boolean()),
  hasAlarm: z.optional(z.boolean()),
  /** Province, city or county of the take-off. */
  regionId: z.optional(f.regionId),
  /** Duration of the flight in minutes, inclusive. */
  minMinutes: z.optional(minutes),
  maxMinutes: z.optional(minutes),
};

const readRoles = ["admin", "operator", "duty", "maintainer"] as const;

/** Flights that have ended: 历史任务. `from` and `to` are of the take-off. */
export const taskHistoryCalls = defineCalls({
  taskHistoryList: {
    host: "api",
    method: "POST",
    path: "/task/history/list",
    summary: "历史任务",
    access: readRoles,
    shows: ["task"],
    body: pageRequest(sortableFields, filters),
    data: z.extend(pageResponse(flightRow), {
      /** Of all flights that match, not only this page. */
      sums: z.object({
        flights: z.int(),
        durationS: z.int(),
        distanceM: z.number(),
        /** How many of the flights have a mileage with a gap. */
        incompleteFlights: z.int(),
      }),
    }),
  },
  taskHistoryExport: {
    host: "api",
    method: "POST",
    path: "/x/task/history/export",
    summary: "导出历史任务",
    access: ["admin", "operator"],
    audit: "task",
    kind: "blob",
    body: exportRequest(sortableFields, filters),
  },
  flightOne: {
    host: "api",
    method: "GET",
    path: "/x/one/flight/:id",
    summary: "飞行详情",
    access: readRoles,
    comesWith: ["/task/history/list"],
    params: z.object({ id: f.id }),
    data: flightRow,
  },
  taskOne: {
    host: "api",
    method: "GET",
    path: "/x/one/task/:id",
    summary: "任务详情",
    access: readRoles,
    comesWith: ["/task/history/list"],
    params: z.object({ id: f.id }),
    /** The task, or the one that its flights were attached to. */
    data: taskRow,
  },
});
