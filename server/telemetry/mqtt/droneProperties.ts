import * as z from "zod/mini";
import type { IngestSample } from "../../../adapters/contract/telemetry.ts";
import { looseNumber, looseObject } from "./messages.ts";
import { notConnectedMode, toModeReason, toPhase } from "./modeCodes.ts";

/** Properties of an aircraft that are read; a message has some of them. */
const droneProperties = z.object({
  mode_code: looseNumber,
  mode_code_reason: looseNumber,
  /** Degrees; both 0 before the first fix. */
  latitude: looseNumber,
  longitude: looseNumber,
  /** Metres above the ellipsoid, and above the take-off point. */
  height: looseNumber,
  elevation: looseNumber,
  /** m/s. The documentation does not define the sign of the vertical one; the app shows a climb as positive. */
  horizontal_speed: looseNumber,
  vertical_speed: looseNumber,
  /** −180 to 180 from true north. */
  attitude_head: looseNumber,
  attitude_pitch: looseNumber,
  attitude_roll: looseNumber,
  position_state: looseObject({
    /** Of RTK: 0 not started, 1 converging, 2 converged, 3 failed. */
    is_fixed: looseNumber,
    /** 1 to 5, or 10 for an RTK fix. */
    quality: looseNumber,
    gps_number: looseNumber,
    rtk_number: looseNumber,
  }),
  battery: looseObject({
    capacity_percent: looseNumber,
    remain_flight_time: looseNumber,
    return_home_power: looseNumber,
    landing_power: looseNumber,
  }),
  home_distance: looseNumber,
  home_latitude: looseNumber,
  home_longitude: looseNumber,
  rc_lost_action: looseNumber,
  rth_altitude: looseNumber,
  /** 0.1 m/s, estimated from the attitude. */
  wind_speed: looseNumber,
  /** Where the wind comes from: 1 north, 2 north-east, …, 8 north-west. */
  wind_direction: looseNumber,
});
type DroneProperties = z.infer<typeof droneProperties>;
type PositionState = NonNullable<DroneProperties["position_state"]>;

/** The values of a sample, without whose and when they are. */
export type DroneValues = Omit<IngestSample, "taskId" | "droneSn" | "seq" | "tSrc">;

/** Sent for a value that the device could not read. */
const unreadable = 32_767;
const lostActions = ["hover", "land", "return"] as const;

/**
 * The values that a message of an aircraft has. Null where it has none: properties that are not read, or an aircraft
 * that its gateway does not hear.
 */
export function toDroneValues(data: unknown): DroneValues | null {
  const parsed = droneProperties.safeParse(data).data;
  if (!parsed || parsed.mode_code === notConnectedMode) return null;
  const { mode_code: mode, mode_code_reason: reason, battery, attitude_head: head } = parsed;
  const values: DroneValues = omitUnknown({
    ...toPosition(parsed),
    vH: parsed.horizontal_speed,
    vV: parsed.vertical_speed,
    heading: head === undefined || head >= 0 ? head : head + 360,
    pitch: parsed.attitude_pitch,
    roll: parsed.attitude_roll,
    batPct: battery?.capacity_percent,
    // 0 until the aircraft has computed them.
    tRemain: battery?.remain_flight_time || undefined,
    rthPct: battery?.return_home_power || undefined,
    landPct: battery?.landing_power || undefined,
    homeDist: parsed.home_distance,
    ...toHome(parsed),
    rcLostAction: lostActions[parsed.rc_lost_action ?? Number.NaN],
    rthAltitude: parsed.rth_altitude,
    ...toWind(parsed),
    phase: mode === undefined ? undefined : toPhase(mode),
    modeReason: reason === undefined ? undefined : toModeReason(reason),
  });
  return Object.keys(values).length > 0 ? values : null;
}

/** Leaves out what the message does not have. A null is a value: none. */
function omitUnknown(values: { readonly [K in keyof DroneValues]: DroneValues[K] | undefined }): DroneValues {
  // Cast: what is left has the types it had before.
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== unreadable),
  ) as DroneValues;
}

const toE7 = (degrees: number) => Math.round(degrees * 1e7);

function toPosition({ latitude, longitude, height, elevation, position_state: state }: DroneProperties) {
  const heights = { hEll: height, hRel: elevation };
  const fixState = state ? { fix: toFix(state), sats: countSatellites(state) } : {};
  if (latitude === undefined || longitude === undefined) return { ...heights, ...fixState };
  // Before the first fix (0,0) means unknown. With a fix it is an error, which the flight's checks refuse.
  const isUnknown = latitude === 0 && longitude === 0 && !hasFix(fixState.fix);
  const place = isUnknown ? { lat: null, lon: null } : { lat: toE7(latitude), lon: toE7(longitude) };
  return { ...place, ...heights, ...fixState };
}

const hasFix = (fix: DroneValues["fix"]) => fix !== undefined && fix !== null && fix !== "none";

/** With RTK its own receiver sees more satellites than the GPS module. */
function countSatellites({ gps_number: gps, rtk_number: rtk }: PositionState): number | undefined {
  const counts = [gps, rtk].filter((count) => count !== undefined);
  return counts.length > 0 ? Math.max(...counts) : undefined;
}

function toFix(state: PositionState): DroneValues["fix"] | undefined {
  const satellites = countSatellites(state);
  if (satellites !== undefined && satellites < 3) return "none";
  if (state.is_fixed === 2 || state.quality === 10) return "fixed";
  if (state.is_fixed === 1 && (state.rtk_number ?? 0) > 0) return "float";
  if (satellites === undefined) return undefined;
  return satellites === 3 ? "2d" : "3d";
}

function toHome({ home_latitude: lat, home_longitude: lon }: DroneProperties) {
  if (lat === undefined || lon === undefined || (lat === 0 && lon === 0)) return {};
  return { homeLat: toE7(lat), homeLon: toE7(lon) };
}

function toWind({ wind_speed: speed, wind_direction: direction }: DroneProperties) {
  const windDir =
    direction !== undefined && direction >= 1 && direction <= 8 ? (direction - 1) * 45 : undefined;
  return { wind: speed === undefined ? undefined : speed / 10, windDir };
}
