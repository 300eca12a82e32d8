import * as z from "zod/mini";
import { type AlarmRow, alarmCalls, alarmOpenMax, alarmRow } from "./alarm.ts";
import { deviceCalls, deviceListMax, deviceRow, hangarStatus } from "./device.ts";
import { defineCalls } from "./endpoint.ts";
import { taskCalls, taskRow } from "./task.ts";
import { videoCalls } from "./video.ts";
import { zoneCalls } from "./zone.ts";

const access = ["display"] as const;
const pageNo = z.int().check(z.minimum(1));
const pageSize = z.int().check(z.minimum(1), z.maximum(200));

/** An alarm as a screen gets it: without what the duty officer has written. */
export const withoutNotes = (row: AlarmRow): AlarmRow => ({ ...row, shelveReason: "", closeNote: "" });

/**
 * All calls that a screen may make: what a wall shows, and asked as a wall asks it. Nothing else is served to screens, so
 * they search for nothing.
 */
export const wallReads = defineCalls({
  alarmOpen: {
    ...alarmCalls.alarmOpen,
    access,
    data: z.extend(alarmCalls.alarmOpen.data, {
      alarms: z.array(z.pipe(alarmRow, z.transform(withoutNotes))).check(z.maxLength(alarmOpenMax)),
    }),
  },
  controlZoneListPage: {
    ...zoneCalls.controlZoneListPage,
    access,
    body: z.strictObject({ pageNo, pageSize, status: z.literal("active") }),
  },
  /** Where the hangars are, and how: nothing of their owners and makers. */
  deviceList: {
    ...deviceCalls.deviceList,
    // Below the wall there is one host.
    host: "api",
    access,
    query: z.strictObject({ kind: z.literal("hangar") }),
    data: z
      .array(
        z.extend(z.pick(deviceRow, { id: true, name: true, lng: true, lat: true }), {
          hangar: z.nullable(z.object({ status: hangarStatus.schema })),
        }),
      )
      .check(z.maxLength(deviceListMax)),
  },
  mediaPull: { ...videoCalls.mediaPull, access },
  taskStartList: {
    ...taskCalls.taskStartList,
    access,
    body: z.strictObject({
      brief: z.literal(true),
      pageNo,
      pageSize,
      sort: z.strictObject({ field: z.enum(["trouble", "startedAt"]), order: z.literal("desc") }),
    }),
  },
  /** Flights of today, as its handler asks who calls. */
  taskTrack: {
    ...taskCalls.taskTrack,
    access,
    data: z.extend(taskCalls.taskTrack.data, {
      task: z.omit(taskRow, { pilotId: true, pilotName: true, pilotPhone: true, backupPhone: true }),
    }),
  },
});

/** Fields of the query of GraphQL that a screen may read. */
export const wallFields: readonly string[] = ["overview"];
