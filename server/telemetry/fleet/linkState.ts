import { type LinkState, linkStates } from "../../../adapters/contract/flight.ts";

/** How many gaps the period of a source is taken from. */
export const gapWindow = 20;

/** Median of the gaps, the source's own period; NaN where there is none. */
export function medianGap(gaps: Float32Array): number {
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

export const toLinkCode = (state: LinkState): number => linkStates.indexOf(state);
