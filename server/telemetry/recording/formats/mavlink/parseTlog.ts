import type { positionFixes } from "../../../../../adapters/contract/flight.ts";
import type { SourceSample } from "../../../fleet/appendSample.ts";
import { haversineDistance } from "../../../fleet/haversineDistance.ts";
import { isSentinel } from "../../../fleet/sentinels.ts";
import { createLeftOutNotes } from "../leftOutNotes.ts";
import { type RecordedFlight, type RecordedMessage, RecordingError } from "../recordedFlight.ts";
import { messageIds } from "./messages.ts";
import { type LoggedFrame, readFrames } from "./readFrames.ts";
import { landedStates, toMavlinkPhase } from "./toMavlinkPhase.ts";
import { type ClockReading, toVehicleTimes } from "./vehicleClock.ts";

/** MAV_COMP_ID_AUTOPILOT1: ground stations, cameras and gimbals have others. */
const autopilotComponent = 1;
/** A value that did not come again for so long is not known any more. */
const freshMs = 5_000;
const degreesPerRadian = 180 / Math.PI;
const statusTextBytes = 50;

/** What is known of one vehicle of a log so far. */
interface Vehicle {
  /** Its newest payloads by message. */
  readonly newest: Map<number, { readonly at: number; readonly payload: DataView }>;
  /** By the time of receipt. */
  readonly samples: SourceSample[];
  /** The clocks at each sample. */
  readonly clocks: ClockReading[];
  /** By the time of receipt, each with the number of samples before it. */
  readonly messages: (RecordedMessage & { readonly after: number })[];
  /** Beginning of a text that is longer than one message. */
  textSoFar: string;
  hasFlown: boolean;
}

/**
 * Parses a MAVLink telemetry log; one sample each GLOBAL_POSITION_INT of the first vehicle that sends one, at the time
 * of the vehicle's own clock. Those of other vehicles are counted.
 */
export function parseTlog(bytes: Uint8Array): RecordedFlight {
  const vehicles = new Map<number, Vehicle>();
  let first: Vehicle | undefined;
  const leftOut = createLeftOutNotes();
  const onFrame = (frame: LoggedFrame) => {
    if (frame.componentId !== autopilotComponent) return;
    const vehicle = vehicles.get(frame.systemId) ?? createVehicle();
    vehicles.set(frame.systemId, vehicle);
    addFrame(vehicle, frame);
    if (vehicle.samples.length > 0) first ??= vehicle;
  };
  readFrames(bytes, { onFrame, onSkippedByte: () => leftOut.note("unreadable") });
  if (!first) throw new RecordingError("This telemetry log has no position of an autopilot");
  for (const vehicle of vehicles.values())
    if (vehicle !== first) leftOut.note("otherVehicle", undefined, vehicle.samples.length);
  return { ...placeInTime(first), photos: [], leftOut };
}

/** A text has no time of the vehicle: it was under way as long as the position before it. */
function placeInTime({ samples, clocks, messages }: Vehicle): Pick<RecordedFlight, "samples" | "messages"> {
  const times = toVehicleTimes(clocks);
  const toVehicleTime = (at: number, index: number) =>
    at - ((clocks[index]?.at ?? at) - (times[index] ?? at));
  return {
    samples: samples.map((sample, index) => ({ ...sample, tSrc: times[index] ?? sample.tSrc })),
    messages: messages.map(({ tSrc, text, after }) => ({
      tSrc: toVehicleTime(tSrc, Math.max(after - 1, 0)),
      text,
    })),
  };
}

const createVehicle = (): Vehicle => ({
  newest: new Map(),
  samples: [],
  clocks: [],
  messages: [],
  textSoFar: "",
  hasFlown: false,
});

function addFrame(vehicle: Vehicle, { at, messageId, payload }: LoggedFrame): void {
  if (messageId === messageIds.statusText) addText(vehicle, at, payload);
  // Only the first battery counts.
  else if (messageId !== messageIds.batteryStatus || payload.getUint8(32) === 0)
    vehicle.newest.set(messageId, { at, payload });
  if (messageId !== messageIds.globalPositionInt) return;
  vehicle.samples.push(toSample(vehicle, at, payload));
  vehicle.clocks.push({ at, bootMs: payload.getUint32(0, true) });
}

/** A text of several messages has an id, and ends with the first that is not full. */
function addText(vehicle: Vehicle, at: number, payload: DataView): void {
  const bytes = new Uint8Array(payload.buffer, 1, statusTextBytes);
  const end = bytes.indexOf(0);
  const text =
    vehicle.textSoFar + new TextDecoder().decode(bytes.subarray(0, end < 0 ? statusTextBytes : end));
  const hasMore = payload.getUint16(51, true) !== 0 && end < 0;
  vehicle.textSoFar = hasMore ? text : "";
  if (!hasMore && text) vehicle.messages.push({ tSrc: at, text, after: vehicle.samples.length });
}

