import { createColumns } from "../../../adapters/contract/columns.ts";
import { type FleetColumns, fleetColumns, frameAlarms } from "../../../adapters/contract/fleetFrame.ts";
import { type LinkState, linkStates } from "../../../adapters/contract/flight.ts";
import type { SampleGroup } from "../../../adapters/contract/sample.ts";
import type { RejectionReason } from "../../../adapters/contract/telemetry.ts";
import { copyKnownValues } from "./copyKnownValues.ts";
import { createFrameRowWriter } from "./frameRowWriter.ts";
import { haversineDistance } from "./haversineDistance.ts";
import { alwaysFreshMs, gapWindow, medianGap, toLinkCode, toLinkState } from "./linkState.ts";
import { createOutlierFilter } from "./outlierFilter.ts";
import { createValueColumns, type SampleBatch, type ValueColumns } from "./sampleColumns.ts";
import { createTrackRecorder, type RecordedChunk } from "./trackRecorder.ts";
import {
  type PreviousSample,
  rejectionsByCode,
  validateSamples,
  validateSequence,
} from "./validateSamples.ts";

/** What the fleet reports while it ingests samples; slots are those of `open`. */
export interface FleetListener {
  readonly onAccepted: (slot: number) => void;
  readonly onRejected: (slot: number, reason: RejectionReason, batch: SampleBatch, row: number) => void;
  readonly onPhaseChanged: (slot: number, from: number, to: number) => void;
  readonly onLinkChanged: (slot: number, from: LinkState, to: LinkState) => void;
  readonly onChunkRecorded: (piece: RecordedChunk) => void;
}

