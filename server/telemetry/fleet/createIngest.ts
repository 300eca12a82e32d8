import { type FleetColumns, fleetUnknown } from "../../../adapters/contract/fleetFrame.ts";
import { type LinkState, toLinkState, unknownPhaseCode } from "../../../adapters/contract/flight.ts";
import { createClockOffsetTracker } from "./clockOffset.ts";
import type { FleetState } from "./fleetState.ts";
import { updateFrozenPosition } from "./frozenPosition.ts";
import { haversineDistance } from "./haversineDistance.ts";
import { alwaysFreshMs, setLinkState } from "./linkState.ts";
import { getTakeoffHEll, updateMotion } from "./motion.ts";
import { alarmDurationMs } from "./positionAlarm.ts";
import { groupSpans, type SampleBatch, toColumnList, type ValueColumns } from "./sampleColumns.ts";
import type { SlotColumns } from "./slotColumns.ts";
import type { RecordedChunk } from "./trackRecorder.ts";
import {
  createRejectionCodes,
  isRejected,
  type PreviousSample,
  type Rejection,
  toRejection,
  validateSamples,
  validateSequence,
} from "./validateSamples.ts";
import { toWireHeading, toWireInteger } from "./wireInteger.ts";

/** Events of the fleet; slots are those given to `open`. */
export interface FleetListener {
  /** Called once everything of a believed sample is known; false keeps it out of the track. */
  readonly prepareSample: (slot: number) => boolean;
  readonly onAccepted: (slot: number) => void;
  readonly onRejected: (slot: number, rejection: Rejection, batch: SampleBatch, row: number) => void;
  readonly onPhaseChanged: (slot: number, from: number, to: number) => void;
  readonly onLinkChanged: (slot: number, from: LinkState, to: LinkState) => void;
  readonly onChunkRecorded: (chunk: RecordedChunk) => void;
  /** A sample is in the track, but not yet in a chunk that was recorded. */
  readonly onRecorded: (slot: number) => void;
}

/** Returns a function that ingests a batch into the fleet's state. */
export function createIngest(
  columns: SlotColumns,
  state: FleetState,
  listener: FleetListener,
): (batch: SampleBatch, tReceived: number) => void {
  const splitBatch = createBatchSplitter(columns);
  const validateRow = createRowValidator(state, listener);
  const updateProgress = createProgressUpdater(state);
  const publishRow = createRowPublisher(state, listener);
  const updateLink = createLinkUpdater(state, listener);
  let codes = createRejectionCodes(0);
  const newestRowBySlot = columns.create("u32");
  let acceptedRows = new Uint32Array(0);
  let previousPhases = new Float64Array(0);

  /** Ingests rows of different flights: no slot may occur twice. */
  const ingestPart = (batch: SampleBatch, from: number, to: number, tReceived: number) => {
    let n = 0;
    for (let row = from; row < to; row++) {
      const slot = batch.slot[row] ?? 0;
      const rejection = validateRow(
        batch,
        row,
        slot,
        tReceived,
        isRejected(codes, row) ? toRejection(codes, row) : null,
      );
      if (rejection) listener.onRejected(slot, rejection, batch, row);
      else {
        acceptedRows[n++] = row;
        updateProgress(batch, row, slot, tReceived, newestRowBySlot[slot] ?? row);
      }
    }
    for (let i = 0; i < n; i++)
      previousPhases[i] = state.values.phase[batch.slot[acceptedRows[i] ?? 0] ?? 0] ?? 0;
    copyKnownValues(batch, acceptedRows.subarray(0, n), state);
    for (let i = 0; i < n; i++) {
      const row = acceptedRows[i] ?? 0;
      const slot = batch.slot[row] ?? 0;
      publishRow(batch, row, slot, previousPhases[i] ?? Number.NaN);
      // Of a call with an outage's samples, only the last one describes the link now.
      if (newestRowBySlot[slot] === row) updateLink(slot, tReceived);
    }
  };

  return (batch, tReceived) => {
    if (acceptedRows.length < batch.count) {
      codes = createRejectionCodes(batch.count);
      acceptedRows = new Uint32Array(batch.count);
      previousPhases = new Float64Array(batch.count);
    }
    validateSamples(batch, tReceived, codes);
    for (let row = 0; row < batch.count; row++)
      if (!isRejected(codes, row)) newestRowBySlot[batch.slot[row] ?? 0] = row;
    splitBatch(batch, (from, to) => ingestPart(batch, from, to, tReceived));
  };
}

/** Returns a function that splits a batch into parts in which no slot occurs twice. */
function createBatchSplitter(
  columns: SlotColumns,
): (batch: SampleBatch, onPart: (from: number, to: number) => void) => void {
  const lastPartBySlot = columns.create("u32");
  let part = 0;
  return (batch, onPart) => {
    let from = 0;
    part += 1;
    for (let row = 0; row < batch.count; row++) {
      const slot = batch.slot[row] ?? 0;
      if (lastPartBySlot[slot] === part) {
        onPart(from, row);
        from = row;
        part += 1;
      }
      lastPartBySlot[slot] = part;
    }
    onPart(from, batch.count);
  };
}

