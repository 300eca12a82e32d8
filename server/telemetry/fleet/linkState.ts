import type { FleetColumns } from "../../../adapters/contract/fleetFrame.ts";
import { type LinkState, linkStates } from "../../../adapters/contract/flight.ts";
import type { SlotColumns } from "./slotColumns.ts";

/** How many of the last values a median is taken from. */
const medianWindow = 20;

/** Medians of the last values, by slot: of the gaps between samples, and of what a drone's clock is off by. */
export interface RunningMedians {
  readonly reset: (slot: number) => void;
  readonly add: (slot: number, value: number) => void;
  /** Median of the last 20 values; NaN where there is none. */
  readonly get: (slot: number) => number;
  readonly count: (slot: number) => number;
}

export function createRunningMedians({ create }: SlotColumns): RunningMedians {
  const values = create("f64", 0, medianWindow);
  const counts = create("u32");
  return {
    reset: (slot) => {
      counts[slot] = 0;
    },
    add: (slot, value) => {
      const n = counts[slot] ?? 0;
      values[slot * medianWindow + (n % medianWindow)] = value;
      counts[slot] = n + 1;
    },
    get: (slot) => {
      const used = Math.min(counts[slot] ?? 0, medianWindow);
      return getMedian(values.subarray(slot * medianWindow, slot * medianWindow + used));
    },
    count: (slot) => counts[slot] ?? 0,
  };
}

function getMedian(values: Float64Array): number {
  if (values.length === 0) return Number.NaN;
  const sorted = values.toSorted();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
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
