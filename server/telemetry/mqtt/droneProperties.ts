import * as z from "zod/mini";
import { lookUp } from "../../../adapters/contract/lookUp.ts";
import type { IngestSample } from "../../../adapters/contract/telemetry.ts";
import { type ClearedValue, toSentValue } from "../fleet/clearImpossible.ts";
import type { SampleField } from "../fleet/sampleColumns.ts";
import { isSentinel } from "../fleet/sentinels.ts";
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

/** The field of a sample that each property becomes. */
const fieldByProperty: Readonly<Record<string, SampleField>> = {
  latitude: "lat",
  longitude: "lon",
  height: "hEll",
  elevation: "hRel",
  horizontal_speed: "vH",
  vertical_speed: "vV",
  attitude_head: "heading",
  attitude_pitch: "pitch",
  attitude_roll: "roll",
  "position_state.gps_number": "sats",
  "position_state.rtk_number": "sats",
  "battery.capacity_percent": "batPct",
  "battery.remain_flight_time": "tRemain",
  "battery.return_home_power": "rthPct",
  "battery.landing_power": "landPct",
  home_distance: "homeDist",
  home_latitude: "homeLat",
  home_longitude: "homeLon",
  rth_altitude: "rthAltitude",
  wind_speed: "wind",
  wind_direction: "windDir",
};

/** Half a place is none. */
const otherHalf: Partial<Record<SampleField, SampleField>> = {
  lat: "lon",
  lon: "lat",
  homeLat: "homeLon",
  homeLon: "homeLat",
};

const lostActions = ["hover", "land", "return"] as const;

/**
 * The values that a message of an aircraft has. Null where it has none: properties that are not read, or an aircraft
 * that its gateway does not hear.
 * @param onCleared called for each placeholder of the maker, which is unknown (null)
 */
export function toDroneValues(
  data: unknown,
  onCleared: (cleared: ClearedValue) => void = () => undefined,
): DroneValues | null {
  const sent = droneProperties.safeParse(data).data;
  if (!sent || sent.mode_code === notConnectedMode) return null;
  const placeholders = new Set<SampleField>();
  const parsed = removeSentinels(sent, (property, value) => {
    const field = lookUp(fieldByProperty, property);
    if (field === undefined) return;
    placeholders.add(field).add(otherHalf[field] ?? field);
    onCleared({ field, value: toSentValue(value), reason: "placeholder" });
  });
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
  // What the device says that it does not know is unknown, also where another value was held.
  const unknown = [...placeholders].filter((field) => values[field] === undefined);
  const known = { ...Object.fromEntries(unknown.map((field) => [field, null])), ...values };
  return Object.keys(known).length > 0 ? known : null;
}

/** A copy without the placeholders of the maker, of the properties and of those one level below. */
function removeSentinels(
  properties: DroneProperties,
  onRemoved: (property: string, value: number) => void,
): DroneProperties {
  const filter = (holder: object, prefix: string): object =>
    Object.fromEntries(
      Object.entries(holder).flatMap(([name, value]: [string, unknown]) => {
        const property = prefix + name;
        if (typeof value === "object" && value !== null) return [[name, filter(value, `${property}.`)]];
        if (typeof value !== "number" || !isSentinel("dji", property, value)) return [[name, value]];
        onRemoved(property, value);
        return [];
      }),
    );
  // Cast: what is left has the types it had before, and every property may be absent.
  return filter(properties, "") as DroneProperties;
}

/** Leaves out what the message does not have. A null is a value: none. */
function omitUnknown(values: { readonly [K in keyof DroneValues]: DroneValues[K] | undefined }): DroneValues {
  // Cast: what is left has the types it had before.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as DroneValues;
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
