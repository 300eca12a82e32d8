import { getFigure, type Measure, type StatisticsBySource, type TrendView } from "../measures.ts";

/** One measure over the buckets, in fen, seconds, metres. */
export interface TrendSeries {
  readonly measure: Measure;
  readonly values: readonly number[];
}

export interface TrendBucket {
  /** Its days, cut to the range. */
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

type Statistics = StatisticsBySource[keyof StatisticsBySource];

/** `11-23` of a day, the first day of a week with its year where it is long ago, `2026-11` of a month. */
function toBucketLabel(
  { granularity }: Pick<Statistics, "granularity">,
  { at, from, to }: Statistics["buckets"][number],
): string {
  if (granularity === "month") return at.slice(0, 7);
  if (granularity === "day") return at;
  return from === to ? from : `${from} 至 ${to.slice(5)}`;
}

/** The buckets of an answer. */
export const toBuckets = (statistics: Statistics): readonly TrendBucket[] =>
  statistics.buckets.map((bucket) => ({
    from: bucket.from,
    to: bucket.to,
    label: toBucketLabel(statistics, bucket),
  }));

/** The values of measures over the buckets of an answer: of each alone, or of everything up to its end. */
export function toTrendSeries(
  { buckets, before }: Statistics,
  shown: readonly Measure[],
  view: TrendView,
): readonly TrendSeries[] {
  return shown.map((measure) => {
    let total = getFigure(before, measure);
    const values = buckets.map((bucket) => {
      const added = getFigure(bucket, measure);
      total += added;
      return view === "added" ? added : total;
    });
    return { measure, values };
  });
}
