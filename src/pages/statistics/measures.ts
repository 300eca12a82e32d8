import { formatFlownSum } from "../../../adapters/contract/flownSum.ts";
import type {
  CompanyStatistics,
  OrderStatistics,
  TaskStatistics,
} from "../../../adapters/contract/statistics.ts";
import * as word from "../../../adapters/contract/words.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import type { ListTarget } from "./listLinks.ts";

/** `added`: what came in each bucket; `total`: all there is at its end. */
export type TrendView = "added" | "total";

export const viewNames = { added: "新增", total: "累计" } as const satisfies Readonly<
  Record<TrendView, string>
>;
/** Both views, to choose from. */
export const viewChoices = [
  { value: "added", label: viewNames.added },
  { value: "total", label: viewNames.total },
];

/** The answers of the three calls that count by time. */
export interface StatisticsBySource {
  readonly company: CompanyStatistics;
  readonly order: OrderStatistics;
  readonly task: TaskStatistics;
}
export type Source = keyof StatisticsBySource;

/** Something that is counted, as a field of one of the calls. */
export interface Measure {
  /** Unique among all measures. */
  readonly name: string;
  readonly label: string;
  readonly source: Source;
  /** Name of the field in the call's answer. */
  readonly field: string;
  readonly format: (value: number) => string;
  /** In the unit of an axis: yuan, hours, kilometres. */
  readonly toAxis: (value: number) => number;
  /** The unit of the axis; empty for a number of things. */
  readonly unit: string;
  /** A rise is bad news. */
  readonly isLoss?: true;
  /** The list whose total is the same number; null where there is none. */
  readonly list: ListTarget | null;
}

const identity = (value: number) => value;
const count = { format: formatNumber, toAxis: identity, unit: "" };
const money = { format: formatMoney, toAxis: (fen: number) => fen / 100, unit: "元" };

/** Another platform may not tell the number. */
const formatWithUnit = (value: number, unit: string): string =>
  Number.isNaN(value) ? "-" : `${formatNumber(value)} ${unit}`;
/** Formats seconds as hours with one decimal. */
const formatHours = (seconds: number): string => formatWithUnit(Math.round(seconds / 360) / 10, "小时");
/** Formats metres as kilometres with one decimal. */
const formatKm = (metres: number): string => formatWithUnit(Math.round(metres / 100) / 10, "km");

/** All measures, in the order of their cards. */
export const measures = {
  companies: {
    name: "companies",
    label: word.addCompany,
    source: "company",
    field: "added",
    ...count,
    list: "companies",
  },
  users: { name: "users", label: "新增用户", source: "company", field: "users", ...count, list: "users" },
  orders: {
    name: "orders",
    label: word.orderCount,
    source: "order",
    field: "added",
    ...count,
    list: "orders",
  },
  amount: {
    name: "amount",
    label: word.orderAmount,
    source: "order",
    field: "amountFen",
    ...money,
    list: "orders",
  },
  refunds: {
    name: "refunds",
    label: "退款单数",
    source: "order",
    field: "refunds",
    ...count,
    isLoss: true,
    list: "refunds",
  },
  refund: {
    name: "refund",
    label: word.refundAmount,
    source: "order",
    field: "refundFen",
    ...money,
    isLoss: true,
    list: "refunds",
  },
  tasks: { name: "tasks", label: word.task, source: "task", field: "added", ...count, list: null },
  flights: {
    name: "flights",
    label: "飞行架次",
    source: "task",
    field: "flights",
    ...count,
    list: "flights",
  },
  duration: {
    name: "duration",
    label: "飞行时长",
    source: "task",
    field: "durationS",
    format: formatHours,
    toAxis: (seconds) => Math.round(seconds / 36) / 100,
    unit: "小时",
    list: "flights",
  },
  distance: {
    name: "distance",
    label: "飞行里程",
    source: "task",
    field: "distanceM",
    format: formatKm,
    toAxis: (metres) => Math.round(metres / 10) / 100,
    unit: "km",
    list: "flights",
  },
} as const satisfies Readonly<Record<string, Measure>>;

/** Figures of a period by field; periods of all three calls have this form. */
type Figures = Readonly<Record<string, unknown>>;

/** The value of a measure in a bucket, a sum or a compared period. */
export function getFigure(figures: Figures, { field }: Pick<Measure, "field">): number {
  const value = figures[field];
  return typeof value === "number" ? value : 0;
}

/** The sum of a measure in words; that of mileages says how many flights have a gap. */
export function formatSum(statistics: StatisticsBySource[Source], measure: Measure): string {
  const text = measure.format(getFigure(statistics.sums, measure));
  return measure.field === measures.distance.field && "incompleteFlights" in statistics
    ? formatFlownSum(text, statistics.incompleteFlights)
    : text;
}

/** Shown where there is nothing to draw. @param sum of the range; NaN where another platform does not tell it */
export const describeNothing = (sum: number): string =>
  Number.isNaN(sum) ? "平台没有给出这项统计" : "所选日期内没有数据，请换一个日期范围或地区";
