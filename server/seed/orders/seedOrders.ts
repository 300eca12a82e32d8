import { and, asc, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { goods as goodsTable } from "../../db/schema/goods.ts";
import type { OrderRecord } from "../../db/schema/order.ts";
import type { ServiceGrantRecord } from "../../db/schema/serviceGrant.ts";
import type { StaffRecord } from "../../db/schema/staff.ts";
import { loadPricedGoods } from "../../modules/order/loadPricedGoods.ts";
import { buildSearchText } from "../../modules/searchText.ts";
import { addMonths } from "../../modules/serviceGrant/addMonths.ts";
import type { ChannelInsert } from "../seedChannels.ts";
import type { CompanyInsert, SeedContext } from "../seedCompanies.ts";
import { createOrderHistory } from "./createOrderHistory.ts";
import type { Person } from "./createOrderSteps.ts";
import { createSeedOrder, getGrantsEnd } from "./createSeedOrder.ts";
import { createOrderRows, type OrderRows } from "./orderRows.ts";
import { type OrderOutcome, pickOrderOutcome } from "./pickOrderOutcome.ts";

/** Time of one order. At most one order per company has an anchor: it ends exactly with the company's services. */
interface ScheduledOrder {
  readonly company: CompanyInsert;
  readonly at: Date;
  /** Approval and months of the order that determines the end of the company's services. */
  readonly anchor: { readonly approvedAt: Date; readonly months: number } | null;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Schedules `count` orders of the companies by time. Companies with more revenue get more orders. */
function scheduleOrders({ faker, now }: SeedContext, companies: readonly CompanyInsert[], count: number) {
  // Square root: revenue differs a hundredfold, the number of orders should not.
  const weights = companies.map(({ orderAmountFen }) => 1 + Math.sqrt((orderAmountFen ?? 0) / 1_000_000));
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  let weightSoFar = 0;
  let countSoFar = 0;
  const scheduled = companies.flatMap((company, index): ScheduledOrder[] => {
    weightSoFar += weights[index] ?? 0;
    const upTo = Math.round((count * weightSoFar) / totalWeight);
    const ownCount = upTo - countSoFar;
    countSoFar = upTo;
    const anchor = ownCount > 0 ? findAnchor({ faker, now }, company) : null;
    const others = Array.from({ length: ownCount - (anchor ? 1 : 0) }, () => ({
      company,
      at: pickTime({ faker, now }, company),
      anchor: null,
    }));
    return anchor ? [anchor, ...others] : others;
  });
  return scheduled.sort((a, b) => a.at.getTime() - b.at.getTime());
}

type RandomContext = Pick<SeedContext, "faker" | "now">;

/** The order that ends with the company's services, if the company is old enough for one. */
function findAnchor({ faker, now }: RandomContext, company: CompanyInsert): ScheduledOrder | null {
  const { expireAt, createdAt } = company;
  if (!expireAt) return null;
  for (const months of faker.helpers.shuffle([1, 3, 6, 12, 24])) {
    const approvedAt = addMonths(expireAt, -months);
    const at = new Date(approvedAt.getTime() - faker.number.int({ min: 2, max: 20 }) * hourMs);
    if (at > createdAt && approvedAt < now) return { company, at, anchor: { approvedAt, months } };
  }
  return null;
}

/** Mostly while the company's services are active, sometimes later. */
function pickTime({ faker, now }: RandomContext, { createdAt, expireAt }: CompanyInsert): Date {
  const isExpired = expireAt && expireAt < now && expireAt > createdAt && faker.datatype.boolean(0.9);
  const to = isExpired && expireAt ? expireAt : now;
  // Every tenth is in the last four weeks, where orders are still open.
  const recentStart = new Date(Math.max(createdAt.getTime(), to.getTime() - 28 * dayMs));
  return faker.date.between({ from: faker.datatype.boolean(0.1) ? recentStart : createdAt, to });
}

const minuteMs = 60_000;
/** Maximum amount of an online payment, in fen. */
const maxOnlineFen = 3_000_000;
/** Minimum amount of an order with a contract, in fen. */
const minContractFen = 5_000_001;

type OrderType = OrderRecord["type"];

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
  context: SeedContext,
  fixtures: OrderFixtures,
  nextNumber: OrderRows["nextNumber"],
): (companies: readonly CompanyInsert[], count: number) => OrderRows {
  let contractCount = 0;
  return (companies, count) => {
    const rows = createOrderRows(nextNumber);
    const states = new Map(
      companies.map(({ id }) => [id, { running: [], orders: 0, hasTrial: false } as CompanyState]),
    );
    for (const scheduled of scheduleOrders(context, companies, count)) {
      const state = states.get(scheduled.company.id);
      if (state) addOrder(context, fixtures, rows, scheduled, state);
    }
    for (const order of rows.orders)
      if (order.payableFen >= minContractFen) {
        contractCount += 1;
        addContract(order, contractCount);
      }
    const paidFen = new Map<string, number>();
    for (const { companyId, paidFen: paid, refundFen } of rows.orders)
      paidFen.set(companyId, (paidFen.get(companyId) ?? 0) + paid - refundFen);
    for (const company of companies)
      updateCompanyTotals(company, paidFen.get(company.id) ?? 0, states.get(company.id)?.running ?? []);
    return rows;
  };
}

/** Numbers contracts in the order of orders, so that a contract number does not depend on the day. */
function addContract(order: OrderRecord, number: number): void {
  order.contractNo = `HT-${order.createdAt.getUTCFullYear()}-${String(number).padStart(5, "0")}`;
  order.search = buildSearchText(order.orderNo, order.companyName, order.contractNo);
}

function addOrder(
  context: SeedContext,
  fixtures: OrderFixtures,
  rows: OrderRows,
  scheduled: ScheduledOrder,
  state: CompanyState,
) {
  const { faker, now } = context;
  const { company, at, anchor } = scheduled;
  const creator: Person = faker.helpers.arrayElement(fixtures.creators);
  const auditor: Person = faker.helpers.arrayElement(fixtures.auditors);
  const approvedAt =
    anchor?.approvedAt ?? new Date(at.getTime() + faker.number.int({ min: 90, max: 4300 }) * minuteMs);
  let outcome: OrderOutcome = anchor ? "paid" : pickOrderOutcome(context, at);
  if (approvedAt >= now && outcome !== "cancelled" && outcome !== "pending") outcome = "auditing";
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
    const end = getGrantsEnd(candidate, state.running, approvedAt);
    return end !== null && company.expireAt instanceof Date && end <= company.expireAt;
  };
  const isLasting = outcome === "paid" || outcome === "refunding";
  const type = anchor ? "new" : pickOrderType(context, state, outcome, approvedAt);
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
  { faker }: SeedContext,
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

/** Sets the company's revenue and the end of its services from its orders. */
function updateCompanyTotals(
  company: CompanyInsert,
  paidFen: number,
  running: readonly ServiceGrantRecord[],
): void {
  company.orderAmountFen = paidFen;
  company.expireAt = running.reduce<Date | null>(
    (end, { expireAt }) => (end === null || expireAt > end ? expireAt : end),
    null,
  );
}
