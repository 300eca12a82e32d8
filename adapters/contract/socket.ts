import * as z from "zod/mini";

/** Socket message types, in both directions. */
export const socketTypes = {
  register: 1,
  heartbeat: 2,
  openTask: 3,
  telemetry: 4,
  taskEvent: 5,
  loggedInElsewhere: 6,
  alarm: 7,
  zone: 8,
  error: 9,
  exportProgress: 10,
  /** Beyond the specification: progress of a bulk SMS. */
  smsProgress: 11,
  /** Beyond the specification: records that lists show were changed. */
  recordsChanged: 12,
  /** Beyond the specification: the user's notifications were added to or read. */
  notifications: 13,
  /** Beyond the specification: state of an import, for its user and admins. */
  importProgress: 14,
  /** Beyond the specification: state of an import from a sheet, for its user and admins. */
  sheetImportProgress: 15,
  /** Beyond the specification: what the user may do has changed. */
  rightsChanged: 16,
  closeTask: 30,
  /** Beyond the specification: somebody at this console has heard or seen the alarms up to `perceivedTo`. */
  alarmsPerceived: 31,
} as const;

/** Close codes that the client distinguishes. */
export const closeCodes = {
  tokenInvalid: 4001,
  loggedInElsewhere: 4006,
  /** The session exceeded its socket limit; the oldest socket is closed and must not reconnect automatically. */
  tooMany: 4029,
  policy: 1008,
  tryLater: 1013,
} as const;
export const socketFrameMaxBytes = 4096;
export const socketPath = "/ws";

/** The `taskId` that stands for the whole fleet; beyond the specification. */
export const entireFleet = "*";

/** West, south, east, north. */
const degrees = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** Client frame: the specification's five fields, a view when the whole fleet is opened, a time with type 31. */
export const clientFrame = z.object({
  platform: z.literal("web"),
  type: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(30), z.literal(31)]),
  userId: z.string(),
  token: z.string(),
  taskId: z.string(),
  view: z.optional(
    z.object({
      bbox: degrees,
      zoom: z.number(),
      /** Whether the map groups drones close to one another: where they are many they are sent counted by cell. */
      groups: z.optional(z.boolean()),
      /** Part of the view that a second map shows, which groups none. */
      near: z.optional(degrees),
      /** Task whose drone is in no group: the one that a second map is about to show. */
      focus: z.optional(z.string()),
    }),
  ),
  /** Of type 31: server time of the newest alarms that the console had then. */
  perceivedTo: z.optional(z.iso.datetime()),
});
export type ClientFrame = z.infer<typeof clientFrame>;

/** Text frame of the server; `at` is ISO 8601. */
export interface ServerFrame {
  readonly type: number;
  readonly at: string;
  readonly data: unknown;
}

export const registeredData = z.object({ serverTime: z.iso.datetime(), heartbeatSeconds: z.int() });
/** Data of type 9; `reason` as in `authErrorData`. */
export const socketErrorData = z.object({
  message: z.string(),
  reason: z.optional(z.enum(["initialPassword", "secondFactor"])),
});
export const exportProgressData = z.object({ exportId: z.string(), rows: z.int(), total: z.int() });

/** Who changed records and by which call. */
const changeCause = z.object({
  /** Null: somebody else, whom the receiver may not know. Absent: the platform itself. */
  by: z.optional(z.nullable(z.string())),
  /** Summary of the call. */
  act: z.optional(z.string()),
});
export type ChangeCause = z.infer<typeof changeCause>;

/**
 * Data of type 12, without contents: a kind as in `shows` of the lists, and ids; null: too many to name, or unknown.
 * A kind has an entry for each cause.
 */
export const recordsChangedData = z.object({
  changes: z.array(z.extend(changeCause, { kind: z.string(), ids: z.nullable(z.array(z.string())) })),
});