function toSample(vehicle: Vehicle, at: number, position: DataView): SourceSample {
  const getNewest = (messageId: number, maxAgeMs = freshMs) => {
    const newest = vehicle.newest.get(messageId);
    return newest && at - newest.at <= maxAgeMs ? newest.payload : null;
  };
  const [lat, lon] = [position.getInt32(4, true), position.getInt32(8, true)];
  const hasPosition = lat !== 0 || lon !== 0;
  return {
    seq: vehicle.samples.length,
    tSrc: at,
    lat: hasPosition ? lat : null,
    lon: hasPosition ? lon : null,
    hRel: position.getInt32(16, true) / 1_000,
    vH: Math.hypot(position.getInt16(20, true), position.getInt16(22, true)) / 100,
    // Speeds are those of north, east and down.
    vV: (0 - position.getInt16(24, true)) / 100,
    ...readReceiver(getNewest(messageIds.gpsRawInt)),
    ...readAttitude(getNewest(messageIds.attitude)),
    heading: readHeading(position, getNewest(messageIds.vfrHud)),
    ...readBattery(getNewest(messageIds.batteryStatus), getNewest(messageIds.sysStatus)),
    // Sent when it is set, not over and over.
    ...readHome(
      getNewest(messageIds.homePosition, Number.POSITIVE_INFINITY),
      hasPosition ? [lat, lon] : null,
    ),
    ...readWind(getNewest(messageIds.wind)),
    ...readMission(getNewest(messageIds.missionCurrent)),
    phase: readPhase(vehicle, getNewest(messageIds.extendedSysState), getNewest(messageIds.heartbeat)),
  };
}

/** GPS_FIX_TYPE: none, no fix, 2D, 3D, differential, RTK float, RTK fixed, static, PPP. */
const fixByType: readonly (typeof positionFixes)[number][] = [
  "none",
  "none",
  "2d",
  "3d",
  "3d",
  "float",
  "fixed",
  "3d",
  "3d",
];

/** Null for a value that MAVLink has for what is not known. */
const toKnown = (property: string, value: number): number | null =>
  isSentinel("mavlink", property, value) ? null : value;

function readReceiver(payload: DataView | null): Partial<SourceSample> {
  if (!payload) return {};
  const hEllMm = toKnown("GPS_RAW_INT.alt_ellipsoid", payload.getInt32(30, true));
  return {
    fix: fixByType[payload.getUint8(28)] ?? null,
    sats: toKnown("GPS_RAW_INT.satellites_visible", payload.getUint8(29)),
    hEll: hEllMm === null ? null : hEllMm / 1_000,
  };
}

const readAttitude = (payload: DataView | null): Partial<SourceSample> =>
  payload
    ? {
        roll: payload.getFloat32(4, true) * degreesPerRadian,
        pitch: payload.getFloat32(8, true) * degreesPerRadian,
      }
    : {};

function readHeading(position: DataView, vfrHud: DataView | null): number | null {
  const heading = toKnown("GLOBAL_POSITION_INT.hdg", position.getUint16(26, true));
  return heading === null ? (vfrHud?.getInt16(16, true) ?? null) : heading / 100;
}

function readBattery(battery: DataView | null, system: DataView | null): Partial<SourceSample> {
  const ofBattery = battery && toKnown("BATTERY_STATUS.battery_remaining", battery.getInt8(35));
  const ofSystem = system && toKnown("SYS_STATUS.battery_remaining", system.getInt8(30));
  return {
    batPct: ofBattery ?? ofSystem,
    tRemain: battery && toKnown("BATTERY_STATUS.time_remaining", battery.getInt32(36, true)),
  };
}

function readHome(payload: DataView | null, place: readonly [number, number] | null): Partial<SourceSample> {
  if (!payload) return {};
  const [homeLat, homeLon] = [payload.getInt32(0, true), payload.getInt32(4, true)];
  return {
    homeLat,
    homeLon,
    homeDist: place ? haversineDistance(homeLat, homeLon, place[0], place[1]) : null,
  };
}

const readWind = (payload: DataView | null): Partial<SourceSample> =>
  payload ? { windDir: (payload.getFloat32(0, true) + 360) % 360, wind: payload.getFloat32(4, true) } : {};

const noMission = 65_535;

/** Without a mission its waypoint means nothing either. */
function readMission(payload: DataView | null): Partial<SourceSample> {
  if (!payload) return {};
  const [wp, total] = [payload.getUint16(0, true), payload.getUint16(2, true)];
  if (total === noMission) return {};
  const known = toKnown("MISSION_CURRENT.total", total);
  return { wp, wpTotal: known !== null && wp > known ? null : known };
}

function readPhase(vehicle: Vehicle, state: DataView | null, heartbeat: DataView | null) {
  const landedState = state?.getUint8(1) ?? null;
  if (landedState === landedStates.inAir || landedState === landedStates.takeoff) vehicle.hasFlown = true;
  const mode = heartbeat && {
    customMode: heartbeat.getUint32(0, true),
    vehicle: heartbeat.getUint8(4),
    autopilot: heartbeat.getUint8(5),
    baseMode: heartbeat.getUint8(6),
  };
  return toMavlinkPhase(landedState, mode, vehicle.hasFlown);
}