/** Figures of one flight since it was opened. */
export interface FlightStats {
  readonly distanceM: number;
  /** Over the take-off point; null where it never was known. */
  readonly maxHeightM: number | null;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

/** The last that is known of every open flight, in columns; everything is by slot. */
export interface Fleet {
  readonly columns: FleetColumns;
  readonly values: ValueColumns;
  readonly seq: Float64Array;
  readonly tSrc: Float64Array;
  readonly modeReason: (string | null)[];
  /** Least of server's time minus drone's time: what a wrong clock, and the quickest way here, add up to. */
  readonly clockOffset: Float64Array;
  /** Drone's clock of each group's last value; NaN where it never was. */
  readonly groupTimes: Readonly<Record<SampleGroup, Float64Array>>;
  /** 1 where a position is known. */
  readonly hasPosition: Uint8Array;
  readonly open: (slot: number) => void;
  readonly close: (slot: number) => void;
  readonly ingest: (batch: SampleBatch, tReceived: number) => void;
  /** Brings ages and link states of the slots in use up to the server's time. */
  readonly refresh: (slots: Uint32Array, count: number, now: number) => void;
  /** The piece of the track that is not full yet. */
  readonly getPartialChunk: (slot: number) => RecordedChunk | null;
  readonly getSamplePeriod: (slot: number) => number;
  readonly getLinkState: (slot: number) => LinkState;
  readonly getFlightStats: (slot: number) => FlightStats;
}

const alarmDurationMs = 10_000;

/** Makes an empty fleet with room for `capacity` open flights. */
export function createFleet(capacity: number, listener: FleetListener): Fleet {
  const columns = createColumns(fleetColumns, capacity);
  const values = createValueColumns(capacity);
  const writeFrameRow = createFrameRowWriter(columns, values);
  const recorder = createTrackRecorder(capacity);
  const outlierFilter = createOutlierFilter(capacity);
  const createNanColumn = () => new Float64Array(capacity).fill(Number.NaN);
  const groupTimes = {
    position: createNanColumn(),
    attitude: createNanColumn(),
    power: createNanColumn(),
    navigation: createNanColumn(),
    link: createNanColumn(),
    task: createNanColumn(),
  };
  const [seq, tSrc, tReceivedLast, firstAt, maxHeight] = [
    createNanColumn(),
    createNanColumn(),
    createNanColumn(),
    createNanColumn(),
    createNanColumn(),
  ];
  const clockOffset = createNanColumn();
  const distance = new Float64Array(capacity);
  const hasPosition = new Uint8Array(capacity);
  const modeReason = Array.from({ length: capacity }, (): string | null => null);
  const gaps = new Float32Array(capacity * gapWindow);
  const gapCount = new Uint32Array(capacity);
  const alarmUntil = { lost: createNanColumn(), jump: createNanColumn() };
  const nanColumns = [
    ...Object.values(values),
    ...Object.values(groupTimes),
    ...Object.values(alarmUntil),
    seq,
    tSrc,
    tReceivedLast,
    firstAt,
    maxHeight,
    clockOffset,
  ];
  const previous: PreviousSample = { tSrc: 0, tReceived: 0, lat: 0, lon: 0, tPosition: 0 };
  let rejectionCodesByRow = new Uint8Array(0);
  let acceptedRows = new Uint32Array(0);
  /** Which part of which batch a slot last had a row in: two rows of a flight are taken one after the other. */
  const lastPartBySlot = new Uint32Array(capacity);
  let part = 0;

  const resetSlot = (slot: number) => {
    for (const column of nanColumns) column[slot] = Number.NaN;
    for (const column of Object.values(columns)) column[slot] = 0;
    columns.index[slot] = slot;
    columns.age[slot] = 65_535;
    distance[slot] = 0;
    hasPosition[slot] = 0;
    modeReason[slot] = null;
    gapCount[slot] = 0;
    outlierFilter.reset(slot);
  };

  const validate = (
    batch: SampleBatch,
    row: number,
    slot: number,
    tReceived: number,
  ): RejectionReason | null => {
    const rejection = rejectionsByCode[rejectionCodesByRow[row] ?? 0] ?? null;
    if (rejection) {
      if (rejection !== "outOfRange") alarmUntil.lost[slot] = tReceived + alarmDurationMs;
      return rejection;
    }
    previous.tSrc = tSrc[slot] ?? Number.NaN;
    previous.tReceived = tReceivedLast[slot] ?? Number.NaN;
    previous.lat = values.lat[slot] ?? Number.NaN;
    previous.lon = values.lon[slot] ?? Number.NaN;
    previous.tPosition = groupTimes.position[slot] ?? Number.NaN;
    const reason = validateSequence(batch, row, previous, tReceived);
    if (!reason) {
      outlierFilter.reset(slot);
      return null;
    }
    if (reason === "jump") alarmUntil.jump[slot] = tReceived + alarmDurationMs;
    if (!outlierFilter.confirm(batch, row, slot, tReceived)) return reason;
    clockOffset[slot] = Number.NaN;
    // The way to where it now is believed to be was not flown.
    hasPosition[slot] = 0;
    return null;
  };

  /** Times, gaps and distance, while what was known before still stands. */
  const updateProgress = (batch: SampleBatch, row: number, slot: number, tReceived: number) => {
    const time = batch.tSrc[row] ?? 0;
    const gap = time - (tSrc[slot] ?? Number.NaN);
    if (gap > 0) {
      const n = gapCount[slot] ?? 0;
      gaps[slot * gapWindow + (n % gapWindow)] = gap;
      gapCount[slot] = n + 1;
    }
    const offset = tReceived - time;
    if (!(offset >= (clockOffset[slot] ?? Number.NaN))) clockOffset[slot] = offset;
    if (Number.isNaN(firstAt[slot] ?? Number.NaN)) firstAt[slot] = time;
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
    hasPosition[slot] = 1;
  };

  /** Track, picture and events, once everything of the row is known. */
  const publishRow = (batch: SampleBatch, row: number, slot: number, previousPhase: number) => {
    const height = values.hRel[slot] ?? Number.NaN;
    if (!(height <= (maxHeight[slot] ?? Number.NaN))) maxHeight[slot] = height;
    if (!Number.isNaN(batch.values.lat[row] ?? Number.NaN)) {
      const chunk = recorder.add(slot, tSrc[slot] ?? 0, values, slot);
      if (chunk) listener.onChunkRecorded(chunk);
    }
    writeFrameRow(slot);
    const phase = values.phase[slot] ?? Number.NaN;
    if (phase !== previousPhase && !Number.isNaN(phase)) listener.onPhaseChanged(slot, previousPhase, phase);
    if (columns.link[slot] !== 0) setLinkState(slot, "fresh");
    listener.onAccepted(slot);
  };

  const setLinkState = (slot: number, state: LinkState) => {
    const from = linkStates[columns.link[slot] ?? 0] ?? "fresh";
    if (from === state) return;
    columns.link[slot] = toLinkCode(state);
    listener.onLinkChanged(slot, from, state);
  };

  /** Takes rows of which no two are of one flight. */
  const ingestPart = (batch: SampleBatch, from: number, to: number, tReceived: number) => {
    let n = 0;
    for (let row = from; row < to; row++) {
      const slot = batch.slot[row] ?? 0;
      const reason = validate(batch, row, slot, tReceived);
      if (reason) listener.onRejected(slot, reason, batch, row);
      else {
        acceptedRows[n++] = row;
        updateProgress(batch, row, slot, tReceived);
      }
    }
    const previousPhases = Float64Array.from(
      { length: n },
      (_, i) => values.phase[batch.slot[acceptedRows[i] ?? 0] ?? 0] ?? 0,
    );
    copyKnownValues(batch, acceptedRows.subarray(0, n), values, groupTimes);
    for (let i = 0; i < n; i++) {
      const row = acceptedRows[i] ?? 0;
      publishRow(batch, row, batch.slot[row] ?? 0, previousPhases[i] ?? Number.NaN);
    }
  };

  const getSamplePeriod = (slot: number) => {
    const gapsInUse = Math.min(gapCount[slot] ?? 0, gapWindow);
    return medianGap(gaps.subarray(slot * gapWindow, slot * gapWindow + gapsInUse));
  };

  return {
    columns,
    values,
    seq,
    tSrc,
    modeReason,
    clockOffset,
    groupTimes,
    hasPosition,
    getSamplePeriod,
    getPartialChunk: recorder.peek,
    open: resetSlot,
    close: (slot) => {
      const chunk = recorder.flush(slot);
      if (chunk) listener.onChunkRecorded(chunk);
      resetSlot(slot);
    },
    ingest: (batch, tReceived) => {
      if (rejectionCodesByRow.length < batch.count) {
        rejectionCodesByRow = new Uint8Array(batch.count);
        acceptedRows = new Uint32Array(batch.count);
      }
      validateSamples(batch, 0, batch.count, rejectionCodesByRow);
      let from = 0;
      part += 1;
      for (let row = 0; row < batch.count; row++) {
        const slot = batch.slot[row] ?? 0;
        if (lastPartBySlot[slot] === part) {
          ingestPart(batch, from, row, tReceived);
          from = row;
          part += 1;
        }
        lastPartBySlot[slot] = part;
      }
      ingestPart(batch, from, batch.count, tReceived);
    },
    refresh: (slots, count, now) => {
      for (let i = 0; i < count; i++) {
        const slot = slots[i] ?? 0;
        const offset = clockOffset[slot] ?? Number.NaN;
        const age = now - offset - (tSrc[slot] ?? Number.NaN);
        setLinkState(slot, age > alwaysFreshMs ? toLinkState(age, getSamplePeriod(slot)) : "fresh");
        const positionAge = now - offset - (groupTimes.position[slot] ?? Number.NaN);
        columns.age[slot] = positionAge >= 0 ? Math.min(65_535, Math.round(positionAge / 100)) : 0;
        columns.alarms[slot] =
          ((alarmUntil.lost[slot] ?? 0) > now ? frameAlarms.positionLost : 0) |
          ((alarmUntil.jump[slot] ?? 0) > now ? frameAlarms.positionJump : 0);
      }
    },
    getLinkState: (slot) => linkStates[columns.link[slot] ?? 0] ?? "fresh",
    getFlightStats: (slot) => ({
      distanceM: distance[slot] ?? 0,
      maxHeightM: nanToNull(maxHeight[slot]),
      firstAt: nanToNull(firstAt[slot]),
      lastAt: nanToNull(tSrc[slot]),
    }),
  };
}

const nanToNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;
