import { type FleetColumns, fleetColumns } from "../../../adapters/contract/fleetFrame.ts";
import type { MotionColumns } from "../../../adapters/contract/inTheAir.ts";
import type { SampleGroup } from "../../../adapters/contract/sample.ts";
import { createRunningMedians, type RunningMedians } from "./linkState.ts";
import { createOutlierFilter, type OutlierFilter } from "./outlierFilter.ts";
import { createValueColumns, type ValueColumns } from "./sampleColumns.ts";
import type { SlotColumns } from "./slotColumns.ts";
import { createTrackRecorder, type TrackRecorder } from "./trackRecorder.ts";

/** The last known values of all open flights, in columns indexed by slot. */
export interface KnownState {
  readonly columns: FleetColumns;
  readonly values: ValueColumns;
  readonly seq: Float64Array;
  readonly tSrc: Float64Array;
  readonly modeReason: (string | null)[];
  /** Server's time minus drone's time, ms: median over the last batches, without those that came late. */
  readonly clockOffset: Float64Array;
  /** Server's time of each group's last value; NaN where it never was sent. */
  readonly groupAt: Readonly<Record<SampleGroup, Float64Array>>;
  /** 1 where a position is known. */
  readonly hasPosition: Uint8Array;
  /** Whether each drone is in the air. */
  readonly motion: MotionColumns;
  /** Height over the ellipsoid where it stood before its flight, metres; NaN where nobody has seen it stand. */
  readonly groundHEll: Float64Array;
}

/** The known values plus the fleet's internal state of each flight. */
export interface FleetState extends KnownState {
  /** Server's time at which the last sample came in. */
  readonly tReceived: Float64Array;
  /** Server's time of the last sample: before `tReceived` where it was delayed on its way. */
  readonly lastAt: Float64Array;
  /** Server's stalls since the last sample, ms: the drone could not be heard in that time. */
  readonly stalledMs: Float64Array;
  /** Since when, in the server's time, samples come late by about `lateOffset` ms; NaN where they do not. */
  readonly lateSince: Float64Array;
  readonly lateOffset: Float64Array;
  /** Drone's clock of the last position. */
  readonly tPosition: Float64Array;
  /** First position and height since `firstAt`, as wire units and metres; NaN before they are known. */
  readonly takeoff: { readonly lat: Float64Array; readonly lon: Float64Array; readonly hEll: Float64Array };
  /** Server's time of the first sample. */
  readonly firstAt: Float64Array;
  /** Metres above the take-off point. */
  readonly maxHeight: Float64Array;
  /** Metres flown. */
  readonly distance: Float64Array;
  /** 1 where some of its way counts nothing, as nobody can have flown it. */
  readonly isDistanceIncomplete: Uint8Array;
  /** Metres a second by the way between its last two positions; NaN before two have come. */
  readonly legSpeed: Float64Array;
  /** Since when, by the drone's clock, that has been that of a drone in the air; NaN while it is not. */
  readonly movingSince: Float64Array;
  /** Where a drone that says it moves was seen to stand, in wire units, and since when by its clock; NaN while it moves. */
  readonly still: { readonly lat: Float64Array; readonly lon: Float64Array; readonly since: Float64Array };
  /** 1 where it has stood there for so long that its positions are not believed. */
  readonly isFrozen: Uint8Array;
  /** Server time at which an alarm about rejected samples ends. */
  readonly alarmUntil: { readonly lost: Float64Array; readonly jump: Float64Array };
  /** Bits of `frameAlarms` for the priorities of its open alarms. */
  readonly alarmBits: Uint32Array;
  /** Since when, in the server's time, it has few satellites; NaN where it has enough, or reports none. */
  readonly fewSatellitesSince: Float64Array;
  /** Code of the fix that the receiver told last; NaN where it told satellites alone, or nothing yet. */
  readonly lastFix: Float64Array;
  readonly periods: RunningMedians;
  readonly offsets: RunningMedians;
  readonly recorder: TrackRecorder;
  readonly outlierFilter: OutlierFilter;
  /** All columns that use NaN for unknown values. */
  readonly nanColumns: readonly Float64Array[];
}

export function createFleetState(slotColumns: SlotColumns): FleetState {
  const { create } = slotColumns;
  const createNanColumn = () => create("f64", Number.NaN);
  const values = createValueColumns(createNanColumn);
  const groupAt = {
    position: createNanColumn(),
    attitude: createNanColumn(),
    power: createNanColumn(),
    navigation: createNanColumn(),
    link: createNanColumn(),
    task: createNanColumn(),
  };
  const alarmUntil = { lost: createNanColumn(), jump: createNanColumn() };
  const times = {
    seq: createNanColumn(),
    tSrc: createNanColumn(),
    tReceived: createNanColumn(),
    firstAt: createNanColumn(),
    clockOffset: createNanColumn(),
    lastAt: createNanColumn(),
    tPosition: createNanColumn(),
    lateSince: createNanColumn(),
    lateOffset: createNanColumn(),
    fewSatellitesSince: createNanColumn(),
    lastFix: createNanColumn(),
    groundHEll: createNanColumn(),
    legSpeed: createNanColumn(),
    movingSince: createNanColumn(),
  };
  const motionTimes = {
    highSince: createNanColumn(),
    opposedSince: createNanColumn(),
    standsAtM: createNanColumn(),
    toldM: createNanColumn(),
    toldAtMs: createNanColumn(),
    restSince: createNanColumn(),
    restHeight: createNanColumn(),
  };
  const still = { lat: createNanColumn(), lon: createNanColumn(), since: createNanColumn() };
  const takeoff = { lat: createNanColumn(), lon: createNanColumn(), hEll: createNanColumn() };
  const maxHeight = createNanColumn();
  const periods = createRunningMedians(slotColumns);
  const recorder = createTrackRecorder(slotColumns);
  return {
    columns: slotColumns.createTable(fleetColumns),
    values,
    ...times,
    modeReason: [],
    groupAt,
    hasPosition: create("u8"),
    motion: { ...motionTimes, isInAir: create("u8"), isContradicted: create("u8") },
    maxHeight,
    distance: create("f64"),
    isDistanceIncomplete: create("u8"),
    stalledMs: create("f64"),
    takeoff,
    still,
    isFrozen: create("u8"),
    alarmUntil,
    alarmBits: create("u32"),
    periods,
    offsets: createRunningMedians(slotColumns),
    recorder,
    outlierFilter: createOutlierFilter(slotColumns, { periods, recorder }),
    nanColumns: [values, groupAt, alarmUntil, times, motionTimes, takeoff, still, { maxHeight }].flatMap(
      (group) => Object.values<Float64Array>(group),
    ),
  };
}

/** Clears all values of a slot. */
export function resetSlot(state: FleetState, slot: number): void {
  const { columns } = state;
  for (const column of state.nanColumns) column[slot] = Number.NaN;
  for (const column of Object.values(columns)) column[slot] = 0;
  columns.index[slot] = slot;
  columns.age[slot] = 65_535;
  state.distance[slot] = 0;
  state.isDistanceIncomplete[slot] = 0;
  state.hasPosition[slot] = 0;
  state.motion.isInAir[slot] = 0;
  state.motion.isContradicted[slot] = 0;
  state.isFrozen[slot] = 0;
  state.modeReason[slot] = null;
  state.stalledMs[slot] = 0;
  state.alarmBits[slot] = 0;
  state.periods.reset(slot);
  state.offsets.reset(slot);
  state.outlierFilter.reset(slot);
  state.recorder.forget(slot);
}
