import { and, eq, ne } from "drizzle-orm";
import type * as z from "zod/mini";
import { freeDiscountPercent, type orderCalls } from "../../../adapters/contract/order.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Call } from "../../call.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { orders } from "../../db/schema/order.ts";
import { RefusalError } from "../../errors.ts";
import { toShanghaiWallTime } from "../../records/shanghaiDay.ts";
import type { CompanyRecord } from "../company/companyList.ts";
import { getActiveOrFutureGrants } from "../serviceGrant/companyGrants.ts";
import { countMonthsUntil } from "../serviceGrant/countMonthsUntil.ts";
import { type ActiveOrFutureGrant, planGrants } from "../serviceGrant/planGrants.ts";
import { calculateOrderAmounts, type OrderAmounts } from "./calculateOrderAmounts.ts";
import { loadPricedGoods } from "./loadPricedGoods.ts";

export type OrderRequest = z.output<typeof orderCalls.orderQuote.body>;

/** A possible order: its amounts, its channel, and why it is refused (empty if it is allowed). */
export interface OrderDraft extends OrderAmounts {
  readonly channel: { readonly id: string | null; readonly name: string; readonly ratio: number };
  readonly refusal: string;
}

/** The largest order, in fen: sums of larger ones might not be exact. */
const maxOrderFen = 1_000_000_000_000;
/** A company frozen for this reason may still renew. */
const unpaidFreezeReason = word.arrears;

/** Computes the amounts of an order for a company, and the reason to refuse it if there is one. */
export async function buildOrderDraft(
  call: Call,
  company: CompanyRecord,
  request: OrderRequest,
): Promise<OrderDraft> {
  const isTrial = request.type === "trial";
  const priced = await loadPricedGoods(
    call.db,
    request.items.map(({ goodsId }) => goodsId),
  );
  const lines = request.items.flatMap(({ quantity, months }, index) => {
    const goods = priced[index];
    return goods ? [{ goods, quantity, months: isTrial ? 1 : months }] : [];
  });
  const channel = await getOrderChannel(call, company);
  const { totalFen } = calculateOrderAmounts(lines, 0, channel.ratio);
  if (totalFen > maxOrderFen) throw new RefusalError("订单金额不能超过 100 亿元");
  // A trial is free. A discount above the total is computed as the total, and refused below.
  const discountFen = isTrial ? totalFen : Math.min(request.discountFen, totalFen);
  const amounts = calculateOrderAmounts(lines, discountFen, channel.ratio);
  const refusal =
    getAmountRefusal(call, request, totalFen) ||
    getCompanyRefusal(company, request.type) ||
    (await getHistoryRefusal(call, company.id, { ...amounts, type: request.type }));
  return { ...amounts, channel, refusal };
}

/** The company's channel with its current ratio: a disabled, expired or deleted one earns nothing on new orders. */
async function getOrderChannel(
  { db, now }: Call,
  { channelCodeId }: CompanyRecord,
): Promise<OrderDraft["channel"]> {
  const [channel] = channelCodeId
    ? await db.select().from(channelCodes).where(eq(channelCodes.id, channelCodeId))
    : [];
  if (!channel) return { id: null, name: "", ratio: 0 };
  const { id, name, status, expireAt, deletedAt, ratio } = channel;
  const isEarning = status === "on" && deletedAt === null && (expireAt === null || expireAt > now);
  return { id, name, ratio: isEarning ? ratio : 0 };
}

function getAmountRefusal({ actor }: Call, { type, discountFen }: OrderRequest, totalFen: number): string {
  if (type === "trial") return "";
  if (discountFen > totalFen) return "优惠金额不能超过订单总额";
  if (discountFen * 100 > totalFen * freeDiscountPercent && !actor.roles.includes("admin"))
    return `优惠超过 ${freeDiscountPercent}% 的订单只能由超级管理员创建`;
  return "";
}

function getCompanyRefusal({ status, freezeReason }: CompanyRecord, type: OrderRequest["type"]): string {
  if (status !== "frozen" || (freezeReason === unpaidFreezeReason && type === "renew")) return "";
  return freezeReason === unpaidFreezeReason
    ? "该企业因欠费被冻结，只能创建续费订单"
    : "该企业已冻结，解冻后才能创建订单";
}

async function getHistoryRefusal(
  { db, now }: Call,
  companyId: string,
  order: Pick<OrderAmounts, "items"> & Pick<OrderRequest, "type">,
): Promise<string> {
  if (order.type === "trial") {
    const isTrialOrder = and(
      eq(orders.companyId, companyId),
      eq(orders.type, "trial"),
      ne(orders.status, "cancelled"),
    );
    return (await db.$count(orders, isTrialOrder)) > 0 ? trialTakenMessage : "";
  }
  return order.type === "expand"
    ? getAdditionRefusal(order, await getActiveOrFutureGrants(db, companyId, now), now)
    : "";
}

/** An addition ends together with the existing service, so its months must be those until then. */
function getAdditionRefusal(
  { items }: Pick<OrderAmounts, "items">,
  currentGrants: readonly ActiveOrFutureGrant[],
  now: Date,
): string {
  for (const item of items) {
    const planned = planGrants({ type: "expand", items: [item] }, currentGrants, now);
    if (planned === null) return "该企业没有使用中的服务，不能增购，请选择新购";
    const end = planned.reduce((latest, { expireAt }) => (expireAt > latest ? expireAt : latest), now);
    const requiredMonths = countMonthsUntil(now, end);
    if (item.months !== requiredMonths)
      return `增购与现有服务同时到期（${toShanghaiWallTime(end).toISOString().slice(0, 10)}），「${item.name}」的月数应为 ${requiredMonths}`;
  }
  return "";
}

/** Message for a second trial, also if two are created concurrently. */
export const trialTakenMessage = "该企业已有试用订单，每家企业只能试用一次";
