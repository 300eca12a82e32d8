import * as z from "zod/mini";
import type { HangarRecord } from "../../db/schema/hangar.ts";
import { looseNumber, looseObject } from "./messages.ts";

/** Properties of a dock that are read; each of its three kinds of `osd` has some of them. */
const dockProperties = z.object({
  mode_code: looseNumber,
  cover_state: looseNumber,
  emergency_stop_state: looseNumber,
  drone_in_dock: looseNumber,
  drone_charge_state: looseObject({ capacity_percent: looseNumber }),
  /** m/s. */
  wind_speed: looseNumber,
  rainfall: looseNumber,
  /** °C outside. */
  environment_temperature: looseNumber,
});

/** The properties of the hangar in a dock's message. */
export type HangarState = Partial<
  Pick<HangarRecord, "status" | "cover" | "droneBattery" | "windSpeed" | "rainfall" | "temperature">
>;

/** Idle; debugged on site or remotely, upgraded: nobody can fly from it; at work. */
const statusByMode: Readonly<Record<number, HangarState["status"]>> = {
  0: "idle",
  1: "working",
  2: "working",
  3: "working",
  4: "working",
};
/** Closed, open, half open, faulty. */
const covers = ["closed", "open", "open", "fault"] as const;
const faultyCover = 3;
/** None, light, moderate, heavy rain: the least that each means, in mm/h. */
const rainfalls = [0, 0.1, 2.6, 8.1] as const;

/** The least and the greatest that can be measured: m/s, °C and %. */
const windRange = [0, 75] as const;
const temperatureRange = [-80, 80] as const;
const percentRange = [0, 100] as const;

/** Null where a message has nothing about the hangar. */
export function toHangarState(data: unknown): HangarState | null {
  const parsed = dockProperties.safeParse(data).data;
  if (!parsed) return null;
  const state = {
    status: toStatus(parsed),
    cover: covers[parsed.cover_state ?? Number.NaN],
    droneBattery: toDroneBattery(parsed),
    windSpeed: toPossible(parsed.wind_speed, windRange),
    rainfall: rainfalls[parsed.rainfall ?? Number.NaN],
    temperature: toPossible(parsed.environment_temperature, temperatureRange),
  };
  const known = Object.entries(state).filter(([, value]) => value !== undefined);
  // Cast: what is left has the types it had before.
  return known.length > 0 ? (Object.fromEntries(known) as HangarState) : null;
}

type DockProperties = z.infer<typeof dockProperties>;

function toStatus({ mode_code: mode, emergency_stop_state: stop, cover_state: cover }: DockProperties) {
  if (stop === 1 || cover === faultyCover) return "fault";
  return statusByMode[mode ?? Number.NaN];
}

/** Null once the drone has left. */
function toDroneBattery({ drone_in_dock: isInside, drone_charge_state: charge }: DockProperties) {
  if (isInside === 0) return null;
  return toPossible(charge?.capacity_percent, percentRange);
}

/** Undefined for a value that cannot be, such as 32767 for one that the dock could not read. */
const toPossible = (value: number | undefined, [least, greatest]: readonly [number, number]) =>
  value !== undefined && value >= least && value <= greatest ? value : undefined;
