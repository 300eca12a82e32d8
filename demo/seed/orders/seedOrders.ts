import type { Faker } from "@faker-js/faker";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Db } from "../../../server/db/handle.ts";
import { goods as goodsTable } from "../../../server/db/schema/goods.ts";
import type { OrderRecord } from "../../../server/db/schema/order.ts";
import type { ServiceGrantRecord } from "../../../server/db/schema/serviceGrant.ts";
import type { StaffRecord } from "../../../server/db/schema/staff.ts";
import { loadPricedGoods } from "../../../server/modules/order/loadPricedGoods.ts";
import { buildSearchText } from "../../../server/records/searchText.ts";
import { createRecordFaker, type RecordFaker } from "../createRecordFaker.ts";
import type { ChannelInsert } from "../seedChannels.ts";
import type { CompanyInsert, SeedContext } from "../seedCompanies.ts";
import { createOrderHistory } from "./createOrderHistory.ts";
import type { Person } from "./createOrderSteps.ts";
import { createSeedOrder, getGrantsEnd } from "./createSeedOrder.ts";
import { addFixedMonths } from "./fixedMonths.ts";
import { createOrderRows, type OrderRows } from "./orderRows.ts";
import { getOpenDays, type OrderOutcome, pickOrderOutcome } from "./pickOrderOutcome.ts";

