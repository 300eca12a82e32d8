import { frameAlarms } from "../../../adapters/contract/fleetFrame.ts";
import type { LinkState } from "../../../adapters/contract/flight.ts";
import { createIngest, type FleetListener } from "./createIngest.ts";
import { createFleetState, type FleetState, type KnownState, resetSlot } from "./fleetState.ts";
import { alwaysFreshMs, getLinkState, setLinkState, toLinkState } from "./linkState.ts";
import type { SampleBatch } from "./sampleColumns.ts";
import type { RecordedChunk } from "./trackRecorder.ts";

/** Statistics of one flight since it was opened. */
export interface FlightStats {
  readonly distanceM: number;
  /** Above the take-off point; null if never known. */
  readonly maxHeightM: number | null;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

/** The last known values of all open flights. */
export interface Fleet extends KnownState {
  readonly open: (slot: number) => void;
  readonly close: (slot: number) => void;
  readonly ingest: (batch: SampleBatch, tReceived: number) => void;
  /** Updates ages, link states and alarms of the slots in use to the server's time. */
  readonly refresh: (slots: Uint32Array, count: number, now: number) => void;
  /** The chunk of the track that is not full yet. */
  readonly getPartialChunk: (slot: number) => RecordedChunk | null;
  readonly getSamplePeriod: (slot: number) => number;
  readonly getLinkState: (slot: number) => LinkState;
  readonly getFlightStats: (slot: number) => FlightStats;
}

/** Creates an empty fleet with room for `capacity` open flights. */
export function createFleet(capacity: number, listener: FleetListener): Fleet {
  const state = createFleetState(capacity);
  const { columns, values, seq, tSrc, modeReason, clockOffset, groupTimes, hasPosition } = state;
  return {
    columns,
    values,
    seq,
    tSrc,
    modeReason,
    clockOffset,
    groupTimes,
    hasPosition,
    open: (slot) => resetSlot(state, slot),
    close: (slot) => {
      const chunk = state.recorder.flush(slot);
      if (chunk) listener.onChunkRecorded(chunk);
      resetSlot(state, slot);
    },
    ingest: createIngest(capacity, state, listener),
    refresh: (slots, count, now) => refreshSlots(state, listener, slots, count, now),
    getPartialChunk: state.recorder.peek,
    getSamplePeriod: state.periods.get,
    getLinkState: (slot) => getLinkState(columns, slot),
    getFlightStats: (slot) => ({
      distanceM: state.distance[slot] ?? 0,
      maxHeightM: nanToNull(state.maxHeight[slot]),
      firstAt: nanToNull(state.firstAt[slot]),
      lastAt: nanToNull(tSrc[slot]),
    }),
  };
}

function refreshSlots(
  { columns, clockOffset, tSrc, groupTimes, alarmUntil, periods }: FleetState,
  { onLinkChanged }: FleetListener,
  slots: Uint32Array,
  count: number,
  now: number,
): void {
  for (let i = 0; i < count; i++) {
    const slot = slots[i] ?? 0;
    const offset = clockOffset[slot] ?? Number.NaN;
    const age = now - offset - (tSrc[slot] ?? Number.NaN);
    const link = age > alwaysFreshMs ? toLinkState(age, periods.get(slot)) : "fresh";
    setLinkState(columns, slot, link, onLinkChanged);
    const positionAge = now - offset - (groupTimes.position[slot] ?? Number.NaN);
    columns.age[slot] = positionAge >= 0 ? Math.min(65_535, Math.round(positionAge / 100)) : 0;
    columns.alarms[slot] =
      ((alarmUntil.lost[slot] ?? 0) > now ? frameAlarms.positionLost : 0) |
      ((alarmUntil.jump[slot] ?? 0) > now ? frameAlarms.positionJump : 0);
  }
}

const nanToNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;
