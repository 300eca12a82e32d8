import { toNumber } from "../contract/foreignNumbers.ts";
import { isList, isMissing, isObject } from "./foreignShapes.ts";
import { parseForeignInstant } from "./parseForeignInstant.ts";

// Statistics over time of other platforms: a list of days with a number, a number by day, or one list of days and
// lists of numbers, as a chart takes them.

type Fields = Readonly<Record<string, unknown>>;

/** What a statistics call counts. */
export type CountedThing = "company" | "order" | "task";

/** The figures of one day, or of the month or week that begins with it. */
interface Point {
  readonly at: string;
  readonly isMonth: boolean;
  readonly figures: Fields;
}

const timeNames = ["at", "date", "day", "time", "month", "week", "period", "x", "label", "name", "key"];
const countNames = ["added", "count", "num", "cnt", "increment", "increase", "quantity", "newCount"];
/** What names money, time, length, or all there is. */
const otherFigure = /amount|money|price|fee|total|sum|cumul|duration|distance|金额|总|累计|时长|里程/i;

/** The fields of series by what their names speak of, the narrower first. */
const seriesFields: Readonly<Record<CountedThing, readonly (readonly [RegExp, string])[]>> = {
  company: [[/user|用户/i, "users"]],
  order: [[/refund|退/i, "refunds"]],
  task: [[/flight|架次|飞行/i, "flights"]],
};

/** The figures of an answer over time in the shape of the contract; unchanged where it has no days. */
export function toStatisticsShape(data: unknown, args: object, thing: CountedThing): unknown {
  // Whatever else an answer in the contract's shape leaves out.
  if (isObject(data) && Array.isArray(data["buckets"]) && isObject(data["sums"])) return data;
  const body = (args as { readonly body?: unknown }).body;
  const { from, to, granularity } = (isObject(body) ? body : {}) as Readonly<Record<string, string>>;
  const range = { from: from ?? "", to: to ?? "9999" };
  const points = readPoints(data, range, thing).toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return data;
  const step = points.every(({ isMonth }) => isMonth) ? "month" : granularity === "week" ? "week" : "day";
  const buckets = points
    .map(({ at, figures }) => ({ at, from: at, to: getLastDay(at, step), figures }))
    .filter((bucket) => bucket.to >= range.from && bucket.from <= range.to)
    .map(({ figures, ...bucket }) => ({ ...figures, ...clip(bucket, range) }));
  // A platform need not know our range. Of a part of it the sum is not known.
  const isWhole = first.at <= range.from && getLastDay(last.at, step) >= range.to;
  const names = [...new Set(points.flatMap(({ figures }) => Object.keys(figures)))];
  const toSum = (name: string) => buckets.reduce((sum, one: Fields) => sum + Number(one[name]), 0);
  const sums = new Map(isWhole ? names.map((name) => [name, toSum(name)]) : []);
  const rest = isObject(data) ? data : {};
  const before = {
    added: isWhole && (buckets[0]?.at ?? "") >= range.from ? findBefore(buckets) : Number.NaN,
  };
  return { ...rest, ...range, granularity: step, buckets, before, sums: Object.fromEntries(sums) };
}

/** What there was before the first day: all there is on each day, less what was added up to it; NaN unless all agree. */
function findBefore(days: readonly Fields[]): number {
  let added = 0;
  const before = days.map((day) => {
    added += Number(day["added"]);
    return toCount(day["total"]) - added;
  });
  const [first = Number.NaN] = before;
  return before.every((one) => one === first && one >= 0) ? first : Number.NaN;
}

interface Days {
  readonly from: string;
  readonly to: string;
}

const clip = <D extends Days>(days: D, range: Days): D => ({
  ...days,
  from: days.from < range.from ? range.from : days.from,
  to: days.to > range.to ? range.to : days.to,
});

function getLastDay(at: string, step: "day" | "week" | "month"): string {
  if (step === "day") return at;
  const day = new Date(at);
  if (step === "week") day.setUTCDate(day.getUTCDate() + 6);
  else day.setUTCMonth(day.getUTCMonth() + 1, 0);
  return day.toISOString().slice(0, 10);
}

function readPoints(data: unknown, range: Days, thing: CountedThing): readonly Point[] {
  if (Array.isArray(data)) return data.flatMap((one) => readPoint(one, range, thing));
  if (!isObject(data)) return [];
  const byDay = Object.entries(data).flatMap(([day, value]) =>
    readPoint(isObject(value) ? { ...value, at: day } : [day, value], range, thing),
  );
  if (byDay.length > 0) return byDay;
  const columns = readColumns(data, range, thing);
  if (columns.length > 0) return columns;
  return (
    Object.values(data)
      .filter((part) => isObject(part) || Array.isArray(part))
      .map((part) => readPoints(part, range, thing))
      .find(({ length }) => length > 0) ?? []
  );
}

