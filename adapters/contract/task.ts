import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { flightPhases, linkState } from "./flight.ts";
import { fleetTableData, taskEvent } from "./liveMessages.ts";
import { commonFilters, taskEventsMax, wholeList } from "./page.ts";
import { liveState } from "./sample.ts";
import * as word from "./words.ts";

export const taskStatus = defineEnum("task_status", {
  planned: [word.notYetFlown, "blue"],
  running: [word.inFlight, "green"],
  finished: ["已完成", "teal"],
  partial: ["部分完成", "yellow"],
  failed: ["失败", "red"],
  aborted: ["已中止", "orange"],
  cancelled: ["已取消", "gray"],
});
export type TaskStatus = z.infer<typeof taskStatus.schema>;
export const taskKind = defineEnum("task_kind", {
  patrol: "巡检",
  survey: "测绘",
  security: "安防",
  logistics: "物流",
  rescue: "救援",
  /** A flight that nobody had planned. */
  other: "其他",
});
export const taskAirspace = defineEnum("task_airspace", {
  suitable: ["适飞空域", "green"],
  controlled: ["管制空域", "orange"],
});
export const uomStatus = defineEnum("uom_status", {
  reported: ["已报送", "green"],
  unreported: ["未报送", "red"],
  unknown: ["未知", "gray"],
});

/** West, south, east, north in WGS-84 degrees; west is greater than east across the 180th meridian. */
export const bbox = z.tuple([f.longitude, f.latitude, f.longitude, f.latitude]);
export type Bbox = z.infer<typeof bbox>;

/** Longitude and latitude in WGS-84 degrees, height in metres above the take-off point. */
const routePoint = z.tuple([z.number(), z.number(), z.number()]);
export type RoutePoint = z.infer<typeof routePoint>;

export const taskRow = z.object({
  id: f.id,
  version: f.version,
  createdAt: f.instant,
  updatedAt: f.instant,
  taskNo: z.string(),
  name: z.string(),
  kind: taskKind.schema,
  status: taskStatus.schema,
  companyId: f.id,
  companyName: z.string(),
  pilotId: z.nullable(f.id),
  pilotName: z.string(),
  /** Masked, like all phones in lists. */
  pilotPhone: z.string(),
  backupPhone: z.string(),
  droneSn: z.string(),
  droneModel: z.string(),
  hangarId: z.nullable(f.id),
  hangarName: z.string(),
  route: z.array(routePoint),
  /** Null where it is unknown. */
  airspace: z.nullable(taskAirspace.schema),
  permitNo: z.string(),
  permitFrom: z.nullable(f.instant),
  permitTo: z.nullable(f.instant),
  /** Metres; null without a permit. */
  permitCeiling: z.nullable(z.number()),
  uomStatus: uomStatus.schema,
  /** Null for a flight that nobody had planned (未登记任务). */
  plannedAt: z.nullable(f.instant),
  startedAt: z.nullable(f.instant),
  endedAt: z.nullable(f.instant),
  durationS: z.nullable(z.int()),
  distanceM: z.nullable(z.number()),
  maxHeightM: z.nullable(z.number()),
  alarmCount: z.int(),
  photoCount: z.int(),
  videoCount: z.int(),
  endReason: z.string(),
  /** Last known state; null before the first sample. */
  last: z.nullable(liveState),
});
export type TaskRow = z.infer<typeof taskRow>;

/** What a flight's link and position can be filtered by; `lost` includes the last known places. */
export const flightTroubles = ["lost", "delayed", "positionAlarm", "positionFrozen"] as const;
export type FlightTrouble = (typeof flightTroubles)[number];
export const flightStates = [...flightPhases, ...flightTroubles] as const;
export type FlightState = (typeof flightStates)[number];

/** `trouble`: by the worst of open alarms, lost link, delay and position in doubt; what holds comes before what is over. */
export const liveTaskSorts = ["startedAt", "trouble", "age", "battery", "name", "taskNo"] as const;
export type LiveTaskSort = (typeof liveTaskSorts)[number];

/** An open task in brief: a page of 100 weighs 25 KB, so that what is usual is left out. Records are read by `ids`. */
export const liveTaskRow = z.object({
  id: f.id,
  taskNo: z.string(),
  name: z.string(),
  droneSn: z.string(),
  company: z.string(),
  /** UTC seconds: the take-off, before it the planned one; null where neither is known. */
  time: z.nullable(z.int()),
  /** A flight that nobody had planned (未登记任务). */
  unplanned: z.optional(z.literal(true)),
  /** Absent, like what follows, between two flights and before the first. */
  link: z.optional(linkState.schema),
  phase: z.optional(z.enum(flightPhases)),
  /** Age of the position in seconds; absent where none ever came. */
  age: z.optional(z.number()),
  /** Percent. */
  battery: z.optional(z.int()),
  /** Bits of `frameAlarms`. */
  alarms: z.optional(z.int()),
});
export type LiveTaskRow = z.infer<typeof liveTaskRow>;

const livePage = z.object({
  /** Flights that match, one page; `total` counts all that match. */
  rows: z.array(liveTaskRow),
  /** The next tasks of those planned that match. */
  planned: z.array(liveTaskRow),
  plannedTotal: z.int(),
  /** Of all open tasks, whatever the filter. */
  counts: z.object({
    flying: z.int(),
    lost: z.int(),
    delayed: z.int(),
    positionAlarm: z.int(),
    positionFrozen: z.int(),
  }),
});
export type LiveTaskPage = z.infer<typeof livePage>;

