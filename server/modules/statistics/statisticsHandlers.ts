import { and, count, eq, gte, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { CompanyRow } from "../../../adapters/contract/company.ts";
import type { OrderRow } from "../../../adapters/contract/order.ts";
import { rootRegionId } from "../../../adapters/contract/region.ts";
import type {
  ChannelStatistics,
  CompanyPoint,
  statisticsCalls,
} from "../../../adapters/contract/statistics.ts";
import type { TaskRow } from "../../../adapters/contract/task.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Call, EndpointInput, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { companies } from "../../db/schema/company.ts";
import { flights } from "../../db/schema/flight.ts";
import { regions } from "../../db/schema/region.ts";
import type { StatisticsSubject } from "../../db/schema/statistics.ts";
import { RefusalError } from "../../errors.ts";
import { requireRecord } from "../../records/refusals.ts";
import { toShanghaiWallTime } from "../../records/shanghaiDay.ts";
import { buildRegionCondition } from "../region/buildRegionCondition.ts";
import { buildStatistics, type Measures } from "./buildStatistics.ts";
import {
  addDays,
  type DayRange,
  getLastYearRange,
  getLatePart,
  getPreviousRange,
  toShanghaiMidnight,
} from "./calendar.ts";
import {
  readChannels,
  readChildRegions,
  readLateParts,
  readPeriods,
  readRegions,
  type Scope,
} from "./readDays.ts";

type Request = EndpointInput<typeof statisticsCalls.statisticsTask>["body"];

/** Today in Shanghai. */
const getToday = (now: Date) => toShanghaiWallTime(now).toISOString().slice(0, 10);

function assertNotFuture(to: string, now: Date): void {
  const today = getToday(now);
  if (to > today) throw new RefusalError(`结束日期不能晚于今天（${today}），请重新选择`);
}

async function assertRegion(db: Db, regionId: string | undefined): Promise<void> {
  if (regionId === undefined) return;
  const [region] = await db.select({ id: regions.id }).from(regions).where(eq(regions.id, regionId));
  requireRecord(region, word.region);
}

async function assertCompany(db: Db, id: string): Promise<void> {
  const [company] = await db.select({ id: companies.id }).from(companies).where(eq(companies.id, id));
  requireRecord(company, word.company);
}

const firstDay = "1900-01-01";

/** Answers one of the three calls that differ only in what they count. */
async function readStatistics<M extends string, K extends string>(
  { db, now }: Call,
  request: Request,
  subjects: readonly StatisticsSubject[],
  measures: Measures<M>,
) {
  const { from, to, granularity, compared, regionId, companyId, byRegion } = request;
  assertNotFuture(to, now);
  await assertRegion(db, regionId);
  if (companyId !== undefined) await assertCompany(db, companyId);
  const place = regionId ?? rootRegionId;
  const scope: Scope = companyId === undefined ? { regionId: place } : { companyId };
  const range = { from, to };
  const periods = {
    range,
    before: { from: firstDay, to: addDays(from, -1) },
    previous: getPreviousRange(range, compared),
    lastYear: getLastYearRange(range),
  };
  const { totals, buckets } = await readPeriods(db, { scope, subjects, until: to, periods, granularity });
  // A day that still runs is compared with the same part of the other days; regions are not compared.
  const isRunning = to === getToday(now) && !byRegion;
  const parts = (["previous", "lastYear"] as const).map((period) => ({
    period,
    days: periods[period],
    ...getLatePart(periods[period].to, now),
  }));
  const late = isRunning ? await readLateParts(db, { scope, subjects, parts }) : [];
  const children = byRegion ? await readChildRegions(db, place) : [];
  const regionTotals =
    children.length > 0
      ? await readRegions(db, { ids: children.map(({ id }) => id), subjects, range, before: periods.before })
      : [];
  return buildStatistics<M, K>({
    granularity,
    periods,
    totals,
    late,
    comparedUntil: isRunning ? toShanghaiWallTime(now).toISOString().slice(11, 16) : null,
    buckets,
    children,
    regionTotals,
    measures,
  });
}

const companyMeasures: Measures<"added" | "users"> = {
  added: { subject: "company", of: "count" },
  users: { subject: "user", of: "count" },
};
const orderMeasures: Measures<"added" | "amountFen" | "refunds" | "refundFen"> = {
  added: { subject: "order", of: "count" },
  amountFen: { subject: "order", of: "amountFen" },
  refunds: { subject: "refund", of: "count" },
  refundFen: { subject: "refund", of: "amountFen" },
};
const taskMeasures: Measures<"added" | "flights" | "durationS" | "distanceM"> = {
  added: { subject: "task", of: "count" },
  flights: { subject: "flight", of: "count" },
  durationS: { subject: "flight", of: "durationS" },
  distanceM: { subject: "flight", of: "distanceMm", unit: 1000 },
};

/** Flights of the range whose mileage has a gap: few, so that they need no daily totals. */
const countIncompleteFlights = (db: Db, { from, to, regionId, companyId }: Request): Promise<number> =>
  db.$count(
    flights,
    and(
      isNotNull(flights.endedAt),
      eq(flights.isDistanceIncomplete, true),
      gte(flights.startedAt, toShanghaiMidnight(from)),
      lt(flights.startedAt, toShanghaiMidnight(addDays(to, 1))),
      regionId ? buildRegionCondition(flights.takeoffRegionId, regionId) : undefined,
      companyId ? eq(flights.companyId, companyId) : undefined,
    ),
  );

type RangeQuery = EndpointInput<typeof statisticsCalls.statisticsChannel>["query"];

async function resolveRange(
  { from = firstDay, to, regionId }: RangeQuery,
  { db, now }: Call,
): Promise<DayRange> {
  const range = { from, to: to ?? getToday(now) };
  assertNotFuture(range.to, now);
  if (range.from > range.to) throw new RefusalError("开始日期不能晚于今天，请重新选择");
  await assertRegion(db, regionId);
  return range;
}

async function readChannelStatistics(query: RangeQuery, call: Call): Promise<ChannelStatistics[]> {
  const range = await resolveRange(query, call);
  const found = await readChannels(call.db, {
    regionId: query.regionId ?? rootRegionId,
    subjects: ["company", "order", "refund"],
    range,
  });
  const names = await call.db.select({ id: channelCodes.id, name: channelCodes.name }).from(channelCodes);
  const nameById = new Map(names.map(({ id, name }) => [id, name]));
  const rows = [...Map.groupBy(found, ({ channelId }) => channelId)].map(([channelId, totals]) => {
    const add = (subject: StatisticsSubject, of: "count" | "amountFen" | "commissionFen", all = false) =>
      totals
        .filter((entry) => entry.subject === subject && (all || entry.isInRange))
        .reduce((total, entry) => total + entry[of], 0);
    const isNone = channelId === "0";
    return {
      channelId: isNone ? null : channelId,
      name: isNone ? "无渠道" : (nameById.get(channelId) ?? ""),
      companies: add("company", "count"),
      companiesTotal: add("company", "count", true),
      orders: add("order", "count"),
      amountFen: add("order", "amountFen"),
      refundFen: add("refund", "amountFen"),
      commissionFen: add("order", "commissionFen"),
    };
  });
  return rows
    .filter(({ companiesTotal, orders, refundFen }) => companiesTotal > 0 || orders > 0 || refundFen > 0)
    .sort((a, b) => b.amountFen - a.amountFen || b.companiesTotal - a.companiesTotal);
}

/** Companies by region, at the region's centre; a region without one is where its companies are on average. */
async function readHeat(query: RangeQuery, call: Call): Promise<CompanyPoint[]> {
  const { from, to } = await resolveRange(query, call);
  const { regionId } = companies;
  const points = await call.db
    .select({
      regionId,
      lng: sql<number | null>`coalesce(${regions.lng}, avg(${companies.lng}))`,
      lat: sql<number | null>`coalesce(${regions.lat}, avg(${companies.lat}))`,
      count: count(),
    })
    .from(companies)
    .innerJoin(regions, eq(regions.id, regionId))
    .where(
      and(
        isNull(companies.deletedAt),
        gte(companies.createdAt, toShanghaiMidnight(from)),
        lt(companies.createdAt, toShanghaiMidnight(addDays(to, 1))),
        query.regionId ? buildRegionCondition(regionId, query.regionId) : undefined,
      ),
    )
    .groupBy(regionId, regions.lng, regions.lat)
    .orderBy(regionId);
  return points.flatMap(({ lng, lat, ...point }) =>
    lng === null || lat === null ? [] : [{ ...point, lng, lat }],
  );
}

/** Called by the export too, so their own types stay. */
export const statisticsHandlers = {
  statisticsCompany: ({ body }, call) =>
    readStatistics<"added" | "users", CompanyRow["type"]>(call, body, ["company", "user"], companyMeasures),
  statisticsOrder: ({ body }, call) =>
    readStatistics<keyof typeof orderMeasures, OrderRow["type"]>(
      call,
      body,
      ["order", "refund"],
      orderMeasures,
    ),
  statisticsTask: async ({ body }, call) => ({
    ...(await readStatistics<keyof typeof taskMeasures, TaskRow["kind"]>(
      call,
      body,
      ["task", "flight"],
      taskMeasures,
    )),
    incompleteFlights: await countIncompleteFlights(call.db, body),
  }),
  statisticsChannel: ({ query }, call) => readChannelStatistics(query, call),
  statisticsHeat: ({ query }, call) => readHeat(query, call),
} satisfies Handlers<typeof statisticsCalls>;