/** A day with its number, as `[day, number]` or as fields. */
function readPoint(value: unknown, range: Days, thing: CountedThing): readonly Point[] {
  if (isList(value)) {
    const [given, number] = value;
    const day = parseDay(given, range);
    return day && value.length === 2 ? [{ ...day, figures: { added: toCount(number) } }] : [];
  }
  if (!isObject(value)) return [];
  const isText = (name: string) => typeof value[name] === "string" && toNumber(value[name]) === null;
  const timeName = [...timeNames, ...Object.keys(value).filter(isText)].find((name) =>
    parseDay(value[name], range),
  );
  const day = timeName && parseDay(value[timeName], range);
  if (!day) return [];
  const { [timeName]: _time, ...fields } = value;
  return [{ ...day, figures: { ...fields, added: toCount(findCount(fields, thing)) } }];
}

/** The number of new things among fields; undefined where it cannot be told from the others. */
function findCount(fields: Fields, thing: CountedThing): unknown {
  const names = [...countNames, `${thing}Count`, `${thing}Num`, ...(thing === "order" ? [] : ["value", "y"])];
  const named = names.map((name) => fields[name]).find((one) => !isMissing(one));
  if (named !== undefined) return named;
  const numbers = Object.entries(fields).filter(([, one]) => toNumber(one) !== null);
  const [only] = numbers;
  return only && numbers.length === 1 && !otherFigure.test(only[0]) && names.includes("value")
    ? only[1]
    : undefined;
}

/** One list of days, and lists of numbers as long as it. */
function readColumns(data: Fields, range: Days, thing: CountedThing): readonly Point[] {
  const lists = Object.entries(data).flatMap(([name, part]) => toLists(name, part));
  const days = lists.find(({ list }) => list.length > 0 && list.every((one) => parseDay(one, range)))?.list;
  if (!days) return [];
  const numbers = lists.filter(({ list }) => list !== days && list.length === days.length);
  const counted = numbers.filter(({ name }) => !otherFigure.test(name));
  const fields = new Map<string, readonly unknown[]>();
  for (const { name, list } of counted) {
    const field = seriesFields[thing].find(([words]) => words.test(name))?.[1] ?? "added";
    if (!fields.has(field)) fields.set(field, list);
  }
  return days.flatMap((one, at) => {
    const day = parseDay(one, range);
    const figures = [...fields].map(([name, list]) => [name, toCount(list[at])] as const);
    return day ? [{ ...day, figures: Object.fromEntries(figures) }] : [];
  });
}

interface NamedList {
  readonly name: string;
  readonly list: readonly unknown[];
}

/** The lists of a part of a chart's data: itself, that of an axis, those of its series. */
function toLists(name: string, part: unknown): readonly NamedList[] {
  if (isObject(part))
    return Array.isArray(part["data"]) ? toLists(String(part["name"] ?? name), part["data"]) : [];
  if (!Array.isArray(part)) return [];
  return part.every(isObject) ? part.flatMap((one) => toLists(name, one)) : [{ name, list: part }];
}

/** A number of things: what has a fraction counts something else. */
function toCount(value: unknown): number {
  const number = toNumber(value);
  return number !== null && Number.isInteger(number) && number >= 0 ? number : Number.NaN;
}

/** Notations of days, and of a month as its first day. */
const notations: readonly RegExp[] = [
  /^(?<year>\d{4})[-/.年](?<month>\d{1,2})[-/.月](?<day>\d{1,2})日?$/,
  /^(?<year>20\d\d)(?<month>\d\d)(?<day>\d\d)$/,
  /^(?<year>\d{4})[-/.年](?<month>\d{1,2})月?$/,
  /^(?<month>\d{1,2})[-/月](?<day>\d{1,2})日?$/,
];

/** A day in China, or the first of a month; a day without its year is in the range that was asked for. */
function parseDay(value: unknown, { to }: Days): Pick<Point, "at" | "isMonth"> | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const text = String(value).trim();
  const groups = notations
    .map((notation) => notation.exec(text)?.groups)
    .find((found) => found !== undefined);
  if (groups) {
    const { year, month = "", day = "1" } = groups;
    const rest = [month, day].map((part) => part.padStart(2, "0")).join("-");
    const thisYear = to.slice(0, 4);
    const at = `${year ?? (rest > to.slice(5) ? Number(thisYear) - 1 : thisYear)}-${rest}`;
    return Number.isNaN(Date.parse(at)) ? null : { at, isMonth: !("day" in groups) };
  }
  const instant = Number(text) < leastSeconds ? null : parseForeignInstant(text);
  return instant
    ? { at: new Date(Date.parse(instant) + chinaOffsetMs).toISOString().slice(0, 10), isMonth: false }
    : null;
}

/** Smaller numbers are no time: this is 2001. */
const leastSeconds = 1e9;
const chinaOffsetMs = 28_800_000;
