/** Smallest and largest known value. */
export interface ValueRange {
  readonly min: number;
  readonly max: number;
}

/** Finds the smallest and the largest value, without NaN; null where all are NaN. */
export function getRange(values: Float64Array): ValueRange | null {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    // NaN compares as false.
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min > max ? null : { min, max };
}

/** Smallest and largest of several ranges; null where none is known. */
export function joinRanges(ranges: readonly (ValueRange | null)[]): ValueRange | null {
  const known = ranges.filter((range) => range !== null);
  if (known.length === 0) return null;
  return {
    min: Math.min(...known.map(({ min }) => min)),
    max: Math.max(...known.map(({ max }) => max)),
  };
}
