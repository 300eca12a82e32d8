import type { SlotColumns } from "../fleet/slotColumns.ts";
import { createCauseTimers, growColumn, verdicts } from "./causeTimers.ts";

/** A drone and a zone near it, in columns by the number of the pair. The pairs of a drone are a linked list. */
export interface PairColumns {
  /** Number of the zone in the zone table. */
  zone: Int32Array;
  next: Int32Array;
  /** Samples inside since it last was well outside. */
  samplesInside: Uint8Array;
  /** 1 where the last sample was between floor and ceiling. */
  wasAtHeight: Uint8Array;
  /** 1 for a fence that the drone has been inside. */
  isBound: Uint8Array;
  /** Metres to the boundary at the last sample, negative inside; NaN where it was far away. */
  distance: Float64Array;
  /** Smoothed speed towards the boundary, m/s. */
  closing: Float64Array;
  /** What the rules said last. */
  verdict: Int8Array;
  approachVerdict: Int8Array;
}

const none = -1;
const firstSize = 1_024;

const createColumns = (size: number): PairColumns => ({
  zone: new Int32Array(size).fill(none),
  next: new Int32Array(size).fill(none),
  samplesInside: new Uint8Array(size),
  wasAtHeight: new Uint8Array(size),
  isBound: new Uint8Array(size),
  distance: new Float64Array(size).fill(Number.NaN),
  closing: new Float64Array(size).fill(Number.NaN),
  verdict: new Int8Array(size).fill(verdicts.clear),
  approachVerdict: new Int8Array(size).fill(verdicts.clear),
});

/** The pairs of all drones; their number grows with need and is reused. */
export function createZonePairs({ create }: SlotColumns) {
  const columns = createColumns(firstSize);
  const head = create("i32", none);
  const breach = createCauseTimers(firstSize);
  const approach = createCauseTimers(firstSize);
  let size = firstSize;
  let free = none;
  let used = 0;

  const grow = () => {
    size *= 2;
    const larger = createColumns(size);
    columns.zone = growColumn(columns.zone, larger.zone);
    columns.next = growColumn(columns.next, larger.next);
    columns.samplesInside = growColumn(columns.samplesInside, larger.samplesInside);
    columns.wasAtHeight = growColumn(columns.wasAtHeight, larger.wasAtHeight);
    columns.isBound = growColumn(columns.isBound, larger.isBound);
    columns.distance = growColumn(columns.distance, larger.distance);
    columns.closing = growColumn(columns.closing, larger.closing);
    columns.verdict = growColumn(columns.verdict, larger.verdict);
    columns.approachVerdict = growColumn(columns.approachVerdict, larger.approachVerdict);
    breach.reach(size - 1);
    approach.reach(size - 1);
  };

  const take = (): number => {
    if (free !== none) {
      const pair = free;
      free = columns.next[pair] ?? none;
      return pair;
    }
    if (used === size) grow();
    return used++;
  };

  /** Forgets where the drone was; whether something is raised stays. */
  const forgetPlace = (pair: number) => {
    columns.samplesInside[pair] = 0;
    columns.wasAtHeight[pair] = 0;
    columns.distance[pair] = Number.NaN;
    columns.closing[pair] = Number.NaN;
  };

  return {
    columns,
    breach,
    approach,
    first: (slot: number): number => head[slot] ?? none,
    /** Whether nothing of the pair is raised, about to be, or bound. */
    isIdle: (pair: number): boolean =>
      breach.getRank(pair) === 0 &&
      approach.getRank(pair) === 0 &&
      columns.isBound[pair] === 0 &&
      !breach.isWaiting(pair) &&
      !approach.isWaiting(pair),
    forgetPlace,
    find: (slot: number, zone: number): number => {
      let pair = head[slot] ?? none;
      while (pair !== none && columns.zone[pair] !== zone) pair = columns.next[pair] ?? none;
      return pair;
    },
    add: (slot: number, zone: number): void => {
      const pair = take();
      forgetPlace(pair);
      columns.zone[pair] = zone;
      columns.isBound[pair] = 0;
      columns.verdict[pair] = verdicts.clear;
      columns.approachVerdict[pair] = verdicts.clear;
      breach.reset(pair);
      approach.reset(pair);
      columns.next[pair] = head[slot] ?? none;
      head[slot] = pair;
    },
    /** Removes the pairs of a slot for which `shouldStay` is false. */
    retain: (slot: number, shouldStay: (pair: number) => boolean): void => {
      let kept = none;
      let pair = head[slot] ?? none;
      while (pair !== none) {
        const next = columns.next[pair] ?? none;
        if (shouldStay(pair)) kept = pair;
        else {
          if (kept === none) head[slot] = next;
          else columns.next[kept] = next;
          columns.next[pair] = free;
          free = pair;
        }
        pair = next;
      }
    },
  };
}
