import { and, eq, ne } from "drizzle-orm";
import type * as z from "zod/mini";
import { freeDiscountPercent, type orderCalls } from "../../../adapters/contract/order.ts";
import { type Call, Refusal } from "../../call.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { orders } from "../../db/schema/order.ts";
import { shanghaiWallTime } from "../../list/exportColumn.ts";
import type { CompanyRecord } from "../company/companyList.ts";
import { runningGrants } from "../serviceGrant/companyGrants.ts";
import { monthsUntil } from "../serviceGrant/monthsUntil.ts";
import { plannedGrants, type RunningGrant } from "../serviceGrant/plannedGrants.ts";
import { type OrderAmounts, orderAmounts } from "./orderAmounts.ts";
import { pricedGoods } from "./pricedGoods.ts";

export type Wanted = z.output<typeof orderCalls.orderQuote.body>;

/** An order that could be made: its amounts, its channel, and why it may not be made (empty where it may). */
export interface OrderDraft extends OrderAmounts {
  readonly channel: { readonly id: string | null; readonly name: string; readonly ratio: number };
  readonly refusal: string;
}

/** The largest order, in fen: beyond it a sum of many would no longer be exact. */
const mostFen = 1_000_000_000_000;
/** The frozen may still pay what they owe and go on. */
const unpaid = "欠费";

/** Computes every amount of an order for a company, and looks for what speaks against it. */
export async function orderDraft(call: Call, company: CompanyRecord, wanted: Wanted): Promise<OrderDraft> {
  const trial = wanted.type === "trial";
  const priced = await pricedGoods(
    call.db,
    wanted.items.map(({ goodsId }) => goodsId),
  );
  const lines = wanted.items.flatMap(({ quantity, months }, index) => {
    const goods = priced[index];
    return goods ? [{ goods, quantity, months: trial ? 1 : months }] : [];
  });
  const channel = await channelOf(call, company);
  const { totalFen } = orderAmounts(lines, 0, channel.ratio);
  if (totalFen > mostFen) throw new Refusal("订单金额不能超过 100 亿元");
  // A trial is free; a discount beyond the total is computed as the whole of it, and refused.
  const discountFen = trial ? totalFen : Math.min(wanted.discountFen, totalFen);
  const amounts = orderAmounts(lines, discountFen, channel.ratio);
  const refusal =
    refusalOfMoney(call, wanted, totalFen) ||
    refusalOfCompany(company, wanted.type) ||
    (await refusalOfHistory(call, company.id, { ...amounts, type: wanted.type }));
  return { ...amounts, channel, refusal };
}

/** The company's channel with its present ratio: one that is off or has expired earns nothing on new orders. */
async function channelOf(
  { db, now }: Call,
  { channelCodeId }: CompanyRecord,
): Promise<OrderDraft["channel"]> {
  const [channel] = channelCodeId
    ? await db.select().from(channelCodes).where(eq(channelCodes.id, channelCodeId))
    : [];
  if (!channel) return { id: null, name: "", ratio: 0 };
  const { id, name, status, expireAt, deletedAt, ratio } = channel;
  const earns = status === "on" && deletedAt === null && (expireAt === null || expireAt > now);
  return { id, name, ratio: earns ? ratio : 0 };
}

function refusalOfMoney({ actor }: Call, { type, discountFen }: Wanted, totalFen: number): string {
  if (type === "trial") return "";
  if (discountFen > totalFen) return "优惠金额不能超过订单总额";
  if (discountFen * 100 > totalFen * freeDiscountPercent && !actor.roles.includes("admin"))
    return `优惠超过 ${freeDiscountPercent}% 的订单只能由超级管理员创建`;
  return "";
}

function refusalOfCompany({ status, freezeReason }: CompanyRecord, type: Wanted["type"]): string {
  if (status !== "frozen" || (freezeReason === unpaid && type === "renew")) return "";
  return freezeReason === unpaid
    ? "该企业因欠费被冻结，只能创建续费订单"
    : "该企业已冻结，解冻后才能创建订单";
}

async function refusalOfHistory(
  { db, now }: Call,
  companyId: string,
  order: Pick<OrderAmounts, "items"> & Pick<Wanted, "type">,
): Promise<string> {
  if (order.type === "trial") {
    const trials = and(
      eq(orders.companyId, companyId),
      eq(orders.type, "trial"),
      ne(orders.status, "cancelled"),
    );
    return (await db.$count(orders, trials)) > 0 ? trialTaken : "";
  }
  return order.type === "expand"
    ? refusalOfAddition(order, await runningGrants(db, companyId, now), now)
    : "";
}

/** What is added ends with what it is added to, so that the months up to there are what has to be paid for. */
function refusalOfAddition(
  { items }: Pick<OrderAmounts, "items">,
  running: readonly RunningGrant[],
  now: Date,
): string {
  for (const item of items) {
    const planned = plannedGrants({ type: "expand", items: [item] }, running, now);
    if (planned === null) return "该企业没有使用中的服务，不能增购，请选择新购";
    const end = planned.reduce((latest, { expireAt }) => (expireAt > latest ? expireAt : latest), now);
    const due = monthsUntil(now, end);
    if (item.months !== due)
      return `增购与现有服务同时到期（${shanghaiWallTime(end).toISOString().slice(0, 10)}），「${item.name}」的月数应为 ${due}`;
  }
  return "";
}

/** Said of a second trial, also where two are made at once. */
export const trialTaken = "该企业已有试用订单，每家企业只能试用一次";
