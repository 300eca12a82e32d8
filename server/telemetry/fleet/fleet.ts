import { makeColumns } from "../../../adapters/contract/columns.ts";
import { type FleetColumns, fleetColumns, frameAlarms } from "../../../adapters/contract/fleetFrame.ts";
import { type LinkState, linkStates } from "../../../adapters/contract/flight.ts";
import type { SampleGroup } from "../../../adapters/contract/sample.ts";
import type { Rejection } from "../../../adapters/contract/telemetry.ts";
import { copyKnown } from "./copyKnown.ts";
import { distance1e7 } from "./distance.ts";
import { createDoubts } from "./doubts.ts";
import { type Before, judgeAfter, judgeAlone, rejections } from "./judge.ts";
import { alwaysFreshMs, gapsKept, linkCode, linkStateOf, medianGap } from "./link.ts";
import { createRecorder, type TrackPiece } from "./recorder.ts";
import { rowDrawer } from "./rowDrawer.ts";
import { makeValueColumns, type SampleBatch, type ValueColumns } from "./sampleColumns.ts";

/** What the fleet tells while it takes samples; slots are those of `open`. */
export interface FleetListener {
  readonly accepted: (slot: number) => void;
  readonly rejected: (slot: number, reason: Rejection, batch: SampleBatch, row: number) => void;
  readonly phaseChanged: (slot: number, from: number, to: number) => void;
  readonly linkChanged: (slot: number, from: LinkState, to: LinkState) => void;
  readonly recorded: (piece: TrackPiece) => void;
}

/** Figures of one flight since it was opened. */
export interface FlightFigures {
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
  /** Drone's clock at which each group was last told; NaN where it never was. */
  readonly groupTimes: Readonly<Record<SampleGroup, Float64Array>>;
  /** 1 where a position is known. */
  readonly placed: Uint8Array;
  readonly open: (slot: number) => void;
  readonly close: (slot: number) => void;
  readonly take: (batch: SampleBatch, tReceived: number) => void;
  /** Brings ages and link states of the slots in use up to the server's time. */
  readonly refresh: (slots: Uint32Array, count: number, now: number) => void;
  /** The piece of the track that is not full yet. */
  readonly trackSoFar: (slot: number) => TrackPiece | null;
  readonly periodOf: (slot: number) => number;
  readonly linkOf: (slot: number) => LinkState;
  readonly figuresOf: (slot: number) => FlightFigures;
}

const alarmMs = 10_000;

