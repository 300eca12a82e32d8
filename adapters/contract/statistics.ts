import * as z from "zod/mini";
import { companyType } from "./company.ts";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { orderType } from "./order.ts";
import { taskKind } from "./task.ts";

/** Length of a bucket; weeks begin on Monday. */
export const granularity = defineEnum("statistics_granularity", { day: "日", week: "周", month: "月" });
/**
 * What 环比 compares with: by default the same number of days before; with a calendar period the same days of the
 * period before, so that 本月 to the 20th is compared with last month to the 20th.
 */
export const comparedPeriod = defineEnum("statistics_compared_period", {
  month: "上月同期",
  quarter: "上季同期",
  year: "上年同期",
});

/** Most buckets of an answer: three years by day. */
const maxBuckets = 1100;

const dayMs = 86_400_000;
const toDay = (at: number) => (Number.isNaN(at) ? "" : new Date(at).toISOString().slice(0, 10));
/** A day in Shanghai, `YYYY-MM-DD`. */
export const day = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\d$/, "请选择日期"),
  // Not `z.iso.date`, which would be in the login page's bundle: 30 February becomes 2 March.
  z.refine((value) => toDay(Date.parse(value)) === value, "请选择日期"),
  z.refine((value) => value >= "2000-01-01", "日期不能早于 2000-01-01"),
);