/** Rejections that mean that the drone does not know where it is. */
const positionRejections: readonly string[] = ["nullIsland", "degrees", "notFinite"];

/** Returns what explains why a row is not accepted; null where it is. */
function createRowValidator(state: FleetState, { onChunkRecorded }: Pick<FleetListener, "onChunkRecorded">) {
  const { tSrc, lastAt, tPosition, values, alarmUntil, outlierFilter } = state;
  const previous: PreviousSample = { tSrc: 0, at: 0, lat: 0, lon: 0, tPosition: 0 };
  return (
    batch: SampleBatch,
    row: number,
    slot: number,
    tReceived: number,
    rejection: Rejection | null,
  ): Rejection | null => {
    if (rejection) {
      if (positionRejections.includes(rejection.reason)) alarmUntil.lost[slot] = tReceived + alarmDurationMs;
      return rejection;
    }
    previous.tSrc = tSrc[slot] ?? Number.NaN;
    previous.at = lastAt[slot] ?? Number.NaN;
    previous.lat = values.lat[slot] ?? Number.NaN;
    previous.lon = values.lon[slot] ?? Number.NaN;
    previous.tPosition = tPosition[slot] ?? Number.NaN;
    const reason = validateSequence(batch, row, previous, tReceived);
    if (!reason) {
      outlierFilter.interrupt(slot);
      return null;
    }
    const verdict = outlierFilter.classify({ batch, row, slot, tReceived, reason, believed: previous });
    if (verdict === "otherPlace") return { reason: "otherPlace", field: "droneSn" };
    if (reason === "jump") alarmUntil.jump[slot] = tReceived + alarmDurationMs;
    if (verdict === "outlier") return { reason, field: reason === "jump" ? "lat" : "tSrc" };
    state.offsets.reset(slot);
    // Each piece of a track has one clock: what follows may have another.
    const piece = state.recorder.flush(slot);
    if (piece) onChunkRecorded(piece);
    // The way to where it now is believed to be was not flown.
    state.hasPosition[slot] = 0;
    if (reason === "jump") state.isDistanceIncomplete[slot] = 1;
    return null;
  };
}

/** Returns a function that updates times, gaps and distance; runs before the row's values overwrite the known ones. */
function createProgressUpdater(state: FleetState) {
  const { seq, tSrc, tReceived: tReceivedLast, clockOffset, firstAt, values, modeReason } = state;
  const { distance, hasPosition, periods, offsets, lastAt, stalledMs, tPosition, takeoff, legSpeed } = state;
  const noteClockOffset = createClockOffsetTracker(state);
  /** @param newestRow the last one of the batch and slot */
  return (batch: SampleBatch, row: number, slot: number, tReceived: number, newestRow: number) => {
    const time = batch.tSrc[row] ?? 0;
    const gap = time - (tSrc[slot] ?? Number.NaN);
    if (gap > 0) periods.add(slot, gap);
    // Late samples of a batch do not show the clock's offset; its newest one does.
    if (row === newestRow || offsets.count(slot) === 0)
      noteClockOffset(slot, tReceived - (batch.tSrc[newestRow] ?? Number.NaN), tReceived);
    lastAt[slot] = Math.min(tReceived, time + (clockOffset[slot] ?? 0));
    // Of a stall, the part after the sample still counts: what could not come in then is no fault of the drone.
    stalledMs[slot] = Math.min(stalledMs[slot] ?? 0, tReceived - (lastAt[slot] ?? 0));
    if (Number.isNaN(firstAt[slot] ?? Number.NaN)) firstAt[slot] = lastAt[slot] ?? Number.NaN;
    seq[slot] = batch.seq[row] ?? 0;
    tSrc[slot] = time;
    tReceivedLast[slot] = tReceived;
    modeReason[slot] = batch.modeReason[row] ?? null;
    const lat = batch.values.lat[row] ?? Number.NaN;
    if (Number.isNaN(lat)) return;
    const legM = haversineDistance(
      values.lat[slot] ?? 0,
      values.lon[slot] ?? 0,
      lat,
      batch.values.lon[row] ?? 0,
    );
    if (hasPosition[slot]) distance[slot] = (distance[slot] ?? 0) + legM;
    legSpeed[slot] = hasPosition[slot]
      ? (legM * 1_000) / (time - (tPosition[slot] ?? Number.NaN))
      : Number.NaN;
    hasPosition[slot] = 1;
    tPosition[slot] = time;
    if (!Number.isNaN(takeoff.lat[slot] ?? Number.NaN)) return;
    takeoff.lat[slot] = lat;
    takeoff.lon[slot] = batch.values.lon[row] ?? Number.NaN;
    takeoff.hEll[slot] = getTakeoffHEll(state, slot, batch.values.hEll[row]);
  };
}

/**
 * Copies accepted rows to their flights, group by group. A group without any value in a row keeps its values and
 * time. A row without a position never clears the last known one: of this group, only its known values are copied.
 */
