import * as z from "zod/mini";
import { basemap } from "./basemap.ts";
import { defineEnum } from "./defineEnum.ts";
import { dutyScope, dutyScopeChosen } from "./dutyScope.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { exportRequest, pageRequest, pageResponse } from "./page.ts";
import { recordActs } from "./recordActs.ts";
import * as word from "./words.ts";

export const screenLayout = defineEnum("screen_layout", {
  map: ["地图", "blue"],
  tasks: ["任务", "blue"],
  alarms: ["告警", "blue"],
  overview: ["概览", "blue"],
  video4: ["四路视频", "blue"],
  video9: ["九路视频", "blue"],
});

export type ScreenLayout = z.output<typeof screenLayout.schema>;

/** Who sees a screen. To visitors the names of people, companies, sites and tasks are not sent. */
export const screenAudience = defineEnum("screen_audience", {
  staff: ["值班人员", "blue"],
  visitors: ["参观人员", "violet"],
});
export type ScreenAudience = z.output<typeof screenAudience.schema>;

export const screenState = defineEnum("screen_state", {
  online: ["在线", "green"],
  stale: ["数据滞后", "yellow"],
  frozen: ["冻结", "red"],
  offline: ["离线", "gray"],
  revoked: ["已停用", "gray"],
});
export type ScreenState = z.output<typeof screenState.schema>;

/** Screens report every 30 s: after three missed reports one is offline. */
export const screenSilentS = 90;

/** How long a link can be opened after it was made. */
export const linkValidMs = 15 * 60_000;

/** What became of the link of a screen. */
export const screenLink = defineEnum("screen_link", {
  waiting: ["待打开", "blue"],
  opened: ["已打开", "green"],
  expired: ["已过期", "gray"],
  /** Somebody tried to open it a second time or too late. */
  refused: ["打开被拒", "red"],
});
export type ScreenLink = z.output<typeof screenLink.schema>;

/** What a screen says about itself every 30 s. */
const reportFields = {
  /** Short name of the build that it runs. */
  build: f.text(1, 40),
  /** Painted frames per second since the last report. */
  frameRate: z.number().check(z.minimum(0), z.maximum(1_000)),
  /** Null where the browser does not report it. */
  heapBytes: z.nullable(z.int().check(z.minimum(0))),
};

export const screenRow = z.object({
  ...f.recordFields,
  name: z.string(),
  layout: screenLayout.schema,
  /** Whose flights and alarms it shows, or which regions'. */
  scope: dutyScope,
  audience: screenAudience.schema,
  /** Whether a P1 sounds there until somebody acknowledges it. */
  sound: z.boolean(),
  state: screenState.schema,
  /** Null before the first report, like what it reported. */
  reportedAt: z.nullable(f.instant),
  /** When it last painted. */
  paintedAt: z.nullable(f.instant),
  /** When its data was last new. */
  dataAt: z.nullable(f.instant),
  build: z.nullable(z.string()),
  frameRate: z.nullable(z.number()),
  heapBytes: z.nullable(z.number()),
  /** What it shows otherwise than the platform, in words, by its last report; empty for nothing. */
  difference: z.string(),
  revokedAt: z.nullable(f.instant),
  link: screenLink.schema,
  /** When the link was opened, and from which address; null before, and for screens older than this record. */
  openedAt: z.nullable(f.instant),
  openedFrom: z.nullable(z.string()),
  /** The last opening of the link that was refused; null where there was none. */
  refusedAt: z.nullable(f.instant),
  refusedFrom: z.nullable(z.string()),
});
export type ScreenRow = z.infer<typeof screenRow>;

const screenRoles = ["admin", "maintainer"] as const;
const byVersion = z.strictObject({ requestId: f.requestId, id: f.id, version: f.version });

/** The token of a new link is returned only once; a repeated request and a change without one get null instead. */
const withLink = z.extend(f.saveResult, { secret: z.nullable(z.string()) });

/** Screens of the control room: 大屏. */
const sortableFields = ["createdAt", "name"] as const;
const filters = { layout: z.optional(screenLayout.schema) };

export const screenFieldLabels = { scope: word.screenScope } as const;

