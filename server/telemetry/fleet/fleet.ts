import { makeColumns } from "../../../adapters/contract/columns.ts";
import { type FleetColumns, fleetColumns, frameAlarms } from "../../../adapters/contract/fleetFrame.ts";
import { type LinkState, linkStates } from "../../../adapters/contract/flight.ts";
import type { SampleGroup } from "../../../adapters/contract/sample.ts";
import type { Rejection } from "../../../adapters/contract/telemetry.ts";
import { distance1e7 } from "./distance.ts";
import { drawRow } from "./drawRow.ts";
import { judgeAfter, judgeAlone } from "./judge.ts";
import { alwaysFreshMs, gapsKept, linkCode, linkStateOf, medianGap } from "./link.ts";
import { createRecorder, type TrackPiece } from "./recorder.ts";
import { groupFields, makeValueColumns, type SampleBatch, type ValueColumns } from "./sampleColumns.ts";

/** What the fleet tells while it takes samples; slots are those of `open`. */
export interface FleetListener {
  readonly accepted: (slot: number) => void;
  readonly rejected: (slot: number, reason: Rejection, batch: SampleBatch, row: number) => void;
  readonly phaseChanged: (slot: number, from: number, to: number, tSrc: number) => void;
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

const groups = Object.entries(groupFields) as [SampleGroup, readonly (keyof ValueColumns)[]][];

/** After so many samples in a row that agree with one another but not with what came before, they are believed. */
const convincing = 5;
const alarmMs = 10_000;

/** The last that is known of every open flight, in columns; everything is by slot. */
export interface Fleet {
  readonly capacity: number;
  readonly columns: FleetColumns;
  readonly values: ValueColumns;
  readonly seq: Float64Array;
  readonly tSrc: Float64Array;
  readonly modeReason: (string | null)[];
  /** Drone's clock at which each group was last told; NaN where it never was. */
  readonly groupTimes: Readonly<Record<SampleGroup, Float64Array>>;
  /** 1 where a position is known. */
  readonly placed: Uint8Array;
  readonly open: (slot: number) => void;
  readonly close: (slot: number) => void;
  readonly take: (batch: SampleBatch, tReceived: number) => void;
  /** Brings ages and link states of the slots in use up to the server's time. */
  readonly refresh: (slots: Uint32Array, count: number, now: number) => void;
  readonly periodOf: (slot: number) => number;
  readonly linkOf: (slot: number) => LinkState;
  readonly figuresOf: (slot: number) => FlightFigures;
}

/** Makes an empty fleet with room for `capacity` open flights. */
export function createFleet(capacity: number, listener: FleetListener): Fleet {
  const columns = makeColumns(fleetColumns, capacity);
  const values = makeValueColumns(capacity);
  const recorder = createRecorder(capacity);
  const numbers = () => new Float64Array(capacity).fill(Number.NaN);
  const groupTimes = Object.fromEntries(groups.map(([name]) => [name, numbers()])) as unknown as Readonly<
    Record<SampleGroup, Float64Array>
  >;
  const [seq, tSrc, tReceivedLast, firstAt, maxHeight] = [
    numbers(),
    numbers(),
    numbers(),
    numbers(),
    numbers(),
  ];
  /** Least of server's time minus drone's time: what a wrong clock, and the quickest way here, add up to. */
  const clockOffset = numbers();
  const distance = new Float64Array(capacity);
  const placed = new Uint8Array(capacity);
  const modeReason = new Array<string | null>(capacity).fill(null);
  const gaps = new Float32Array(capacity * gapsKept);
  const gapCount = new Uint32Array(capacity);
  const doubts = {
    count: new Uint8Array(capacity),
    tSrc: numbers(),
    tReceived: numbers(),
    lat: numbers(),
    lon: numbers(),
  };
  const alarmUntil = { lost: numbers(), jump: numbers() };
  const everything = [
    ...Object.values(values),
    ...Object.values(groupTimes),
    seq,
    tSrc,
    tReceivedLast,
    firstAt,
  ];
  const unset = [...everything, maxHeight, clockOffset, ...Object.values(alarmUntil)];

  const clear = (slot: number) => {
    for (const column of unset) column[slot] = Number.NaN;
    for (const column of Object.values(columns)) column[slot] = 0;
    columns.index[slot] = slot;
    columns.age[slot] = 65_535;
    distance[slot] = 0;
    placed[slot] = 0;
    modeReason[slot] = null;
    gapCount[slot] = 0;
    doubts.count[slot] = 0;
  };

  const periodOf = (slot: number) => {
    const kept = Math.min(gapCount[slot] ?? 0, gapsKept);
    return medianGap(gaps.subarray(slot * gapsKept, slot * gapsKept + kept));
  };

  /** Whether a sample that does not follow agrees with the doubtful ones before it, often enough to start anew. */
  const convinces = (batch: SampleBatch, row: number, slot: number, tReceived: number): boolean => {
    const before = {
      tSrc: doubts.tSrc[slot] ?? Number.NaN,
      tReceived: doubts.tReceived[slot] ?? Number.NaN,
      lat: doubts.lat[slot] ?? Number.NaN,
      lon: doubts.lon[slot] ?? Number.NaN,
      tPosition: doubts.tSrc[slot] ?? Number.NaN,
    };
    const count = doubts.count[slot] ?? 0;
    const agrees = count > 0 && judgeAfter(batch, row, before, tReceived) === null;
    doubts.count[slot] = agrees ? count + 1 : 1;
    doubts.tSrc[slot] = batch.tSrc[row] ?? Number.NaN;
    doubts.tReceived[slot] = tReceived;
    doubts.lat[slot] = batch.values.lat[row] ?? Number.NaN;
    doubts.lon[slot] = batch.values.lon[row] ?? Number.NaN;
    return (doubts.count[slot] ?? 0) >= convincing;
  };

  const judge = (batch: SampleBatch, row: number, slot: number, tReceived: number): Rejection | null => {
    const alone = judgeAlone(batch, row);
    if (alone) {
      if (alone === "nullIsland" || alone === "notFinite") alarmUntil.lost[slot] = tReceived + alarmMs;
      return alone;
    }
    const reason = judgeAfter(
      batch,
      row,
      {
        tSrc: tSrc[slot] ?? Number.NaN,
        tReceived: tReceivedLast[slot] ?? Number.NaN,
        lat: values.lat[slot] ?? Number.NaN,
        lon: values.lon[slot] ?? Number.NaN,
        tPosition: groupTimes.position[slot] ?? Number.NaN,
      },
      tReceived,
    );
    if (!reason) {
      doubts.count[slot] = 0;
      return null;
    }
    if (reason === "jump") alarmUntil.jump[slot] = tReceived + alarmMs;
    if (!convinces(batch, row, slot, tReceived)) return reason;
    doubts.count[slot] = 0;
    clockOffset[slot] = Number.NaN;
    return null;
  };

  const accept = (batch: SampleBatch, row: number, slot: number, tReceived: number) => {
    const time = batch.tSrc[row] ?? 0;
    const gap = time - (tSrc[slot] ?? Number.NaN);
    if (gap > 0) {
      const n = gapCount[slot] ?? 0;
      gaps[slot * gapsKept + (n % gapsKept)] = gap;
      gapCount[slot] = n + 1;
    }
    const offset = tReceived - time;
    const least = clockOffset[slot] ?? Number.NaN;
    if (!(offset >= least)) clockOffset[slot] = offset;
    const fromPhase = values.phase[slot] ?? Number.NaN;
    const [fromLat, fromLon] = [values.lat[slot] ?? Number.NaN, values.lon[slot] ?? Number.NaN];
    const located = !Number.isNaN(batch.values.lat[row] ?? Number.NaN);
    for (const [group, fields] of groups) {
      const told = fields.some((field) => !Number.isNaN(batch.values[field][row] ?? Number.NaN));
      if (!told) continue;
      // The last known place is never taken away: a sample without one tells of fix and satellites only.
      const whole = group !== "position" || located;
      for (const field of fields) {
        const value = batch.values[field][row] ?? Number.NaN;
        if (whole || !Number.isNaN(value)) values[field][slot] = value;
      }
      if (whole) groupTimes[group][slot] = time;
    }
    seq[slot] = batch.seq[row] ?? 0;
    tSrc[slot] = time;
    tReceivedLast[slot] = tReceived;
    modeReason[slot] = batch.modeReason[row] ?? null;
    if (Number.isNaN(firstAt[slot] ?? Number.NaN)) firstAt[slot] = time;
    const height = values.hRel[slot] ?? Number.NaN;
    if (!(height <= (maxHeight[slot] ?? Number.NaN))) maxHeight[slot] = height;
    if (located) {
      if (placed[slot])
        distance[slot] =
          (distance[slot] ?? 0) + distance1e7(fromLat, fromLon, values.lat[slot] ?? 0, values.lon[slot] ?? 0);
      placed[slot] = 1;
      const piece = recorder.add(slot, time, values, slot);
      if (piece) listener.recorded(piece);
    }
    drawRow(columns, values, slot);
    const phase = values.phase[slot] ?? Number.NaN;
    if (phase !== fromPhase && !Number.isNaN(phase)) listener.phaseChanged(slot, fromPhase, phase, time);
    listener.accepted(slot);
  };

  const setLink = (slot: number, state: LinkState) => {
    const from = linkStates[columns.link[slot] ?? 0] ?? "fresh";
    if (from === state) return;
    columns.link[slot] = linkCode(state);
    listener.linkChanged(slot, from, state);
  };

  return {
    capacity,
    columns,
    values,
    seq,
    tSrc,
    modeReason,
    groupTimes,
    placed,
    periodOf,
    open: clear,
    close: (slot) => {
      const piece = recorder.flush(slot);
      if (piece) listener.recorded(piece);
      clear(slot);
    },
    take: (batch, tReceived) => {
      for (let row = 0; row < batch.count; row++) {
        const slot = batch.slot[row] ?? 0;
        const reason = judge(batch, row, slot, tReceived);
        if (reason) {
          listener.rejected(slot, reason, batch, row);
          continue;
        }
        accept(batch, row, slot, tReceived);
        if (columns.link[slot] !== 0) setLink(slot, "fresh");
      }
    },
    refresh: (slots, count, now) => {
      for (let i = 0; i < count; i++) {
        const slot = slots[i] ?? 0;
        const offset = clockOffset[slot] ?? Number.NaN;
        const age = now - offset - (tSrc[slot] ?? Number.NaN);
        if (age > alwaysFreshMs) setLink(slot, linkStateOf(age, periodOf(slot)));
        else setLink(slot, "fresh");
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
      maxHeightM: known(maxHeight[slot]),
      firstAt: known(firstAt[slot]),
      lastAt: known(tSrc[slot]),
    }),
  };
}

const known = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;
