import { isPositionStale } from "../../../adapters/contract/droneState.ts";
import { frameAlarms, frameFlags } from "../../../adapters/contract/fleetFrame.ts";
import type { LinkState } from "../../../adapters/contract/flight.ts";
import { toLinkState } from "../../../adapters/contract/flight.ts";
import type { SampleGroup } from "../../../adapters/contract/sample.ts";
import { createFrameRowWriter, createIngest, type FleetListener } from "./createIngest.ts";
import { createFleetState, type FleetState, type KnownState, resetSlot } from "./fleetState.ts";
import { alwaysFreshMs, getLinkState, setLinkState } from "./linkState.ts";
import { getHeight, getTakeoffHEll } from "./motion.ts";
import { isAlarmed, updatePositionAlarm } from "./positionAlarm.ts";
import { groupFields, type SampleBatch, type SampleField } from "./sampleColumns.ts";
import type { SlotColumns } from "./slotColumns.ts";
import type { RecordedChunk } from "./trackRecorder.ts";

/** Statistics of one flight since it was opened. */
export interface FlightStats {
  readonly distanceM: number;
  /** Whether some of its way counts nothing, as nobody can have flown it: a jump of its position. */
  readonly isDistanceIncomplete: boolean;
  /** Above the take-off point; null if never known. */
  readonly maxHeightM: number | null;
  /** Server's times of the first and the last sample, UTC ms: a drone's clock may be put right in between. */
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

/** The last known values of all open flights. */
export interface Fleet extends KnownState {
  readonly open: (slot: number) => void;
  readonly close: (slot: number) => void;
  readonly ingest: (batch: SampleBatch, tReceived: number) => void;
  /** Resets the figures for the next flight of a slot; what is known of the drone stays. */
  readonly resetStats: (slot: number) => void;
  /** Hands what is recorded of the track to the listener. */
  readonly flushTrack: (slot: number) => void;
  /** Puts back what was known of a slot before a restart, from the end of its stored track. */
  readonly restore: (slot: number, known: RestoredState) => void;
  /**
   * Updates ages and link states of the slots in use to the server's time.
   * @param stalledMs how long the server itself heard nobody since the last call
   */
  readonly refresh: (slots: Uint32Array, count: number, now: number, stalledMs: number) => void;
  /** Sets the bits of a drone's open alarms; frames have them from the next refresh on. */
  readonly setAlarmBits: (slot: number, bits: number) => void;
  /** Metres over the take-off point or the ground, whichever is known; NaN where neither is. */
  readonly getHeight: (slot: number) => number;
  /** Where the flight took off, or is now, as columns of its record. */
  readonly getPlace: (slot: number, which: "takeoff" | "landing") => FlightPlace;
  /** Server's time of the last sample, UTC ms; NaN before the first. */
  readonly getLastAt: (slot: number) => number;
  /** Time without a sample in ms, without the server's own stalls; NaN before the first. */
  readonly getAge: (slot: number, now: number) => number;
  /** The piece of the track that is not full yet. */
  readonly getPartialChunk: (slot: number) => RecordedChunk | null;
  readonly getSamplePeriod: (slot: number) => number;
  readonly getLinkState: (slot: number) => LinkState;
  readonly getFlightStats: (slot: number) => FlightStats;
}

/** Makes an empty fleet in columns that nothing else has the slots of. */
export function createFleet(slotColumns: SlotColumns, listener: FleetListener): Fleet {
  const state = createFleetState(slotColumns);
  const { columns, values, seq, tSrc, modeReason, clockOffset, groupAt, hasPosition, motion, groundHEll } =
    state;
  const flushTrack = (slot: number) => {
    const chunk = state.recorder.flush(slot);
    if (chunk) listener.onChunkRecorded(chunk);
  };
  return {
    columns,
    values,
    seq,
    tSrc,
    modeReason,
    clockOffset,
    groupAt,
    hasPosition,
    motion,
    groundHEll,
    open: (slot) => {
      slotColumns.reach(slot);
      resetSlot(state, slot);
    },
    close: (slot) => {
      flushTrack(slot);
      resetSlot(state, slot);
    },
    ingest: createIngest(slotColumns, state, listener),
    resetStats: (slot) => resetStats(state, slot),
    flushTrack,
    restore: (slot, known) => restoreSlot(state, slot, known),
    refresh: (slots, count, now, stalledMs) =>
      refreshSlots(state, listener, { slots, count, now, stalledMs }),
    setAlarmBits: (slot, bits) => {
      state.alarmBits[slot] = bits;
    },
    getPartialChunk: state.recorder.peek,
    getSamplePeriod: state.periods.get,
    getLinkState: (slot) => getLinkState(columns, slot),
    getHeight: (slot) => getHeight(state, slot),
    getPlace: (slot, which) => getPlace(state, slot, which),
    getLastAt: (slot) => state.lastAt[slot] ?? Number.NaN,
    getAge: (slot, now) => getPatientAge(state, slot, now),
    getFlightStats: (slot) => ({
      distanceM: state.distance[slot] ?? 0,
      isDistanceIncomplete: state.isDistanceIncomplete[slot] === 1,
      maxHeightM: nanToNull(state.maxHeight[slot]),
      firstAt: nanToNull(state.firstAt[slot]),
      lastAt: nanToNull(state.lastAt[slot]),
    }),
  };
}

/** Time without a sample for which the drone answers: the server's own stalls are not counted. */
const getPatientAge = ({ lastAt, stalledMs }: FleetState, slot: number, now: number): number =>
  now - (lastAt[slot] ?? Number.NaN) - (stalledMs[slot] ?? 0);

interface Refresh {
  readonly slots: Uint32Array;
  readonly count: number;
  readonly now: number;
  readonly stalledMs: number;
}

/** Updates link states, ages and alarms to the server's time. */
function refreshSlots(
  state: FleetState,
  { onLinkChanged }: FleetListener,
  { slots, count, now, stalledMs }: Refresh,
): void {
  const { columns, groupAt, alarmUntil, periods } = state;
  for (let i = 0; i < count; i++) {
    const slot = slots[i] ?? 0;
    if (stalledMs > 0) state.stalledMs[slot] = (state.stalledMs[slot] ?? 0) + stalledMs;
    const age = getPatientAge(state, slot, now);
    const link = age > alwaysFreshMs ? toLinkState(age, periods.get(slot)) : "fresh";
    setLinkState(columns, slot, link, onLinkChanged);
    const positionAge = now - (groupAt.position[slot] ?? Number.NaN);
    if (!Number.isNaN(positionAge))
      columns.age[slot] = Math.max(0, Math.min(65_535, Math.round(positionAge / 100)));
    columns.flags[slot] = isPositionOld(state, slot) ? frameFlags.positionOld : 0;
    updatePositionAlarm(state, slot, now);
    columns.alarms[slot] =
      (state.alarmBits[slot] ?? 0) |
      (isAlarmed(state, alarmUntil.lost, slot) ? frameAlarms.positionLost : 0) |
      (isAlarmed(state, alarmUntil.jump, slot) ? frameAlarms.positionJump : 0) |
      (state.motion.isContradicted[slot] === 1 ? frameAlarms.contradicted : 0) |
      (state.isFrozen[slot] === 1 ? frameAlarms.positionFrozen : 0);
  }
}

function isPositionOld({ columns, periods }: FleetState, slot: number): boolean {
  const age = columns.age[slot] ?? 0;
  // A period is a median, which takes time.
  return isPositionStale(age, 0) && isPositionStale(age, (periods.get(slot) || 0) / 1_000);
}

function resetStats(state: FleetState, slot: number): void {
  const { values, takeoff } = state;
  state.distance[slot] = 0;
  state.isDistanceIncomplete[slot] = 0;
  state.firstAt[slot] = state.lastAt[slot] ?? Number.NaN;
  state.maxHeight[slot] = values.hRel[slot] ?? Number.NaN;
  takeoff.lat[slot] = values.lat[slot] ?? Number.NaN;
  takeoff.lon[slot] = values.lon[slot] ?? Number.NaN;
  takeoff.hEll[slot] = getTakeoffHEll(state, slot, values.hEll[slot]);
}

/** Where a flight began or ended, as columns of its record; WGS-84 degrees. */
export interface FlightPlace {
  readonly takeoffLng?: number | null;
  readonly takeoffLat?: number | null;
  readonly landingLng?: number | null;
  readonly landingLat?: number | null;
}

function getPlace({ values, takeoff }: FleetState, slot: number, which: "takeoff" | "landing"): FlightPlace {
  const { lat, lon } = which === "takeoff" ? takeoff : values;
  const toDegrees = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? null : value / 1e7;
  const [lng, latitude] = [toDegrees(lon[slot]), toDegrees(lat[slot])];
  return which === "takeoff"
    ? { takeoffLng: lng, takeoffLat: latitude }
    : { landingLng: lng, landingLat: latitude };
}

/** What is known of a slot from a stored track and its flight. */
export interface RestoredState {
  /** Known values of the last sample that is stored. */
  readonly values: Partial<Record<SampleField, number>>;
  /** Server's time of those values, UTC ms: before `lastAt` where later samples had no position. */
  readonly valuesAt: number;
  /** Drone's clock of the last position, UTC ms; NaN where none is stored. */
  readonly tPosition: number;
  /** Server's time minus drone's time, ms; NaN where it is not known. */
  readonly clockOffsetMs: number;
  /** Drone's clock of the last sample, UTC ms; NaN where it is not known. */
  readonly tSrc: number;
  /** Server's time of the last sample, UTC ms. */
  readonly lastAt: number;
  /** Gaps between the last samples, ms. */
  readonly gaps: readonly number[];
  /** Server's time of the first sample, UTC ms. */
  readonly firstAt: number;
  readonly distanceM: number;
  readonly isDistanceIncomplete: boolean;
  readonly maxHeightM: number | null;
  /** First position: degrees × 10⁷ and metres. */
  readonly takeoff: { readonly lat: number; readonly lon: number; readonly hEll: number };
}

function restoreSlot(state: FleetState, slot: number, known: RestoredState): void {
  const { values, groupAt, columns } = state;
  for (const [group, fields] of Object.entries(groupFields)) {
    for (const field of fields) values[field][slot] = known.values[field] ?? Number.NaN;
    const isKnown = fields.some((field) => known.values[field] !== undefined);
    // Seam: the keys of `groupFields` are the groups, which the type of `entries` loses.
    if (isKnown) groupAt[group as SampleGroup][slot] = known.valuesAt;
  }
  state.seq[slot] = 0;
  state.tSrc[slot] = known.tSrc;
  state.tPosition[slot] = known.tPosition;
  state.tReceived[slot] = known.lastAt;
  state.lastAt[slot] = known.lastAt;
  state.clockOffset[slot] = known.clockOffsetMs;
  if (!Number.isNaN(known.clockOffsetMs)) state.offsets.add(slot, known.clockOffsetMs);
  for (const gap of known.gaps) state.periods.add(slot, gap);
  state.hasPosition[slot] = Number.isNaN(known.tPosition) ? 0 : 1;
  state.firstAt[slot] = known.firstAt;
  state.distance[slot] = known.distanceM;
  state.isDistanceIncomplete[slot] = known.isDistanceIncomplete ? 1 : 0;
  state.maxHeight[slot] = known.maxHeightM ?? Number.NaN;
  for (const field of ["lat", "lon", "hEll"] as const) state.takeoff[field][slot] = known.takeoff[field];
  createFrameRowWriter(columns, values)(slot);
}

const nanToNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;