interface Range {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Number of days from `from` to `to`, both included. */
const countDays = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

const isOrdered = z.refine<Range>(({ from, to }) => from === undefined || to === undefined || from <= to, {
  path: ["to"],
  error: "结束日期不能早于开始日期",
});
const bucketDays = { day: 1, week: 7, month: 28 } as const;
interface BucketedRange {
  readonly from: string;
  readonly to: string;
  readonly granularity: keyof typeof bucketDays;
}
/** Whether an answer has room for all buckets of a range. */
export const hasRoomForBuckets = (range: BucketedRange): boolean =>
  countDays(range.from, range.to) <= maxBuckets * bucketDays[range.granularity];
const hasFewBuckets = z.refine<BucketedRange>(hasRoomForBuckets, {
  path: ["to"],
  error: "按日统计最多 3 年，请缩短日期范围或改为按周、按月统计",
});

const rangeFields = {
  granularity: granularity.schema,
  /** First and last day, both included; `to` at most today. */
  from: day,
  to: day,
  compared: z.optional(comparedPeriod.schema),
  /** This region and all below; default: the whole country, unknown places included. */
  regionId: z.optional(f.regionId),
  /** Adds the figures of the regions directly below. */
  byRegion: z.optional(z.boolean()),
};
const regionRequest = z.strictObject(rangeFields).check(isOrdered as never, hasFewBuckets as never);
const companyRequest = z.strictObject({ ...rangeFields, companyId: z.optional(f.id) }).check(
  isOrdered as never,
  hasFewBuckets as never,
  z.refine<{
    companyId?: string | undefined;
    regionId?: string | undefined;
    byRegion?: boolean | undefined;
  }>(({ companyId, regionId, byRegion }) => companyId === undefined || (!regionId && !byRegion), {
    path: ["companyId"],
    error: "企业与地区只能选择一项",
  }) as never,
);

const periodFields = { from: z.string(), to: z.string() };

/**
 * Answer of a statistics call. `added` is the first measure of each: companies, orders, tasks. The total of any measure
 * at the end of a bucket is `before` plus all buckets up to it.
 */
const defineStatistics = <M extends z.core.$ZodLooseShape, K extends z.ZodMiniType>(measures: M, kind: K) =>
  z.object({
    granularity: granularity.schema,
    ...periodFields,
    /** Every bucket of the range, also without records. `at` is its calendar start; the days are cut to the range. */
    buckets: z.array(z.object({ at: z.string(), ...periodFields, total: z.int(), ...measures })),
    /** Everything before `from`. */
    before: z.object(measures),
    /** The range; equal to the sum of its buckets, of `byKind` and of `regions`. */
    sums: z.object(measures),
    /** 环比: the period before, by `compared`. */
    previous: z.object({ ...periodFields, ...measures }),
    /** 同比: the same days a year before. */
    lastYear: z.object({ ...periodFields, ...measures }),
    /**
     * While the last day of the range is today: the time in Shanghai, `HH:mm`, up to which the last days of `previous`
     * and `lastYear` are counted, so that part of a day is compared with the same part. Null for a range that is over,
     * and by region.
     */
    comparedUntil: z.nullable(z.string()),
    /** Kinds with records in the range or before, most first; `total` at the end of the range. */
    byKind: z.array(z.object({ kind, total: z.int(), ...measures })),
    /**
     * The regions directly below that have records, most first, and with the id null what is in none of them: an unknown
     * place, or the region itself. Empty without `byRegion` and for a county.
     */
    regions: z.array(
      z.object({ regionId: z.nullable(f.regionId), name: z.string(), total: z.int(), ...measures }),
    ),
  });

const companyMeasures = {
  /** Companies by the day of their creation. */
  added: z.int(),
  /** Users by the day of their creation, in the kind and region of their company. */
  users: z.int(),
};
const orderMeasures = {
  /** Orders by the day on which their last confirmed payment arrived; later refunded ones too. */
  added: z.int(),
  /** All that they were paid. */
  amountFen: z.int(),
  /** Refunded orders by the day of the refund, and their money. */
  refunds: z.int(),
  refundFen: z.int(),
};
const taskMeasures = {
  /** Tasks by the day on which they started, in the region of their company. */
  added: z.int(),
  /** Ended flights by the day of take-off, in the region of the take-off; their seconds and metres. */
  flights: z.int(),
  durationS: z.int(),
  distanceM: z.number(),
};

const companyStatistics = defineStatistics(companyMeasures, companyType.schema);
const orderStatistics = defineStatistics(orderMeasures, orderType.schema);
const taskStatistics = z.extend(defineStatistics(taskMeasures, taskKind.schema), {
  /** How many flights of the range have a mileage with a gap. */
  incompleteFlights: z.int(),
});
export type CompanyStatistics = z.infer<typeof companyStatistics>;
export type OrderStatistics = z.infer<typeof orderStatistics>;
export type TaskStatistics = z.infer<typeof taskStatistics>;

/** `from` defaults to the first record, `to` to today. */
const rangeQuery = z
  .strictObject({ from: z.optional(day), to: z.optional(day), regionId: z.optional(f.regionId) })
  .check(isOrdered as never);

/** The companies and orders that came through a channel. */
export const channelStatistics = z.object({
  /** Null for what came through no channel. */
  channelId: z.nullable(f.id),
  name: z.string(),
  /** Companies added in the range, and all at its end. */
  companies: z.int(),
  companiesTotal: z.int(),
  orders: z.int(),
  amountFen: z.int(),
  refundFen: z.int(),
  /** Earned by the range's orders; nothing for refunded ones. */
  commissionFen: z.int(),
});
export type ChannelStatistics = z.infer<typeof channelStatistics>;

/** Companies of one region, at its centre. */
export const companyPoint = z.object({
  /** WGS-84 degrees. */
  lng: z.number(),
  lat: z.number(),
  regionId: f.regionId,
  count: z.int(),
});
export type CompanyPoint = z.infer<typeof companyPoint>;

const readRoles = ["admin", "operator", "finance"] as const;

/** 数据统计. Days are those of Shanghai. */
export const statisticsCalls = defineCalls({
  statisticsCompany: {
    host: "api",
    method: "POST",
    path: "/statistics/company",
    summary: "企业统计",
    access: readRoles,
    rightLabel: "查看统计",
    body: regionRequest,
    data: companyStatistics,
  },
  statisticsOrder: {
    host: "api",
    method: "POST",
    path: "/statistics/order",
    summary: "订单统计",
    access: readRoles,
    comesWith: ["/statistics/company"],
    body: companyRequest,
    data: orderStatistics,
  },
  statisticsTask: {
    host: "api",
    method: "POST",
    path: "/statistics/task",
    summary: "任务统计",
    access: readRoles,
    comesWith: ["/statistics/company"],
    body: companyRequest,
    data: taskStatistics,
  },
  statisticsChannel: {
    host: "api",
    method: "GET",
    path: "/statistics/channel",
    summary: "渠道统计",
    access: readRoles,
    comesWith: ["/statistics/company"],
    query: rangeQuery,
    data: z.array(channelStatistics),
  },
  statisticsHeat: {
    host: "api",
    method: "GET",
    path: "/statistics/thermodynamic/company",
    summary: "企业热力",
    access: readRoles,
    comesWith: ["/statistics/company"],
    query: rangeQuery,
    data: z.array(companyPoint),
  },
});