/** What the socket would send of the drones in a view, for a client whose socket is down. */
const polledFrame = z.object({
  table: fleetTableData,
  /** A fleet frame in base64. */
  bytes: z.string(),
});
export type PolledFrame = z.infer<typeof polledFrame>;

/** Drones in a polled frame; beyond them come first those whose link is worst. */
export const maxPolledDrones = 2_000;

export const taskCalls = defineCalls({
  taskStartList: {
    host: "api",
    method: "POST",
    path: "/task/start/list",
    summary: "实时任务",
    access: ["admin", "operator", "duty", "maintainer"],
    hasPhoneSearch: true,
    body: z.strictObject({
      keyword: commonFilters.keyword,
      ids: commonFilters.ids,
      companyId: z.optional(f.id),
      kind: z.optional(taskKind.schema),
      status: z.optional(taskStatus.schema),
      /** Only flights whose last position is inside; planned ones by their take-off point. */
      bbox: z.optional(bbox),
      /** Maximum number of rows, default 500; `total` counts all. */
      limit: z.optional(z.int().check(z.minimum(1), z.maximum(2_000))),
      /** Answers `page` in place of `list`: rows in brief, by `pageNo` and `pageSize`. */
      brief: z.optional(z.literal(true)),
      pageNo: z.optional(z.int().check(z.minimum(1))),
      pageSize: z.optional(z.int().check(z.minimum(1), z.maximum(200))),
      /** Flights in this phase or trouble only. */
      state: z.optional(z.enum(flightStates)),
      sort: z.optional(z.strictObject({ field: z.enum(liveTaskSorts), order: z.enum(["asc", "desc"]) })),
      /** Answers `frame` too, of the drones in this view; null for all. */
      view: z.optional(z.nullable(bbox)),
    }),
    /** Open tasks, then those planned for the next two hours. */
    data: z.object({
      list: z.array(taskRow),
      total: z.int(),
      at: f.instant,
      page: z.optional(livePage),
      frame: z.optional(polledFrame),
    }),
  },
  taskClose: {
    host: "api",
    method: "POST",
    path: "/x/task/close",
    summary: "结束任务",
    access: ["admin", "operator", "duty"],
    audit: "task",
    body: z.strictObject({ id: f.id, reason: f.text(2, 100), requestId: f.requestId }),
    data: z.object({ id: f.id, status: taskStatus.schema }),
  },
  /** Attaches the flights of a 未登记任务 to a planned task of the same drone; the old id leads to the new one. */
  flightAttach: {
    host: "api",
    method: "POST",
    path: "/x/flight/attach",
    summary: "关联计划任务",
    access: ["admin", "operator", "duty"],
    audit: "task",
    body: z.strictObject({ id: f.id, toTaskId: f.id, requestId: f.requestId }),
    data: z.object({ id: f.id }),
  },
  taskTrack: {
    host: "api",
    method: "GET",
    path: "/task/history/track/:id",
    summary: "飞行轨迹",
    access: ["admin", "operator", "duty", "maintainer"],
    comesWith: ["/task/start/list", "/task/history/list"],
    params: z.object({ id: f.id }),
    query: z.object({ flightId: z.optional(f.id) }),
    ownFields: ["flightId"],
    data: z.object({
      /** The task, or the one that its flights were attached to. */
      task: taskRow,
      /** Oldest first. */
      flights: z.array(
        z.object({
          id: f.id,
          startedAt: f.instant,
          endedAt: z.nullable(f.instant),
          /** The task's number; with `-1`, `-2` … where the task has more than one flight. */
          flightNo: z.string(),
          endReason: z.string(),
          /** Figures of a flight that has ended; null while they are not known. */
          durationS: z.nullable(z.int()),
          distanceM: z.nullable(z.number()),
          isDistanceIncomplete: z.boolean(),
          /** Above the take-off point. */
          maxHeightM: z.nullable(z.number()),
          photoCount: z.int(),
          alarmCount: z.int(),
          /** Server's time minus the drone's, ms. */
          clockOffsetMs: z.number(),
        }),
      ),
      /** Chunks as they are stored, oldest first, with what is not stored yet of the flight under way. */
      points: z.array(
        z.object({
          flightId: f.id,
          /** A track chunk of docs/wire-format.md in base64. */
          bytes: z.string(),
        }),
      ),
      events: z.array(taskEvent).check(z.maxLength(taskEventsMax)),
      /** When the platform itself could hear nobody, oldest first: no gap in it is the drone's own. */
      outages: wholeList(z.object({ from: f.instant, to: f.instant })),
      /** Of the flights in the answer, by when they were raised. */
      alarms: wholeList(
        z.object({
          id: f.id,
          flightId: z.nullable(f.id),
          /** Of the dictionary `alarm_kind`: its labels would be in the bundle of every map. */
          kind: z.string(),
          priority: z.enum(["p1", "p2", "p3", "p4"]),
          /** Of the dictionary `alarm_state`. */
          state: z.string(),
          zoneName: z.string(),
          place: z.string(),
          count: z.int(),
          raisedAt: f.instant,
          acknowledgedAt: z.nullable(f.instant),
          /** When its cause was over, or somebody closed it; null while it is open. */
          endedAt: z.nullable(f.instant),
        }),
      ),
    }),
  },
});