function copyKnownValues(
  { columns, slot, values }: SampleBatch,
  rows: Uint32Array,
  { values: target, groupAt, lastAt }: FleetState,
): void {
  const targetColumns = toColumnList(target);
  const hasValue = new Uint8Array(rows.length);
  for (const { group, from, to } of groupSpans) {
    hasValue.fill(0);
    if (group === "position") markKnown(values.lat, rows, hasValue);
    else for (let field = from; field < to; field++) markKnown(columns[field], rows, hasValue);
    for (let field = from; field < to; field++)
      copyColumn(columns[field], targetColumns[field], rows, slot, hasValue, group === "position");
    const times = groupAt[group];
    for (let i = 0; i < rows.length; i++) {
      const to = slot[rows[i] ?? 0] ?? 0;
      if (hasValue[i] === 1) times[to] = lastAt[to] ?? Number.NaN;
    }
  }
}

function markKnown(column: Float64Array | undefined, rows: Uint32Array, hasValue: Uint8Array): void {
  if (!column) return;
  for (let i = 0; i < rows.length; i++) {
    const value = column[rows[i] ?? 0] ?? Number.NaN;
    if (!Number.isNaN(value)) hasValue[i] = 1;
  }
}

/** @param copyPartialGroups copies known values even if the row lacks the group's main value */
function copyColumn(
  from: Float64Array | undefined,
  to: Float64Array | undefined,
  rows: Uint32Array,
  slots: Uint32Array,
  hasValue: Uint8Array,
  copyPartialGroups: boolean,
): void {
  if (!from || !to) return;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    const value = from[row] ?? Number.NaN;
    if (hasValue[i] === 1 || (copyPartialGroups && !Number.isNaN(value))) to[slots[row] ?? 0] = value;
  }
}

/** Returns a function that writes a row to track and frame and emits events; runs after its values are copied. */
function createRowPublisher(state: FleetState, listener: FleetListener) {
  const { columns, values, maxHeight, tSrc, recorder } = state;
  const writeFrameRow = createFrameRowWriter(columns, values);
  return (batch: SampleBatch, row: number, slot: number, previousPhase: number) => {
    const height = values.hRel[slot] ?? Number.NaN;
    if (!(height <= (maxHeight[slot] ?? Number.NaN))) maxHeight[slot] = height;
    updateMotion(state, slot);
    const hasPosition = !Number.isNaN(batch.values.lat[row] ?? Number.NaN);
    if (hasPosition) updateFrozenPosition(state, slot);
    const isInFlight = listener.prepareSample(slot);
    if (isInFlight && hasPosition) {
      const chunk = recorder.add(slot, tSrc[slot] ?? 0, values, slot);
      if (chunk) listener.onChunkRecorded(chunk);
      if (recorder.isUnfinished(slot)) listener.onRecorded(slot);
    }
    writeFrameRow(slot);
    const phase = values.phase[slot] ?? Number.NaN;
    if (phase !== previousPhase && !Number.isNaN(phase)) listener.onPhaseChanged(slot, previousPhase, phase);
    listener.onAccepted(slot);
  };
}

/** Returns a function that sets the link of a slot that was not fresh, by the age of its last sample. */
function createLinkUpdater({ columns, lastAt, stalledMs, periods }: FleetState, listener: FleetListener) {
  return (slot: number, tReceived: number) => {
    if (columns.link[slot] === 0) return;
    const age = tReceived - (lastAt[slot] ?? Number.NaN) - (stalledMs[slot] ?? 0);
    const link = age > alwaysFreshMs ? toLinkState(age, periods.get(slot)) : "fresh";
    setLinkState(columns, slot, link, listener.onLinkChanged);
  };
}

/** Gives what puts the known values of a flight into the units of the fleet frame. */
export function createFrameRowWriter(columns: FleetColumns, values: ValueColumns): (slot: number) => void {
  const { lat, lon, hEll, hRel, hAgl, speed, climb, heading, battery, phase } = columns;
  return (slot) => {
    lat[slot] = Math.round(values.lat[slot] ?? 0);
    lon[slot] = Math.round(values.lon[slot] ?? 0);
    hEll[slot] = toWireInteger(values.hEll[slot], 10, 32_767, fleetUnknown.height);
    hRel[slot] = toWireInteger(values.hRel[slot], 10, 32_767, fleetUnknown.height);
    hAgl[slot] = toWireInteger(values.hAgl[slot], 10, 32_767, fleetUnknown.height);
    speed[slot] = toWireInteger(values.vH[slot], 100, 65_534, fleetUnknown.speed);
    climb[slot] = toWireInteger(values.vV[slot], 100, 32_767, fleetUnknown.climb);
    heading[slot] = toWireHeading(values.heading[slot], fleetUnknown.heading);
    battery[slot] = toWireInteger(values.batPct[slot], 1, 100, fleetUnknown.battery);
    phase[slot] = toWireInteger(values.phase[slot], 1, 254, unknownPhaseCode);
  };
}
