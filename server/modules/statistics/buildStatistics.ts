import * as word from "../../../adapters/contract/words.ts";
import type { StatisticsSubject } from "../../db/schema/statistics.ts";
import { type DayRange, type Granularity, listBuckets } from "./calendar.ts";
import type { BucketTotals, PeriodName, Periods, PeriodTotals, RegionTotals, Totals } from "./readDays.ts";

/** Where each measure of an answer comes from; `unit` divides what is stored. `added` leads: totals are of it. */
export type Measures<M extends string> = Readonly<
  Record<M, { readonly subject: StatisticsSubject; readonly of: keyof Totals; readonly unit?: number }>
>;

type Values<M extends string> = Record<M | "added", number>;
type Entry = Totals & { readonly subject: StatisticsSubject };

export interface Statistics<M extends string, K extends string> {
  readonly granularity: Granularity;
  readonly from: string;
  readonly to: string;
  readonly buckets: (DayRange & { readonly at: string; readonly total: number } & Values<M>)[];
  readonly before: Values<M>;
  readonly sums: Values<M>;
  readonly previous: DayRange & Values<M>;
  readonly lastYear: DayRange & Values<M>;
  readonly comparedUntil: string | null;
  readonly byKind: ({ readonly kind: K; readonly total: number } & Values<M>)[];
  readonly regions: ({
    readonly regionId: string | null;
    readonly name: string;
    readonly total: number;
  } & Values<M>)[];
}

interface StatisticsInput<M extends string> {
  readonly granularity: Granularity;
  readonly periods: Periods;
  readonly totals: readonly PeriodTotals[];
  /** What is in the totals and not compared. */
  readonly late: readonly PeriodTotals[];
  readonly comparedUntil: string | null;
  /** Of the range; days without anything are absent. */
  readonly buckets: readonly BucketTotals[];
  readonly children: readonly { readonly id: string; readonly name: string }[];
  readonly regionTotals: readonly RegionTotals[];
  readonly measures: Measures<M>;
}

/** Assembles an answer from the sums that were read: empty buckets, running totals, and the rest outside all regions. */
export function buildStatistics<M extends string, K extends string>(
  input: StatisticsInput<M>,
): Statistics<M, K> {
  const { granularity, periods, totals, late, comparedUntil, children, regionTotals, measures } = input;
  const names = Object.keys(measures) as M[];
  // Integers until the end: the sums of parts equal the whole to the last digit.
  const add = (entries: readonly Entry[]): Values<M> => {
    const values = {} as Values<M>;
    for (const name of names) {
      const { subject, of, unit = 1 } = measures[name];
      const stored = entries.reduce(
        (total, entry) => (entry.subject === subject ? total + entry[of] : total),
        0,
      );
      values[name] = stored / unit;
    }
    return values;
  };
  const filterPeriod = (name: PeriodName) => totals.filter(({ period }) => period === name);
  const addCompared = (name: "previous" | "lastYear") =>
    add([...filterPeriod(name), ...late.filter(({ period }) => period === name).map(negate)]);
  const inRange = filterPeriod("range");
  const before = add(filterPeriod("before"));
  const sums = add(inRange);
  const entriesByBucket = Map.groupBy(input.buckets, ({ at }) => at);
  let total = before.added;
  const buckets = listBuckets(periods.range, granularity).map((bucket) => {
    const values = add(entriesByBucket.get(bucket.at) ?? []);
    total += values.added;
    return { ...bucket, total, ...values };
  });
  const soFar = totals.filter(({ period }) => period === "range" || period === "before");
  const byKind = [...Map.groupBy(soFar, ({ kind }) => kind)]
    .map(([kind, entries]) => ({
      // Cast: a check constraint of the counted table limits the kinds to those of the contract.
      kind: kind as K,
      total: add(entries).added,
      ...add(entries.filter(({ period }) => period === "range")),
    }))
    .filter((row) => row.total !== 0 || names.some((name) => row[name] !== 0))
    .sort(compareRows);
  return {
    granularity,
    ...periods.range,
    buckets,
    before,
    sums,
    previous: { ...periods.previous, ...addCompared("previous") },
    lastYear: { ...periods.lastYear, ...addCompared("lastYear") },
    comparedUntil,
    byKind,
    regions: children.length === 0 ? [] : buildRegions(),
  };

  function buildRegions() {
    const entriesByRegion = Map.groupBy(regionTotals, ({ regionId }) => regionId);
    const toRow = (
      regionId: string | null,
      name: string,
      entries: readonly (Entry & { isInRange: boolean })[],
    ) => ({
      regionId,
      name,
      total: add(entries).added,
      ...add(entries.filter(({ isInRange }) => isInRange)),
    });
    const rows = children.map(({ id, name }) => toRow(id, name, entriesByRegion.get(id) ?? []));
    const rest = toRow(null, word.unknown, [
      ...soFar.map((entry) => ({ ...entry, isInRange: entry.period === "range" })),
      ...regionTotals.map(negate),
    ]);
    return [...rows, rest]
      .filter((row) => row.total !== 0 || names.some((name) => row[name] !== 0))
      .sort(compareRows);
  }
}

const negate = <E extends Totals>(entry: E): E => ({
  ...entry,
  count: -entry.count,
  amountFen: -entry.amountFen,
  commissionFen: -entry.commissionFen,
  durationS: -entry.durationS,
  distanceMm: -entry.distanceMm,
});

const compareRows = (a: { added: number; total: number }, b: { added: number; total: number }) =>
  b.added - a.added || b.total - a.total;
