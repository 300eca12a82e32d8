import type { CategoryWindow } from "../../charts/createTrendChart.ts";

/** The fewest buckets that one can zoom to. */
const minCount = 2;

/** Moves a window of buckets into 0 … count - 1, keeping its length where that is possible. */
function fit(first: number, length: number, count: number): CategoryWindow {
  const size = Math.min(count, Math.max(Math.min(minCount, count), length));
  const start = Math.min(Math.max(0, first), count - size);
  return { first: start, last: start + size - 1 };
}

/**
 * Shows half or twice as many buckets around the middle.
 * @param factor new length by old length
 */
export function zoomBuckets({ first, last }: CategoryWindow, factor: number, count: number): CategoryWindow {
  const length = last - first + 1;
  const next = Math.round(length * factor);
  return fit(Math.round(first + (length - next) / 2), next, count);
}

/** Shows the earlier or later buckets, half a window on. */
export function moveBuckets(
  { first, last }: CategoryWindow,
  direction: -1 | 1,
  count: number,
): CategoryWindow {
  const length = last - first + 1;
  return fit(first + direction * Math.max(1, Math.floor(length / 2)), length, count);
}

/** Whether all buckets are shown. */
export const isWhole = ({ first, last }: CategoryWindow, count: number): boolean =>
  first === 0 && last >= count - 1;
