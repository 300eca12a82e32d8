import type { FleetColumns } from "../../../adapters/contract/fleetFrame.ts";
import { type LinkState, linkStates } from "../../../adapters/contract/flight.ts";

/** How many gaps the period of a source is taken from. */
const gapWindow = 20;

/** How often each source sends, from the gaps between its last samples; everything is by slot. */
export interface SamplePeriods {
  readonly reset: (slot: number) => void;
  readonly addGap: (slot: number, gapMs: number) => void;
  /** Median of the last gaps, in ms; NaN where there is none. */
  readonly get: (slot: number) => number;
}

export function createSamplePeriods(capacity: number): SamplePeriods {
  const gaps = new Float32Array(capacity * gapWindow);
  const gapCount = new Uint32Array(capacity);
  return {
    reset: (slot) => {
      gapCount[slot] = 0;
    },
    addGap: (slot, gapMs) => {
      const n = gapCount[slot] ?? 0;
      gaps[slot * gapWindow + (n % gapWindow)] = gapMs;
      gapCount[slot] = n + 1;
    },
    get: (slot) => {
      const gapsInUse = Math.min(gapCount[slot] ?? 0, gapWindow);
      return getMedian(gaps.subarray(slot * gapWindow, slot * gapWindow + gapsInUse));
    },
  };
}

function getMedian(gaps: Float32Array): number {
  if (gaps.length === 0) return Number.NaN;
  const sorted = gaps.toSorted();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Where no period is known yet, data counts as sent once a second. */
const defaultPeriodMs = 1_000;

/** How fresh data of that age is, for a source with that period; both in ms. */
export function toLinkState(ageMs: number, periodMs: number): LinkState {
  const period = Number.isNaN(periodMs) ? defaultPeriodMs : periodMs;
  if (ageMs <= 2 * period + 1_000) return "fresh";
  if (ageMs <= Math.max(5 * period, 10_000)) return "delayed";
  return ageMs <= 60_000 ? "lost" : "lastKnown";
}

/** Whatever the period is, data of at most this age is fresh. */
export const alwaysFreshMs = 1_000;

export const getLinkState = ({ link }: FleetColumns, slot: number): LinkState =>
  linkStates[link[slot] ?? 0] ?? "fresh";

/** Notes the link state of a flight; reports it where it is another one. */
export function setLinkState(
  columns: FleetColumns,
  slot: number,
  to: LinkState,
  onChanged: (slot: number, from: LinkState, to: LinkState) => void,
): void {
  const from = getLinkState(columns, slot);
  if (from === to) return;
  columns.link[slot] = linkStates.indexOf(to);
  onChanged(slot, from, to);
}
