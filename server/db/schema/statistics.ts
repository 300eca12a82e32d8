import { bigint, date, index, integer, pgTable, pgView, primaryKey, text } from "drizzle-orm/pg-core";
import { codePointText, int8, serialId, timestamptz } from "../columns.ts";

/** What is counted. A refund is apart from its order, because it has a day of its own. */
export type StatisticsSubject = "company" | "user" | "order" | "refund" | "task" | "flight";

const sum = (name: string) => bigint(name, { mode: "number" }).notNull().default(0);

const measures = () => ({
  count: integer("count").notNull(),
  /** Paid or refunded. */
  amountFen: sum("amount_fen"),
  commissionFen: sum("commission_fen"),
  durationS: sum("duration_s"),
  /** Millimetres, because sums of fractions depend on their order. */
  distanceMm: sum("distance_mm"),
});

const key = () => ({
  subject: text("subject").notNull().$type<StatisticsSubject>(),
  /** In Shanghai. */
  day: date("day", { mode: "string" }).notNull(),
  kind: text("kind").notNull(),
});

/** 0 for none, because a primary key holds no null. */
const channelId = () => int8("channel_id").notNull();

/**
 * Changes of the totals that are not in them yet. Triggers write them in the transaction of what they count; a row of
 * its own for each change keeps transactions from waiting for each other. `foldStatistics` moves them into the totals.
 */
export const statisticsChanges = pgTable(
  "statistics_changes",
  {
    id: serialId("id").primaryKey(),
    ...key(),
    /** County, city or province; empty where the place is unknown. */
    regionId: codePointText("region_id").notNull(),
    companyId: int8("company_id").notNull(),
    channelId: channelId(),
    ...measures(),
  },
  (t) => [index("statistics_changes_company").on(t.companyId)],
);

/** Daily totals of each region: the country, provinces, cities and counties each have their own rows. */
export const regionDays = pgTable(
  "region_days",
  { regionId: codePointText("region_id").notNull(), ...key(), ...measures() },
  (t) => [primaryKey({ columns: [t.regionId, t.subject, t.day, t.kind] })],
);

/** The same by month, at its first day: many regions over a long time are too many days to add up. */
export const regionMonths = pgTable(
  "region_months",
  { regionId: codePointText("region_id").notNull(), ...key(), ...measures() },
  (t) => [primaryKey({ columns: [t.regionId, t.subject, t.day, t.kind] })],
);

/** Daily totals of each channel in each region. */
export const channelDays = pgTable(
  "channel_days",
  { regionId: codePointText("region_id").notNull(), channelId: channelId(), ...key(), ...measures() },
  (t) => [primaryKey({ columns: [t.regionId, t.subject, t.day, t.channelId, t.kind] })],
);

/** Daily totals of each company. */
export const companyDays = pgTable(
  "company_days",
  { companyId: int8("company_id").notNull(), ...key(), ...measures() },
  (t) => [primaryKey({ columns: [t.companyId, t.subject, t.day, t.kind] })],
);

/** Everything that counts, a row for each. Migrations define it; totals are read from the tables above. */
export const statisticsFacts = pgView("statistics_facts", {
  ...key(),
  regionId: codePointText("region_id").notNull(),
  companyId: int8("company_id").notNull(),
  ...measures(),
  /** The instant that `day` is the day of. */
  at: timestamptz("at").notNull(),
  /** When it came into the figures: a flight counts on the day of its take-off, but not before it has landed. */
  countedAt: timestamptz("counted_at").notNull(),
}).existing();
