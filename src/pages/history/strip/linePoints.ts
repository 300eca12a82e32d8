import type { StripFlight } from "./stripFlight.ts";
import type { TimeWindow } from "./timeScale.ts";

type Track = Pick<StripFlight, "times" | "gaps" | "shiftMs">;

/** Index of the first time that is at or after `ms`; the length if there is none. */
export function findFirstAtOrAfter(times: Float64Array, ms: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? Number.NaN) < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Sample indexes of one pixel column of a line. */
interface Column {
  readonly number: number;
  readonly first: number;
  min: number;
  max: number;
  last: number;
}

/**
 * The line of one metric as a chart draws it: at most four samples a pixel column (first, lowest, highest, last), and
 * a break (NaN) at every unknown value and every gap. ECharts' own sampling keeps only one break in each of its
 * buckets, and so would draw across the second gap of a bucket.
 * @param values one a sample; NaN is unknown
 * @param window shown times, after the flight's shift; one sample beyond each edge is included, so that the line reaches it
 * @param columns width of the plot in pixels
 * @returns pairs of time and value; an isolated sample becomes a dash one column wide
 */
export function toLinePoints(
  { times, gaps, shiftMs }: Track,
  values: Float64Array,
  { fromMs, toMs }: TimeWindow,
  columns: number,
): [ms: number, value: number][] {
  const points: [ms: number, value: number][] = [];
  const columnMs = (toMs - fromMs) / Math.max(1, columns);
  const timeAt = (index: number) => (times[index] ?? Number.NaN) + shiftMs;
  const valueAt = (index: number) => values[index] ?? Number.NaN;
  const isAcrossGap = createGapSearch(gaps);
  let column: Column | null = null;
  /** Number of points before the present segment. */
  let segmentStart = 0;

  const endColumn = () => {
    if (!column) return;
    const { first, min, max, last } = column;
    for (const index of new Set([first, Math.min(min, max), Math.max(min, max), last]))
      points.push([timeAt(index), valueAt(index)]);
    column = null;
  };
  const endSegment = () => {
    endColumn();
    const [first, second] = points.slice(segmentStart, segmentStart + 2);
    if (!first) return;
    if (!second) {
      const [ms, value] = first;
      points.splice(segmentStart, 1, [ms - columnMs / 2, value], [ms + columnMs / 2, value]);
    }
    points.push([points.at(-1)?.[0] ?? Number.NaN, Number.NaN]);
    segmentStart = points.length;
  };

  const from = Math.max(0, findFirstAtOrAfter(times, fromMs - shiftMs) - 1);
  const to = Math.min(times.length, findFirstAtOrAfter(times, toMs - shiftMs) + 1);
  for (let index = from; index < to; index++) {
    if (index > from && isAcrossGap(times[index - 1] ?? 0, times[index] ?? 0)) endSegment();
    const value = valueAt(index);
    if (Number.isNaN(value)) {
      endSegment();
      continue;
    }
    const number = Math.floor((timeAt(index) - fromMs) / columnMs);
    if (column === null || column.number !== number) {
      endColumn();
      column = { number, first: index, min: index, max: index, last: index };
      continue;
    }
    if (value < valueAt(column.min)) column.min = index;
    if (value > valueAt(column.max)) column.max = index;
    column.last = index;
  }
  endSegment();
  return points;
}

/** Whether a gap lies between two samples; asked in ascending order, it walks the gaps once. */
function createGapSearch(gaps: StripFlight["gaps"]): (beforeMs: number, afterMs: number) => boolean {
  let next = 0;
  return (beforeMs, afterMs) => {
    while (next < gaps.length && (gaps[next]?.toMs ?? 0) <= beforeMs) next++;
    const gap = gaps[next];
    return gap !== undefined && gap.fromMs < afterMs;
  };
}