export const screenCalls = defineCalls({
  screenList: {
    host: "api",
    method: "POST",
    path: "/x/screen/list",
    summary: "大屏列表",
    access: screenRoles,
    shows: ["screen"],
    body: pageRequest(sortableFields, filters),
    data: pageResponse(screenRow),
  },
  screenExport: {
    host: "api",
    method: "POST",
    path: "/x/screen/export",
    summary: "导出大屏",
    access: screenRoles,
    audit: "screen",
    kind: "blob",
    body: exportRequest(sortableFields, filters),
  },
  screenSave: {
    host: "api",
    method: "POST",
    path: "/x/screen/save",
    summary: "保存大屏",
    access: screenRoles,
    audit: "screen",
    body: z.strictObject({
      requestId: f.requestId,
      id: z.optional(f.id),
      version: z.optional(f.version),
      name: f.text(2, 30),
      layout: screenLayout.schema,
      /** Absent, like what follows: everything to the staff without a sound, for a new screen; otherwise unchanged. */
      scope: z.optional(dutyScopeChosen),
      audience: z.optional(screenAudience.schema),
      sound: z.optional(z.boolean()),
    }),
    data: withLink,
  },
  /** Makes a new link. The one before and the browser that has opened it are signed out at once. */
  screenLink: {
    host: "api",
    method: "POST",
    path: "/x/screen/link",
    summary: "重新生成大屏链接",
    access: screenRoles,
    audit: "screen",
    body: byVersion,
    data: withLink,
  },
  ...recordActs("screen", {
    kind: "screen",
    access: screenRoles,
    // Restored, the browser that it ran in shows it again by itself.
    acts: { revoke: "停用大屏", restore: "启用大屏", reload: "刷新大屏" },
  }),
});

/** Paths that a screen uses instead of the console's. Its cookie is sent to nothing else. */
export const wallPaths = {
  cookie: "/wall",
  api: "/wall/api",
  session: "/wall/api/session",
  report: "/wall/api/report",
  alive: "/wall/api/alive",
  graphql: "/wall/graphql",
  socket: "/wall/ws",
} as const;

/** Of a link, and of a cookie: 32 bytes, base64url. */
export const screenToken = z.string().check(z.regex(/^[\w-]{43}$/));

/** What a screen sends once, from the fragment of its link, to get its cookie. A repetition has the same `requestId`. */
export const wallSessionBody = z.strictObject({ token: screenToken, requestId: f.requestId });
/** What a screen may know about itself. */
export const wallSession = z.object({
  id: f.id,
  name: z.string(),
  layout: screenLayout.schema,
  /** Whose flights and alarms it shows, in words; empty where it shows everything. */
  shown: z.string(),
  sound: z.boolean(),
  serverTime: f.instant,
  /** Base maps besides the embedded one; absent where there are none. */
  basemaps: z.optional(z.array(basemap)),
});
export type WallSession = z.infer<typeof wallSession>;

const ageMs = z.int().check(z.minimum(0), z.maximum(2_147_483_647));

const total = z.int().check(z.minimum(0), z.maximum(2_147_483_647));

/** What a screen shows, to be compared with what it was sent. */
const wallShows = z.strictObject({
  /** `serverTime` of the newest frame that it shows. */
  tick: z.int(),
  /** Drones of that frame by their link. */
  drones: z.strictObject({ fresh: total, delayed: total, lost: total, lastKnown: total }),
  /** Open alarms, neither shelved nor suppressed; null where it has not all of them. */
  alarms: z.nullable(z.strictObject({ p1: total, p2: total, p3: total, p4: total })),
});
export type WallShows = z.infer<typeof wallShows>;

/** Ages instead of times: the clock of a screen may be wrong. */
export const wallReportBody = z.strictObject({
  ...reportFields,
  paintAgeMs: ageMs,
  /** Null before its first data. */
  dataAgeMs: z.nullable(ageMs),
  /** Absent before its first frame, and from pages older than this field. */
  shows: z.optional(wallShows),
  /** `serverTime` of the session that its page was loaded with. */
  loadedAt: f.instant,
});
/** `reload`: the page is to load itself again. */
export const wallReportAnswer = z.object({ reload: z.boolean() });

/** What the machine of a screen asks by the number of the screen, without its cookie. */
export const wallAliveQuery = z.strictObject({ id: f.id });
/** Whether the page reports and paints; null where no such screen is in use: then a restart would not help. */
export const wallAliveAnswer = z.object({ alive: z.nullable(z.boolean()) });

/** A screen's own calls. They are not the console's: their address is below `/wall/api`, a cookie authenticates them. */
export const wallCalls = defineCalls({
  /** Opens a link; the answer sets the cookie. */
  wallSignIn: {
    host: "api",
    method: "POST",
    path: "/session",
    summary: "打开大屏链接",
    access: "public",
    audit: "screen",
    body: wallSessionBody,
    data: wallSession,
  },
  /** The screen of the cookie. */
  wallResume: {
    host: "api",
    method: "GET",
    path: "/session",
    summary: "恢复大屏",
    access: "public",
    data: wallSession,
  },
  wallReport: {
    host: "api",
    method: "POST",
    path: "/report",
    summary: "大屏上报",
    access: "public",
    body: wallReportBody,
    data: wallReportAnswer,
  },
});
