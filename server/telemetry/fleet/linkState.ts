import type { FleetColumns } from "../../../adapters/contract/fleetFrame.ts";
import { type LinkState, linkStates } from "../../../adapters/contract/flight.ts";

/** Number of gaps that a source's period is computed from. */
const gapWindow = 20;

/** Estimates each source's sample period from the gaps between its last samples, by slot. */
export interface SamplePeriods {
  readonly reset: (slot: number) => void;
  readonly addGap: (slot: number, gapMs: number) => void;
  /** Median of the last gaps, ms; NaN without gaps. */
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

/** Assumed until the period is known. */
const defaultPeriodMs = 1_000;

/** Derives the link state from the data's age and the source's period, both in ms. */
export function toLinkState(ageMs: number, periodMs: number): LinkState {
  const period = Number.isNaN(periodMs) ? defaultPeriodMs : periodMs;
  if (ageMs <= 2 * period + 1_000) return "fresh";
  if (ageMs <= Math.max(5 * period, 10_000)) return "delayed";
  return ageMs <= 60_000 ? "lost" : "lastKnown";
}

/** Data of at most this age is fresh, whatever the period. */
export const alwaysFreshMs = 1_000;

export const getLinkState = ({ link }: FleetColumns, slot: number): LinkState =>
  linkStates[link[slot] ?? 0] ?? "fresh";

/** Sets a flight's link state; calls `onChanged` if it differs. */
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
