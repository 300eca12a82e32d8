import * as z from "zod/mini";
import { hangarStatus } from "../device.ts";
import * as f from "../fields.ts";
import { flightPhases } from "../flight.ts";
import { rejectionReason } from "../telemetry.ts";
import { defineQuery } from "./query.ts";

/**
 * Registered drones that fly while all that they send is refused: they are nowhere else to be seen. Null where the
 * platform does not report them.
 */
const refusedDrones = z.nullable(
  z.object({
    count: z.int(),
    /** Serial numbers of the first ones. */
    sns: z.array(z.string()),
    /** Why, with the field that is wrong; null where it is the sample as a whole. */
    reasons: z.array(
      z.object({ reason: rejectionReason.schema, field: z.nullable(z.string()), count: z.int() }),
    ),
  }),
);
export type RefusedDrones = NonNullable<z.infer<typeof refusedDrones>>;

/** What flies now and has flown today; null where a platform without GraphQL does not report it. */
export const overview = z.object({
  at: f.instant,
  flying: z.nullable(z.int()),
  /** Phases without flights are absent. */
  phases: z.array(z.object({ key: z.enum(flightPhases), count: z.int() })),
  lost: z.nullable(z.int()),
  flightsToday: z.nullable(z.int()),
  durationTodayS: z.nullable(z.int()),
  distanceTodayM: z.nullable(z.number()),
  /** How many of today's flights have a mileage with a gap. */
  incompleteToday: z.nullable(z.int()),
  /** Open alarms, neither shelved nor suppressed; every priority is present. Null where the platform has none. */
  alarms: z.nullable(z.array(z.object({ key: z.enum(["p1", "p2", "p3", "p4"]), count: z.int() }))),
  /** Who is on duty, and since when; `shift` is null where nobody is. Null where the caller may not know or the platform has none. */
  duty: z.nullable(
    z.object({ shift: z.nullable(z.object({ staffName: z.string(), startedAt: f.instant })) }),
  ),
  /**
   * The last 24 hours of Shanghai, oldest first, the present one last: flights that started in each, and alarms raised
   * by priority. Null where the platform has none.
   */
  hours: z.nullable(
    z.array(
      z.object({ from: f.instant, flights: z.int(), p1: z.int(), p2: z.int(), p3: z.int(), p4: z.int() }),
    ),
  ),
  hangars: z.array(z.object({ key: hangarStatus.schema, count: z.int() })),
  refusedDrones,
});
export type Overview = z.infer<typeof overview>;

export const overviewQuery = defineQuery<Record<string, never>>()(
  `query Overview {
  overview {
    at flying lost flightsToday durationTodayS distanceTodayM incompleteToday
    phases { key count }
    alarms { key count }
    duty { shift { staffName startedAt } }
    hangars { key count }
    hours { from flights p1 p2 p3 p4 }
    refusedDrones { count sns reasons { reason field count } }
  }
}`,
  z.object({ overview }),
);

/** Only the refused drones of the overview, for a page that has its other figures. */
export const refusedDronesQuery = defineQuery<Record<string, never>>()(
  `query RefusedDrones {
  overview {
    refusedDrones { count sns reasons { reason field count } }
  }
}`,
  z.object({ overview: z.object({ refusedDrones }) }),
);
