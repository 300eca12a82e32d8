import { and, between, eq, gte, inArray, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { type PgColumn, unionAll } from "drizzle-orm/pg-core";
import type { Db } from "../../db/handle.ts";
import { regions } from "../../db/schema/region.ts";
import {
  channelDays,
  companyDays,
  regionDays,
  regionMonths,
  type StatisticsSubject,
  statisticsChanges,
  statisticsFacts,
} from "../../db/schema/statistics.ts";
import { buildRegionCondition } from "../region/buildRegionCondition.ts";
import { addDays, type DayRange, type Granularity, splitMonths, toShanghaiMidnight } from "./calendar.ts";

/** A region with all below it, or one company. */
export type Scope = { readonly regionId: string } | { readonly companyId: string };

/** Sums of one subject. */
export interface Totals {
  readonly count: number;
  readonly amountFen: number;
  readonly commissionFen: number;
  readonly durationS: number;
  readonly distanceMm: number;
}

type MeasureColumns = Readonly<Record<keyof Totals, PgColumn | SQL>>;

const sum = (column: PgColumn | SQL) => sql<number>`sum(${column})`.mapWith(Number);
const sumAll = (days: MeasureColumns) => ({
  count: sum(days.count),
  amountFen: sum(days.amountFen),
  commissionFen: sum(days.commissionFen),
  durationS: sum(days.durationS),
  distanceMm: sum(days.distanceMm),
});

type DaysTable =
  | typeof statisticsChanges
  | typeof regionDays
  | typeof regionMonths
  | typeof channelDays
  | typeof companyDays
  | typeof statisticsFacts;
const measureColumns = ({ count, amountFen, commissionFen, durationS, distanceMm }: DaysTable) => ({
  count,
  amountFen,
  commissionFen,
  durationS,
  distanceMm,
});

interface DaysQuery {
  readonly scope: Scope;
  readonly subjects: readonly StatisticsSubject[];
  /** The last day that is read. */
  readonly until: string;
}

/** The totals, and the changes that are not in them yet, in one statement: one snapshot of the database. */
function selectDays(db: Db, { scope, subjects, until }: DaysQuery) {
  const select = (table: DaysTable, where: SQL | undefined) =>
    db
      .select({ subject: table.subject, day: table.day, kind: table.kind, ...measureColumns(table) })
      .from(table)
      .where(and(where, inArray(table.subject, [...subjects]), lte(table.day, until)));
  const [totals, changes] =
    "companyId" in scope
      ? [
          select(companyDays, eq(companyDays.companyId, scope.companyId)),
          select(statisticsChanges, eq(statisticsChanges.companyId, scope.companyId)),
        ]
      : [
          select(regionDays, eq(regionDays.regionId, scope.regionId)),
          select(statisticsChanges, buildRegionCondition(statisticsChanges.regionId, scope.regionId)),
        ];
  return unionAll(totals, changes).as("days");
}

/** The parts of an answer that sum up days. */
export type PeriodName = "range" | "before" | "previous" | "lastYear";
export type Periods = Readonly<Record<PeriodName, DayRange>>;

const toValues = (periods: Partial<Periods>) =>
  sql.join(
    Object.entries(periods).map(([name, { from, to }]) => sql`(${name}, ${from}::date, ${to}::date)`),
    sql`, `,
  );

export interface PeriodTotals extends Totals {
  readonly period: PeriodName;
  readonly subject: StatisticsSubject;
  readonly kind: string;
}

export interface BucketTotals extends Totals {
  readonly subject: StatisticsSubject;
  /** Start of the bucket. */
  readonly at: string;
}

/**
 * Sums by period, subject and kind, and those of the range by subject and bucket. Apart, because three years by day
 * and kind are ten times as many rows.
 */
export async function readPeriods(
  db: Db,
  query: DaysQuery & { readonly periods: Periods; readonly granularity: Granularity },
): Promise<{ readonly totals: readonly PeriodTotals[]; readonly buckets: readonly BucketTotals[] }> {
  const days = selectDays(db, query);
  const period = sql<PeriodName>`periods.name`;
  // `date_trunc` of a week begins on Monday.
  const at = sql<
    string | null
  >`case when periods.name = 'range' then date_trunc(${query.granularity}, ${days.day}::timestamp)::date::text end`;
  const rows = await db
    // Null where it is not grouped by; the kinds themselves are never null.
    .select({ period, subject: days.subject, kind: sql<string | null>`${days.kind}`, at, ...sumAll(days) })
    .from(days)
    .innerJoin(
      sql`(values ${toValues(query.periods)}) as periods (name, first, last)`,
      sql`${days.day} between periods.first and periods.last`,
    )
    .groupBy(sql`grouping sets ((1, 2, 3), (1, 2, 4))`);
  return {
    totals: rows.flatMap(({ kind, at: _, ...row }) => (kind === null ? [] : [{ ...row, kind }])),
    buckets: rows.flatMap(({ at: start, kind, ...row }) =>
      kind !== null || start === null ? [] : [{ ...row, at: start }],
    ),
  };
}

/** The part of a day that is not compared, because the running day has not come that far. */
export interface LatePart {
  readonly period: PeriodName;
  readonly days: DayRange;
  /** The time of the last day, and the end of that day. */
  readonly since: Date;
  readonly until: Date;
}

/** What began earlier has ended: it counted before the last day. */
const longestFlightDays = 1;

/** Sums of the facts of late parts, from the records themselves: totals know days only. */
export async function readLateParts(
  db: Db,
  { scope, subjects, parts }: Pick<DaysQuery, "scope" | "subjects"> & { readonly parts: readonly LatePart[] },
): Promise<readonly PeriodTotals[]> {
  const facts = statisticsFacts;
  const read = ({ period, days, since, until }: LatePart) => {
    const dayBefore = addDays(days.to, -longestFlightDays);
    // What began before that time may have counted only later.
    const from = days.from > dayBefore ? days.from : dayBefore;
    return db
      .select({ subject: facts.subject, kind: facts.kind, ...sumAll(measureColumns(facts)) })
      .from(facts)
      .where(
        and(
          inArray(facts.subject, [...subjects]),
          // The same twice: companies and users have an index of the day, all others of the instant.
          between(facts.day, from, days.to),
          gte(facts.at, toShanghaiMidnight(from)),
          lt(facts.at, until),
          gte(facts.countedAt, since),
          "companyId" in scope
            ? eq(facts.companyId, scope.companyId)
            : buildRegionCondition(facts.regionId, scope.regionId),
        ),
      )
      .groupBy(facts.subject, facts.kind)
      .then((rows) => rows.map((row) => ({ ...row, period })));
  };
  return (await Promise.all(parts.map(read))).flat();
}

export interface RegionTotals extends Totals {
  readonly regionId: string;
  readonly subject: StatisticsSubject;
  /** Whether the sums are of the range; else of all days before. */
  readonly isInRange: boolean;
}

/** The regions directly below. */
export const readChildRegions = (db: Db, parentId: string) =>
  db
    .select({ id: regions.id, name: regions.name })
    .from(regions)
    .where(eq(regions.parentId, parentId))
    .orderBy(regions.id);

/** Days of a table that are in one of the ranges. */
const isWithin = (day: PgColumn, ranges: readonly DayRange[]) =>
  or(sql`false`, ...ranges.map(({ from, to }) => between(day, from, to)));

/** Sums of each of the regions, apart for the range and for all days before. */
export function readRegions(
  db: Db,
  {
    ids,
    subjects,
    range,
    before,
  }: {
    readonly ids: readonly string[];
    readonly subjects: readonly StatisticsSubject[];
    readonly range: DayRange;
    readonly before: DayRange;
  },
): Promise<RegionTotals[]> {
  const isInRange = (day: PgColumn) => sql<boolean>`${gte(day, range.from)}`.as("is_in_range");
  const parts = [splitMonths(range), splitMonths(before)];
  const select = (table: typeof regionDays | typeof regionMonths, ranges: readonly DayRange[]) =>
    db
      .select({
        place: sql<string>`${table.regionId}`.as("place"),
        subject: table.subject,
        isInRange: isInRange(table.day),
        ...measureColumns(table),
      })
      .from(table)
      .where(
        and(
          inArray(table.regionId, [...ids]),
          inArray(table.subject, [...subjects]),
          isWithin(table.day, ranges),
        ),
      );
  const changes = db
    .select({
      place: sql<string>`place.id`.as("place"),
      subject: statisticsChanges.subject,
      isInRange: isInRange(statisticsChanges.day),
      ...measureColumns(statisticsChanges),
    })
    .from(statisticsChanges)
    .innerJoin(
      sql`lateral statistics_regions(${statisticsChanges.regionId}) as place (id)`,
      inArray(sql`place.id`, [...ids]),
    )
    .where(and(inArray(statisticsChanges.subject, [...subjects]), lte(statisticsChanges.day, range.to)));
  const days = unionAll(
    select(
      regionDays,
      parts.flatMap((part) => part.days),
    ),
    select(
      regionMonths,
      parts.flatMap(({ months }) => (months ? [months] : [])),
    ),
    changes,
  ).as("days");
  return db
    .select({ regionId: days.place, subject: days.subject, isInRange: days.isInRange, ...sumAll(days) })
    .from(days)
    .groupBy(sql`1, 2, 3`);
}

export interface ChannelTotals extends Totals {
  readonly channelId: string;
  readonly subject: StatisticsSubject;
  readonly isInRange: boolean;
}

/** Sums of each channel in a region, apart for the range and for all days before. */
export function readChannels(
  db: Db,
  {
    regionId,
    subjects,
    range,
  }: {
    readonly regionId: string;
    readonly subjects: readonly StatisticsSubject[];
    readonly range: DayRange;
  },
): Promise<ChannelTotals[]> {
  const select = (table: typeof channelDays | typeof statisticsChanges, where: SQL | undefined) =>
    db
      .select({
        channelId: table.channelId,
        subject: table.subject,
        day: table.day,
        ...measureColumns(table),
      })
      .from(table)
      .where(and(where, inArray(table.subject, [...subjects]), lte(table.day, range.to)));
  const days = unionAll(
    select(channelDays, eq(channelDays.regionId, regionId)),
    select(statisticsChanges, buildRegionCondition(statisticsChanges.regionId, regionId)),
  ).as("days");
  const isInRange = sql<boolean>`${gte(days.day, range.from)}`;
  return db
    .select({ channelId: days.channelId, subject: days.subject, isInRange, ...sumAll(days) })
    .from(days)
    .groupBy(sql`1, 2, 3`);
}