/** Makes an empty fleet with room for `capacity` open flights. */
export function createFleet(capacity: number, listener: FleetListener): Fleet {
  const columns = makeColumns(fleetColumns, capacity);
  const values = makeValueColumns(capacity);
  const draw = rowDrawer(columns, values);
  const recorder = createRecorder(capacity);
  const doubts = createDoubts(capacity);
  const numbers = () => new Float64Array(capacity).fill(Number.NaN);
  const groupTimes = {
    position: numbers(),
    attitude: numbers(),
    power: numbers(),
    navigation: numbers(),
    link: numbers(),
    task: numbers(),
  };
  const [seq, tSrc, tReceivedLast, firstAt, maxHeight] = [
    numbers(),
    numbers(),
    numbers(),
    numbers(),
    numbers(),
  ];
  const clockOffset = numbers();
  const distance = new Float64Array(capacity);
  const placed = new Uint8Array(capacity);
  const modeReason = Array.from({ length: capacity }, (): string | null => null);
  const gaps = new Float32Array(capacity * gapsKept);
  const gapCount = new Uint32Array(capacity);
  const alarmUntil = { lost: numbers(), jump: numbers() };
  const unset = [
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
  const before: Before = { tSrc: 0, tReceived: 0, lat: 0, lon: 0, tPosition: 0 };
  let verdicts = new Uint8Array(0);
  let believed = new Uint32Array(0);
  /** Which part of which batch a slot last had a row in: two rows of a flight are taken one after the other. */
  const partOf = new Uint32Array(capacity);
  let part = 0;

  const clear = (slot: number) => {
    for (const column of unset) column[slot] = Number.NaN;
    for (const column of Object.values(columns)) column[slot] = 0;
    columns.index[slot] = slot;
    columns.age[slot] = 65_535;
    distance[slot] = 0;
    placed[slot] = 0;
    modeReason[slot] = null;
    gapCount[slot] = 0;
    doubts.clear(slot);
  };

  const judge = (batch: SampleBatch, row: number, slot: number, tReceived: number): Rejection | null => {
    const alone = rejections[verdicts[row] ?? 0] ?? null;
    if (alone) {
      if (alone !== "outOfRange") alarmUntil.lost[slot] = tReceived + alarmMs;
      return alone;
    }
    before.tSrc = tSrc[slot] ?? Number.NaN;
    before.tReceived = tReceivedLast[slot] ?? Number.NaN;
    before.lat = values.lat[slot] ?? Number.NaN;
    before.lon = values.lon[slot] ?? Number.NaN;
    before.tPosition = groupTimes.position[slot] ?? Number.NaN;
    const reason = judgeAfter(batch, row, before, tReceived);
    if (!reason) {
      doubts.clear(slot);
      return null;
    }
    if (reason === "jump") alarmUntil.jump[slot] = tReceived + alarmMs;
    if (!doubts.convinced(batch, row, slot, tReceived)) return reason;
    clockOffset[slot] = Number.NaN;
    // The way to where it now is believed to be was not flown.
    placed[slot] = 0;
    return null;
  };

  /** Times, gaps and distance, while what was known before still stands. */
  const advance = (batch: SampleBatch, row: number, slot: number, tReceived: number) => {
    const time = batch.tSrc[row] ?? 0;
    const gap = time - (tSrc[slot] ?? Number.NaN);
    if (gap > 0) {
      const n = gapCount[slot] ?? 0;
      gaps[slot * gapsKept + (n % gapsKept)] = gap;
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
    const way = distance1e7(values.lat[slot] ?? 0, values.lon[slot] ?? 0, lat, batch.values.lon[row] ?? 0);
    if (placed[slot]) distance[slot] = (distance[slot] ?? 0) + way;
    placed[slot] = 1;
  };

  /** Track, picture and events, once everything of the row is known. */
  const follow = (batch: SampleBatch, row: number, slot: number, fromPhase: number) => {
    const height = values.hRel[slot] ?? Number.NaN;
    if (!(height <= (maxHeight[slot] ?? Number.NaN))) maxHeight[slot] = height;
    if (!Number.isNaN(batch.values.lat[row] ?? Number.NaN)) {
      const piece = recorder.add(slot, tSrc[slot] ?? 0, values, slot);
      if (piece) listener.recorded(piece);
    }
    draw(slot);
    const phase = values.phase[slot] ?? Number.NaN;
    if (phase !== fromPhase && !Number.isNaN(phase)) listener.phaseChanged(slot, fromPhase, phase);
    if (columns.link[slot] !== 0) setLink(slot, "fresh");
    listener.accepted(slot);
  };

  const setLink = (slot: number, state: LinkState) => {
    const from = linkStates[columns.link[slot] ?? 0] ?? "fresh";
    if (from === state) return;
    columns.link[slot] = linkCode(state);
    listener.linkChanged(slot, from, state);
  };

  /** Takes rows of which no two are of one flight. */
  const takePart = (batch: SampleBatch, from: number, to: number, tReceived: number) => {
    let n = 0;
    for (let row = from; row < to; row++) {
      const slot = batch.slot[row] ?? 0;
      const reason = judge(batch, row, slot, tReceived);
      if (reason) listener.rejected(slot, reason, batch, row);
      else {
        believed[n++] = row;
        advance(batch, row, slot, tReceived);
      }
    }
    const fromPhases = Float64Array.from(
      { length: n },
      (_, i) => values.phase[batch.slot[believed[i] ?? 0] ?? 0] ?? 0,
    );
    copyKnown(batch, believed.subarray(0, n), values, groupTimes);
    for (let i = 0; i < n; i++) {
      const row = believed[i] ?? 0;
      follow(batch, row, batch.slot[row] ?? 0, fromPhases[i] ?? Number.NaN);
    }
  };

  const periodOf = (slot: number) => {
    const kept = Math.min(gapCount[slot] ?? 0, gapsKept);
    return medianGap(gaps.subarray(slot * gapsKept, slot * gapsKept + kept));
  };

  return {
    columns,
    values,
    seq,
    tSrc,
    modeReason,
    clockOffset,
    groupTimes,
    placed,
    periodOf,
    trackSoFar: recorder.soFar,
    open: clear,
    close: (slot) => {
      const piece = recorder.flush(slot);
      if (piece) listener.recorded(piece);
      clear(slot);
    },
    take: (batch, tReceived) => {
      if (verdicts.length < batch.count) {
        verdicts = new Uint8Array(batch.count);
        believed = new Uint32Array(batch.count);
      }
      judgeAlone(batch, 0, batch.count, verdicts);
      let from = 0;
      part += 1;
      for (let row = 0; row < batch.count; row++) {
        const slot = batch.slot[row] ?? 0;
        if (partOf[slot] === part) {
          takePart(batch, from, row, tReceived);
          from = row;
          part += 1;
        }
        partOf[slot] = part;
      }
      takePart(batch, from, batch.count, tReceived);
    },
    refresh: (slots, count, now) => {
      for (let i = 0; i < count; i++) {
        const slot = slots[i] ?? 0;
        const offset = clockOffset[slot] ?? Number.NaN;
        const age = now - offset - (tSrc[slot] ?? Number.NaN);
        setLink(slot, age > alwaysFreshMs ? linkStateOf(age, periodOf(slot)) : "fresh");
        const positionAge = now - offset - (groupTimes.position[slot] ?? Number.NaN);
        columns.age[slot] = positionAge >= 0 ? Math.min(65_535, Math.round(positionAge / 100)) : 0;
        columns.alarms[slot] =
          ((alarmUntil.lost[slot] ?? 0) > now ? frameAlarms.positionLost : 0) |
          ((alarmUntil.jump[slot] ?? 0) > now ? frameAlarms.positionJump : 0);
      }
    },
    linkOf: (slot) => linkStates[columns.link[slot] ?? 0] ?? "fresh",
    figuresOf: (slot) => ({
      distanceM: distance[slot] ?? 0,
      maxHeightM: orNull(maxHeight[slot]),
      firstAt: orNull(firstAt[slot]),
      lastAt: orNull(tSrc[slot]),
    }),
  };
}

const orNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;