/** Time and outcome of one order. At most one order per company is an anchor: it ends with the company's services. */
interface ScheduledOrder {
  /** Its values are drawn from it. */
  readonly number: number;
  readonly company: CompanyInsert;
  readonly at: Date;
  readonly outcome: OrderOutcome;
  /** Approval and months of the order that determines the end of the company's services. */
  readonly anchor: { readonly approvedAt: Date; readonly months: number } | null;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Schedules `count` orders of the companies by time. Companies with more revenue get more orders. Every third company,
 * those with difficult names among them, has an order that waits for its audit.
 */
function scheduleOrders(
  { fakerOf, now }: OrderSeedContext,
  companies: readonly CompanyInsert[],
  count: number,
  firstNumber: number,
) {
  // Square root: revenue differs a hundredfold, the number of orders should not.
  const weights = companies.map(({ orderAmountFen }) => 1 + Math.sqrt((orderAmountFen ?? 0) / 1_000_000));
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  let weightSoFar = 0;
  let countSoFar = 0;
  const scheduled = companies.flatMap((company, index): ScheduledOrder[] => {
    weightSoFar += weights[index] ?? 0;
    const upTo = Math.round((count * weightSoFar) / totalWeight);
    const ownNumbers = Array.from({ length: upTo - countSoFar }, (_, own) => firstNumber + countSoFar + own);
    countSoFar = upTo;
    return ownNumbers.map((number, own) => {
      const faker = fakerOf(number, 0);
      const anchor = own === 0 ? findAnchor(faker, now, company) : null;
      const outcome = own === 1 && index % 3 === 1 ? "auditing" : pickOrderOutcome(faker);
      return { number, company, ...(anchor ?? pickTime(faker, now, company, outcome)) };
    });
  });
  return scheduled.sort((a, b) => a.at.getTime() - b.at.getTime());
}

type OrderFate = Omit<ScheduledOrder, "number" | "company">;

/** The order that ends with the company's services, if the company is old enough for one. */
function findAnchor(faker: Faker, now: Date, { expireAt, createdAt }: CompanyInsert): OrderFate | null {
  if (!expireAt) return null;
  for (const months of faker.helpers.shuffle([1, 3, 6, 12, 24])) {
    const approvedAt = addFixedMonths(now, expireAt, -months);
    const at = new Date(approvedAt.getTime() - faker.number.int({ min: 2, max: 20 }) * hourMs);
    if (at > createdAt && approvedAt < now) return { at, outcome: "paid", anchor: { approvedAt, months } };
  }
  return null;
}

/**
 * The outcome comes first and the time follows from it: an order that waits for somebody is a few weeks old at most.
 * The others are mostly from the time while the company's services are active.
 */
function pickTime(
  faker: Faker,
  now: Date,
  { createdAt, expireAt }: CompanyInsert,
  outcome: OrderOutcome,
): OrderFate {
  const openDays = getOpenDays(outcome);
  const isExpired =
    openDays === null && expireAt && expireAt < now && expireAt > createdAt && faker.datatype.boolean(0.9);
  const to = isExpired && expireAt ? expireAt : now;
  // A few are in the last four weeks in any case.
  const recentDays = openDays ?? (faker.datatype.boolean(0.04) ? 28 : null);
  const recentStart = recentDays === null ? 0 : to.getTime() - recentDays * dayMs;
  const from = new Date(Math.max(createdAt.getTime(), recentStart));
  return { at: faker.date.between({ from, to }), outcome, anchor: null };
}

const minuteMs = 60_000;
/** Unlike those of other kinds of records. */
const orderSeries = 20_261_121;
/** Maximum amount of an online payment, in fen. */
const maxOnlineFen = 3_000_000;
/** Minimum amount of an order with a contract, in fen. */
const minContractFen = 5_000_001;

type OrderType = OrderRecord["type"];

interface OrderSeedContext extends Omit<SeedContext, "faker"> {
  readonly fakerOf: RecordFaker;
}

/** State of a company after the orders so far. */
interface CompanyState {
  readonly running: ServiceGrantRecord[];
  orders: number;
  hasTrial: boolean;
}

/** Loads staff, channels and the goods on sale, oldest first. */
export async function loadOrderFixtures(
  db: Db,
  people: readonly StaffRecord[],
  channels: readonly ChannelInsert[],
) {
  const onSale = await db
    .select({ id: goodsTable.id, createdAt: goodsTable.createdAt })
    .from(goodsTable)
    .where(and(eq(goodsTable.status, "onSale"), isNull(goodsTable.deletedAt)))
    .orderBy(asc(goodsTable.createdAt));
  const priced = await loadPricedGoods(
    db,
    onSale.map(({ id }) => id),
  );
  const activeStaff = people.filter(({ status }) => status === "normal");
  return {
    creators: activeStaff.filter(({ roles }) => roles.includes("operator")),
    auditors: activeStaff.filter(({ roles }) => roles.includes("finance") && !roles.includes("operator")),
    channels: new Map(channels.map(({ id, name, ratio }) => [id, { name, ratio }])),
    goods: priced.map((one, index) => ({ ...one, since: onSale[index]?.createdAt ?? new Date(0) })),
  };
}
export type OrderFixtures = Awaited<ReturnType<typeof loadOrderFixtures>>;

/**
 * Returns a function that creates `count` orders of the companies with payments, grants and histories, by time. A
 * company's `expireAt` is only a target for its orders; its totals are then set from them.
 */
export function seedOrders(
  { faker, now, newId }: SeedContext,
  fixtures: OrderFixtures,
  nextNumber: OrderRows["nextNumber"],
): (companies: readonly CompanyInsert[], count: number) => OrderRows {
  const context: OrderSeedContext = { now, newId, fakerOf: createRecordFaker(faker, orderSeries) };
  let orderCount = 0;
  let contractCount = 0;
  return (companies, count) => {
    const rows = createOrderRows(nextNumber);
    const states = new Map(
      companies.map(({ id }) => [id, { running: [], orders: 0, hasTrial: false } as CompanyState]),
    );
    for (const scheduled of scheduleOrders(context, companies, count, orderCount)) {
      const state = states.get(scheduled.company.id);
      if (state) addOrder(context, fixtures, rows, scheduled, state);
    }
    orderCount += count;
    for (const order of rows.orders)
      if (order.payableFen >= minContractFen) {
        contractCount += 1;
        addContract(order, contractCount);
      }
    const paidFen = new Map<string, number>();
    for (const { companyId, paidFen: paid, refundFen } of rows.orders)
      paidFen.set(companyId, (paidFen.get(companyId) ?? 0) + paid - refundFen);
    for (const company of companies)
      updateCompanyTotals(company, paidFen.get(company.id) ?? 0, states.get(company.id)?.running ?? [], now);
    return rows;
  };
}

/** Numbers contracts in the order of orders, with the year of the order number. */
function addContract(order: OrderRecord, number: number): void {
  order.contractNo = `HT-${order.orderNo.slice(2, 6)}-${String(number).padStart(5, "0")}`;
  order.search = buildSearchText(order.orderNo, order.companyName, order.contractNo);
}

function addOrder(
  { fakerOf, now, newId }: OrderSeedContext,
  fixtures: OrderFixtures,
  rows: OrderRows,
  { number, company, at, anchor, outcome: intended }: ScheduledOrder,
  state: CompanyState,
) {
  const faker = fakerOf(number, 1);
  const context: SeedContext = { faker, now, newId };
  const creator: Person = faker.helpers.arrayElement(fixtures.creators);
  const auditor: Person = faker.helpers.arrayElement(fixtures.auditors);
  const approvedAfter = faker.number.int({ min: 90, max: 4300 }) * minuteMs;
  const approvedAt =
    anchor?.approvedAt ??
    new Date(at.getTime() + Math.min(approvedAfter, Math.floor((now.getTime() - at.getTime()) / 2)));
  let outcome = intended;
  const availableGoods = fixtures.goods.filter(({ since }) => since <= at);
  const goods = faker.helpers.arrayElements(
    availableGoods.length > 0 ? availableGoods : fixtures.goods.slice(0, 1),
    {
      min: 1,
      max: 2,
    },
  );
  const channel = fixtures.channels.get(company.channelCodeId ?? "") ?? null;
  const options = { company, channel, creator, at, orderNo: rows.nextNumber("DD", at), goods };
  const create = (type: OrderType, months: number | null) =>
    createSeedOrder(context, { ...options, type, months });
  const fits = (candidate: OrderRecord) => {
    const end = getGrantsEnd(now, candidate, state.running, approvedAt);
    return end !== null && company.expireAt instanceof Date && end <= company.expireAt;
  };
  const isLasting = outcome === "paid" || outcome === "refunding";
  const type = anchor ? "new" : pickOrderType(faker, state, outcome, approvedAt);
  // Falls back to shorter terms; if none fits, the order is cancelled.
  const candidates = anchor
    ? [create("new", anchor.months)]
    : [create(type, null), create(type === "trial" ? "new" : type, 3), create("new", 1)];
  const order = (isLasting && !anchor ? candidates.find(fits) : candidates[0]) ?? candidates.at(-1);
  if (!order) return;
  if (isLasting && !anchor && !fits(order)) outcome = "cancelled";
  const isPaid = outcome === "paid" || outcome === "refunding" || outcome === "refunded";
  if (isPaid && !anchor && order.payableFen > 0 && order.payableFen <= maxOnlineFen)
    Object.assign(order, {
      payMethod: faker.helpers.arrayElement(["alipay", "wechat"]),
      createdBy: null,
      createdByName: "客户自助下单",
    });
  state.hasTrial ||= order.type === "trial";
  state.orders += 1;
  state.running.push(
    ...createOrderHistory(context, rows, {
      order,
      outcome,
      creator,
      auditor,
      approvedAt,
      running: state.running,
    }),
  );
}

/** One of the first orders may be a trial; while services are active, orders can renew or expand them. */
function pickOrderType(
  faker: Faker,
  state: CompanyState,
  outcome: OrderOutcome,
  approvedAt: Date,
): OrderType {
  const hasActiveGrant = state.running.some(({ expireAt }) => expireAt > approvedAt);
  if (hasActiveGrant)
    return faker.helpers.weightedArrayElement([
      { value: "renew" as const, weight: 5 },
      { value: "expand" as const, weight: 2 },
      { value: "new" as const, weight: 4 },
    ]);
  const canTry = state.orders < 3 && !state.hasTrial && (outcome === "paid" || outcome === "auditing");
  return canTry && faker.datatype.boolean(0.7) ? "trial" : "new";
}

/** Sets the company's revenue and the next end of its services from its orders. */
function updateCompanyTotals(
  company: CompanyInsert,
  paidFen: number,
  running: readonly ServiceGrantRecord[],
  now: Date,
): void {
  company.orderAmountFen = paidFen;
  const byService = Map.groupBy(running, ({ serviceId }) => serviceId);
  const ends = [...byService.values()].map((grants) => Math.max(...grants.map(({ expireAt }) => +expireAt)));
  const inForce = ends.filter((end) => end > +now);
  company.expireAt =
    ends.length === 0 ? null : new Date(inForce.length > 0 ? Math.min(...inForce) : Math.max(...ends));
}
