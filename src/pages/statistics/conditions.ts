import type * as z from "zod/mini";
import { regionId } from "../../../adapters/contract/fields.ts";
import {
  comparedPeriod,
  day,
  granularity,
  hasRoomForBuckets,
} from "../../../adapters/contract/statistics.ts";
import { formatDay } from "../../ui/format/formatTime.ts";

type Granularity = z.infer<typeof granularity.schema>;
type ComparedPeriod = z.infer<typeof comparedPeriod.schema>;

/** What both pages of 数据统计 count. */
export interface Conditions {
  /** First and last day in Asia/Shanghai, both included, as `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly granularity: Granularity;
  /** What 环比 compares with; null for as many days before. */
  readonly compared: ComparedPeriod | null;
  /** Null for the whole country. */
  readonly regionId: string | null;
}

/** A range of days that has a name. */
export interface RangePreset {
  readonly label: string;
  readonly from: string;
  readonly to: string;
  readonly compared: ComparedPeriod | null;
}

const dayMs = 86_400_000;

/** Moves a day of the calendar. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

const monthStart = (date: string, months: number) =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + months, 1))
    .toISOString()
    .slice(0, 10);

/** The eight ranges, relative to today in Asia/Shanghai. */
export function getRangePresets(now: Date): readonly RangePreset[] {
  const today = formatDay(now);
  const yesterday = addDays(today, -1);
  const monthsIntoQuarter = (Number(today.slice(5, 7)) - 1) % 3;
  return [
    { label: "今天", from: today, to: today, compared: null },
    { label: "昨天", from: yesterday, to: yesterday, compared: null },
    { label: "近7天", from: addDays(today, -6), to: today, compared: null },
    { label: "近30天", from: addDays(today, -29), to: today, compared: null },
    { label: "本月", from: monthStart(today, 0), to: today, compared: "month" },
    { label: "上月", from: monthStart(today, -1), to: addDays(monthStart(today, 0), -1), compared: "month" },
    { label: "本季", from: monthStart(today, -monthsIntoQuarter), to: today, compared: "quarter" },
    { label: "本年", from: `${today.slice(0, 4)}-01-01`, to: today, compared: "year" },
  ];
}

/** The range of a page that is opened without conditions. */
const getDefaultRange = (now: Date): Pick<Conditions, "from" | "to" | "compared"> => {
  const today = formatDay(now);
  return { from: addDays(today, -29), to: today, compared: null };
};

const isDay = (text: string | null): text is string => text !== null && day.safeParse(text).success;
const isGranularity = (text: string | null): text is Granularity =>
  granularity.schema.safeParse(text).success;
const isComparedPeriod = (text: string | null): text is ComparedPeriod =>
  comparedPeriod.schema.safeParse(text).success;
const isRegion = (text: string | null): text is string => text !== null && regionId.safeParse(text).success;

type Days = Pick<Conditions, "from" | "to">;

/** Buckets that a chart shows wide enough to read and click: up to two months by day, half a year by week. */
export function getDefaultGranularity({ from, to }: Days): Granularity {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return days <= 62 ? "day" : days <= 186 ? "week" : "month";
}

/** Applies changes; another range has its own default of buckets, unless the user chose others. */
export function changeConditions(conditions: Conditions, changes: Partial<Conditions>): Conditions {
  const changed = { ...conditions, ...changes };
  const isChosen = conditions.granularity !== getDefaultGranularity(conditions);
  return changes.granularity !== undefined || isChosen
    ? changed
    : { ...changed, granularity: getDefaultGranularity(changed) };
}

/** Parses the conditions of an address; what is invalid or in the future falls back to 近30天 and the country. */
export function parseConditions(params: URLSearchParams, now: Date): Conditions {
  const [from, to] = [params.get("from"), params.get("to")];
  const [by, compared, region] = [params.get("by"), params.get("vs"), params.get("region")];
  const isRange = isDay(from) && isDay(to) && from <= to && to <= formatDay(now);
  const range = isRange
    ? { from, to, compared: isComparedPeriod(compared) ? compared : null }
    : getDefaultRange(now);
  return {
    ...range,
    granularity: getFineGranularity(range, isGranularity(by) ? by : getDefaultGranularity(range)),
    regionId: isRegion(region) ? region : null,
  };
}

/** The wanted buckets, or longer ones where the range has more days than an answer has buckets. */
const getFineGranularity = ({ from, to }: Days, wanted: Granularity) =>
  hasRoomForBuckets({ from, to, granularity: wanted }) ? wanted : "month";

/**
 * The address parameters of conditions; those of the default are left out, other parameters stay. A range is always
 * written as days, so that a link shows the same figures tomorrow.
 */
export function toConditionParams(
  conditions: Conditions,
  current: URLSearchParams,
  now: Date,
): URLSearchParams {
  const params = new URLSearchParams(current);
  const defaults = getDefaultRange(now);
  const { from, to, compared, granularity: by } = conditions;
  const isDefaultRange = from === defaults.from && to === defaults.to && compared === null;
  const values: Readonly<Record<string, string | null>> = {
    from: isDefaultRange ? null : from,
    to: isDefaultRange ? null : to,
    vs: compared,
    by: by === getDefaultGranularity(conditions) ? null : by,
    region: conditions.regionId,
  };
  for (const [name, value] of Object.entries(values))
    if (value === null) params.delete(name);
    else params.set(name, value);
  return params;
}

/** Whether a preset is the range of the conditions. */
export const matchesPreset = (preset: RangePreset, { from, to, compared }: Conditions): boolean =>
  preset.from === from && preset.to === to && preset.compared === compared;

/** The body of a statistics call. */
export const toStatisticsBody = ({ from, to, granularity: by, compared, regionId: region }: Conditions) => ({
  from,
  to,
  granularity: by,
  ...(compared === null ? {} : { compared }),
  ...(region === null ? {} : { regionId: region }),
});

/** The days of conditions in words: `2026-11-01 至 2026-11-23`. */
export const formatDays = ({ from, to }: Days): string => (from === to ? from : `${from} 至 ${to}`);

/** Compared days in words; of the last one only a part is compared with a day that still runs. */
export const formatCompared = (days: Days, until: string | null): string =>
  until === null ? formatDays(days) : `${formatDays(days)} ${until} 止`;
