/** First and last day, `YYYY-MM-DD`, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export type Granularity = "day" | "week" | "month";
export type ComparedPeriod = "month" | "quarter" | "year";

const dayMs = 86_400_000;
const toDate = (day: string) => new Date(`${day}T00:00:00Z`);
const toDay = (date: Date) => date.toISOString().slice(0, 10);

/** The day `count` days later. */
export const addDays = (day: string, count: number): string =>
  toDay(new Date(toDate(day).getTime() + count * dayMs));

const lastDayOfMonth = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** Midnight in Shanghai at the start of a day. */
export const toShanghaiMidnight = (day: string): Date => new Date(`${day}T00:00:00+08:00`);

/** From the time of day that it is in Shanghai to the end of another day. */
export function getLatePart(day: string, now: Date): { readonly since: Date; readonly until: Date } {
  const start = toShanghaiMidnight(day).getTime();
  const timeOfDay = (now.getTime() - toShanghaiMidnight("2000-01-01").getTime()) % dayMs;
  return { since: new Date(start + timeOfDay), until: new Date(start + dayMs) };
}

/** The same day `count` months later, or the last one of a shorter month. */
function addMonths(day: string, count: number): string {
  const date = toDate(day);
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1));
  const last = lastDayOfMonth(first.getUTCFullYear(), first.getUTCMonth());
  return toDay(new Date(first.getTime() + (Math.min(date.getUTCDate(), last) - 1) * dayMs));
}

const isLastOfMonth = (day: string) => addDays(day, 1).endsWith("-01");

/** A range of whole months stays one: February is compared with the whole of January. */
function shiftMonths({ from, to }: DayRange, count: number): DayRange {
  const isWholeMonths = from.endsWith("-01") && isLastOfMonth(to);
  const shiftedTo = isWholeMonths ? addDays(addMonths(addDays(to, 1), count), -1) : addMonths(to, count);
  return { from: addMonths(from, count), to: shiftedTo };
}

const periodMonths = { month: 1, quarter: 3, year: 12 } as const;

/** 环比: the same number of days before, or the same days of the calendar period before. */
export function getPreviousRange(range: DayRange, compared: ComparedPeriod | undefined): DayRange {
  if (compared) return shiftMonths(range, -periodMonths[compared]);
  const days = Math.round((toDate(range.to).getTime() - toDate(range.from).getTime()) / dayMs) + 1;
  return { from: addDays(range.from, -days), to: addDays(range.from, -1) };
}

/** 同比: the same days a year before; 29 February becomes the 28th. */
export const getLastYearRange = (range: DayRange): DayRange => shiftMonths(range, -12);

/** First day of the calendar day, week (from Monday) or month that holds the day. */
export function getBucketStart(day: string, granularity: Granularity): string {
  if (granularity === "month") return `${day.slice(0, 7)}-01`;
  if (granularity === "week") return addDays(day, -((toDate(day).getUTCDay() + 6) % 7));
  return day;
}

/** First day of the bucket after the one that starts at `at`. */
const getNextStart = (at: string, granularity: Granularity) =>
  granularity === "month" ? addMonths(at, 1) : addDays(at, granularity === "week" ? 7 : 1);

/** All buckets of a range; the first and the last are cut to it. */
export function listBuckets(
  range: DayRange,
  granularity: Granularity,
): (DayRange & { readonly at: string })[] {
  const buckets: (DayRange & { readonly at: string })[] = [];
  for (let at = getBucketStart(range.from, granularity); at <= range.to; ) {
    const next = getNextStart(at, granularity);
    const last = addDays(next, -1);
    buckets.push({
      at,
      from: at < range.from ? range.from : at,
      to: last > range.to ? range.to : last,
    });
    at = next;
  }
  return buckets;
}

/** A range as the whole months in it, by their first days, and the days before and after them. */
export interface SplitRange {
  /** First days of the first and the last month; null if there is no whole one. */
  readonly months: DayRange | null;
  readonly days: readonly DayRange[];
}

/** Splits a range, so that whole months need not be added up from days. */
export function splitMonths(range: DayRange): SplitRange {
  const firstMonth = range.from.endsWith("-01")
    ? range.from
    : addMonths(getBucketStart(range.from, "month"), 1);
  const afterMonths = getBucketStart(addDays(range.to, 1), "month");
  if (firstMonth >= afterMonths) return { months: null, days: [range] };
  const days = [
    { from: range.from, to: addDays(firstMonth, -1) },
    { from: afterMonths, to: range.to },
  ];
  return {
    months: { from: firstMonth, to: addMonths(afterMonths, -1) },
    days: days.filter(({ from, to }) => from <= to),
  };
}
