import { and, asc, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { goods as goodsTable } from "../../db/schema/goods.ts";
import type { OrderRecord } from "../../db/schema/order.ts";
import type { ServiceGrantRecord } from "../../db/schema/serviceGrant.ts";
import type { StaffRecord } from "../../db/schema/staff.ts";
import { pricedGoods } from "../../modules/order/pricedGoods.ts";
import { searchText } from "../../modules/pinyinOrder.ts";
import type { ChannelInsert } from "../seedChannels.ts";
import type { CompanyInsert, SeedFrame } from "../seedCompanies.ts";
import { newBook, type OrderBook } from "./orderBook.ts";
import { type Fate, orderFate } from "./orderFate.ts";
import { orderLife } from "./orderLife.ts";
import { orderPlan, type PlannedOrder } from "./orderPlan.ts";
import type { Person } from "./orderSteps.ts";
import { endOf, newOrder } from "./seedOrder.ts";

const minuteMs = 60_000;
/** The most, in fen, that a customer pays from a phone. */
const mostByPhone = 3_000_000;
/** From so much on, in fen, an order has a contract. */
const leastByContract = 5_000_001;

type OrderType = OrderRecord["type"];

/** What a company has come to so far. */
interface Company {
  readonly running: ServiceGrantRecord[];
  orders: number;
  trial: boolean;
}

/** Who takes part: the colleagues, the channels and the goods on sale, the oldest first. */
export async function orderCast(db: Db, people: readonly StaffRecord[], channels: readonly ChannelInsert[]) {
  const onSale = await db
    .select({ id: goodsTable.id, createdAt: goodsTable.createdAt })
    .from(goodsTable)
    .where(and(eq(goodsTable.status, "onSale"), isNull(goodsTable.deletedAt)))
    .orderBy(asc(goodsTable.createdAt));
  const priced = await pricedGoods(
    db,
    onSale.map(({ id }) => id),
  );
  const inUse = people.filter(({ status }) => status === "normal");
  return {
    creators: inUse.filter(({ roles }) => roles.includes("operator")),
    auditors: inUse.filter(({ roles }) => roles.includes("finance") && !roles.includes("operator")),
    channels: new Map(channels.map(({ id, name, ratio }) => [id, { name, ratio }])),
    goods: priced.map((one, index) => ({ ...one, since: onSale[index]?.createdAt ?? new Date(0) })),
  };
}
export type OrderCast = Awaited<ReturnType<typeof orderCast>>;

/**
 * So many orders of these companies with their payments, grants and histories, in the order of time. What a company's
 * services end at is a wish that its orders come as near to as they can; its sums are then what its orders are.
 */
export function seedOrders(
  frame: SeedFrame,
  cast: OrderCast,
  number: OrderBook["number"],
): (companies: readonly CompanyInsert[], count: number) => OrderBook {
  let contracts = 0;
  return (companies, count) => {
    const book = newBook(number);
    const states = new Map(
      companies.map(({ id }) => [id, { running: [], orders: 0, trial: false } as Company]),
    );
    for (const planned of orderPlan(frame, companies, count)) {
      const state = states.get(planned.company.id);
      if (state) oneOrder(frame, cast, book, planned, state);
    }
    for (const order of book.orders)
      if (order.payableFen >= leastByContract) {
        contracts += 1;
        addContract(order, contracts);
      }
    const paidFen = new Map<string, number>();
    for (const { companyId, paidFen: paid, refundFen } of book.orders)
      paidFen.set(companyId, (paidFen.get(companyId) ?? 0) + paid - refundFen);
    for (const company of companies)
      sumUp(company, paidFen.get(company.id) ?? 0, states.get(company.id)?.running ?? []);
    return book;
  };
}

/** Contracts are numbered in the order of the orders, so that one number finds one order whatever the day. */
function addContract(order: OrderRecord, number: number): void {
  order.contractNo = `HT-${order.createdAt.getUTCFullYear()}-${String(number).padStart(5, "0")}`;
  order.search = searchText(order.orderNo, order.companyName, order.contractNo);
}

function oneOrder(frame: SeedFrame, cast: OrderCast, book: OrderBook, planned: PlannedOrder, state: Company) {
  const { chance, now } = frame;
  const { company, at, anchor } = planned;
  const creator: Person = chance.helpers.arrayElement(cast.creators);
  const auditor: Person = chance.helpers.arrayElement(cast.auditors);
  const approvedAt =
    anchor?.approvedAt ?? new Date(at.getTime() + chance.number.int({ min: 90, max: 4300 }) * minuteMs);
  let fate: Fate = anchor ? "paid" : orderFate(frame, at);
  if (approvedAt >= now && fate !== "cancelled" && fate !== "pending") fate = "auditing";
  const known = cast.goods.filter(({ since }) => since <= at);
  const goods = chance.helpers.arrayElements(known.length > 0 ? known : cast.goods.slice(0, 1), {
    min: 1,
    max: 2,
  });
  const channel = cast.channels.get(company.channelCodeId ?? "") ?? null;
  const wish = { company, channel, creator, at, orderNo: book.number("DD", at), goods };
  const make = (type: OrderType, months: number | null) => newOrder(frame, { ...wish, type, months });
  const fits = (one: OrderRecord) => {
    const end = endOf(one, state.running, approvedAt);
    return end !== null && company.expireAt instanceof Date && end <= company.expireAt;
  };
  const lasting = fate === "paid" || fate === "refunding";
  const type = anchor ? "new" : typeOf(frame, state, fate, approvedAt);
  // What a company cannot have for so long it has for less, or calls off.
  const tries = anchor
    ? [make("new", anchor.months)]
    : [make(type, null), make(type === "trial" ? "new" : type, 3), make("new", 1)];
  const order = (lasting && !anchor ? tries.find(fits) : tries[0]) ?? tries.at(-1);
  if (!order) return;
  if (lasting && !anchor && !fits(order)) fate = "cancelled";
  const byPhone = fate === "paid" || fate === "refunding" || fate === "refunded";
  if (byPhone && !anchor && order.payableFen > 0 && order.payableFen <= mostByPhone)
    Object.assign(order, {
      payMethod: chance.helpers.arrayElement(["alipay", "wechat"]),
      createdBy: null,
      createdByName: "客户自助下单",
    });
  state.trial ||= order.type === "trial";
  state.orders += 1;
  state.running.push(
    ...orderLife(frame, book, { order, fate, creator, auditor, approvedAt, running: state.running }),
  );
}

/** A first order may be a trial, later ones go on with what is there. */
function typeOf({ chance }: SeedFrame, state: Company, fate: Fate, approvedAt: Date): OrderType {
  const running = state.running.some(({ expireAt }) => expireAt > approvedAt);
  if (running)
    return chance.helpers.weightedArrayElement([
      { value: "renew" as const, weight: 5 },
      { value: "expand" as const, weight: 2 },
      { value: "new" as const, weight: 4 },
    ]);
  const mayTry = state.orders < 3 && !state.trial && (fate === "paid" || fate === "auditing");
  return mayTry && chance.datatype.boolean(0.7) ? "trial" : "new";
}

/** A company's confirmed money and the end of its services are what its orders say. */
function sumUp(company: CompanyInsert, paidFen: number, running: readonly ServiceGrantRecord[]): void {
  company.orderAmountFen = paidFen;
  company.expireAt = running.reduce<Date | null>(
    (end, { expireAt }) => (end === null || expireAt > end ? expireAt : end),
    null,
  );
}
