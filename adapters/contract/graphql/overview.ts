import * as z from "zod/mini";
import { alarmPriority } from "../alarm.ts";
import { hangarStatus } from "../device.ts";
import * as f from "../fields.ts";
import { flightPhases } from "../flight.ts";
import { defineQuery } from "./query.ts";

/** What flies now and has flown today. */
export const overview = z.object({
  at: f.instant,
  flying: z.int(),
  /** Phases without flights are absent. */
  phases: z.array(z.object({ key: z.enum(flightPhases), count: z.int() })),
  lost: z.int(),
  flightsToday: z.int(),
  durationTodayS: z.int(),
  distanceTodayM: z.number(),
  /** Open alarms, neither shelved nor suppressed; every priority is present. */
  alarms: z.array(z.object({ key: alarmPriority.schema, count: z.int() })),
  hangars: z.array(z.object({ key: hangarStatus.schema, count: z.int() })),
});
export type Overview = z.infer<typeof overview>;

export const overviewQuery = defineQuery<Record<string, never>>()(
  `query Overview {
  overview {
    at flying lost flightsToday durationTodayS distanceTodayM
    phases { key count }
    alarms { key count }
    hangars { key count }
  }
}`,
  z.object({ overview }),
);
