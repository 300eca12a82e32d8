import { asc, count, eq, sql, sum } from "drizzle-orm";
import type { orderCalls } from "../../../adapters/contract/order.ts";
import { unpaidStatuses } from "../../../adapters/contract/orderEvent.ts";
import { toValues } from "../../../adapters/contract/page.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Handler, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { orders } from "../../db/schema/order.ts";
import { orderEvents } from "../../db/schema/orderEvent.ts";
import { RefusalError } from "../../errors.ts";
import { buildConditions } from "../../list/buildConditions.ts";
import { queryCountedPage } from "../../list/queryPage.ts";
import { handleUniqueViolation } from "../../records/refusals.ts";
import { buildSearchText } from "../../records/searchText.ts";
import { toViewer } from "../../records/viewer.ts";
import { getCompany, lockCompany } from "../company/getCompany.ts";
import { getApprovalRefusal } from "../serviceGrant/grantOrder.ts";
import { assertUploadExists } from "../upload/saveUpload.ts";
import { buildOrderDraft, trialTakenMessage } from "./buildOrderDraft.ts";
import { getOrder } from "./getOrder.ts";
import { orderAudit } from "./orderAudit.ts";
import { orderCancel } from "./orderCancel.ts";
import { awaitsAuditBy, createOrderList, type OrderPageRequest } from "./orderList.ts";
import { toOrderDetail, toOrderItemRow, toOrderRow } from "./orderRow.ts";
import { createSerialNumber } from "./serialNumber.ts";

/** Creates an order paid by bank transfer; a free one goes directly to audit. */
const orderCreate: Handler<typeof orderCalls.orderCreate> = async ({ body }, call) => {
  const { db, now, actor } = call;
  const { requestId, contractNo = "", contractUrl = "", remark = "", payMethod, ...request } = body;
  if (payMethod !== "bank")
    throw new RefusalError("支付宝和微信订单由客户自行支付产生，后台只能创建对公转账订单");
  const company = await lockCompany(db, request.companyId);
  await lockChannelForShare(db, company.channelCodeId);
  const { channel, refusal, items, taxLines, ...amounts } = await buildOrderDraft(call, company, request);
  if (refusal) throw new RefusalError(refusal);
  if (contractUrl) await assertUploadExists(db, "payment", contractUrl, word.contractFile);
  const isFree = amounts.payableFen === 0;
  const orderNo = await createSerialNumber(db, "DD", now);
  const order = {
    ...amounts,
    id: call.newId(),
    createdAt: now,
    updatedAt: now,
    statusAt: now,
    orderNo,
    companyId: company.id,
    companyName: company.name,
    companyNameOrder: company.nameOrder,
    type: request.type,
    items,
    goodsNames: items.map(({ name }) => name).join("、"),
    taxLines,
    contractNo,
    contractUrl,
    status: isFree ? ("auditing" as const) : ("pending" as const),
    payMethod,
    createdBy: actor.id,
    createdByName: actor.name,
    submittedBy: isFree ? actor.id : null,
    submittedByName: isFree ? actor.name : "",
    channelCodeId: channel.id,
    channelName: channel.name,
    channelRatio: channel.ratio,
    remark,
    search: buildSearchText(orderNo, company.name, contractNo),
  };
  const [record] = await handleUniqueViolation({ orders_trial_key: trialTakenMessage }, () =>
    db.insert(orders).values(order).returning(),
  );
  const [event] = await db
    .insert(orderEvents)
    .values({
      id: call.newId(),
      orderId: order.id,
      at: now,
      kind: "create",
      byId: actor.id,
      byName: actor.name,
      remark,
      amountFen: amounts.payableFen,
      status: order.status,
    })
    .returning();
  if (!record || !event) throw new Error("An insert returns its rows");
  const { totalFen, discountFen, payableFen } = amounts;
  const goods = items.map(({ goodsId, quantity, months, amountFen }) => ({
    goodsId,
    quantity,
    months,
    amountFen,
  }));
  call.audit({
    entityId: order.id,
    after: {
      orderNo,
      companyId: company.id,
      type: request.type,
      goods,
      totalFen,
      discountFen,
      payableFen,
      contractNo,
      contractUrl,
      remark,
    },
  });
  return toOrderDetail(record, [event], call);
};

/** Locks the channel until the order exists, so that the order gets its current name and ratio. */
async function lockChannelForShare(db: Db, id: string | null): Promise<void> {
  if (id === null) return;
  await db.select({ id: channelCodes.id }).from(channelCodes).where(eq(channelCodes.id, id)).for("share");
}

/** A page of orders, with the sums and the counts by status of the whole result. */
const orderPage: Handler<typeof orderCalls.orderPageList> = async ({ body }, call) => {
  const source = createOrderList(call.actor);
  const { status, mine, ...otherFilters } = body;
  const groupByStatus = (filters: OrderPageRequest) =>
    call.db
      .select({
        status: orders.status,
        count: count(),
        mine: sql<number>`count(*) filter (where ${awaitsAuditBy(call.actor)})`.mapWith(Number),
        payableFen: sum(orders.payableFen).mapWith(Number),
        paidFen: sum(orders.paidFen).mapWith(Number),
        refundFen: sum(orders.refundFen).mapWith(Number),
      })
      .from(orders)
      .where(buildConditions(source, filters, call.now))
      .groupBy(orders.status);
  // One query for total, sums and counts. `mine` needs a second one: the counts of the other tabs ignore it.
  const groups = await groupByStatus(otherFilters);
  const result = mine ? await groupByStatus({ ...otherFilters, mine }) : groups;
  const counts = {
    pending: 0,
    auditing: 0,
    paid: 0,
    refunding: 0,
    refunded: 0,
    cancelled: 0,
    finished: 0,
    mine: 0,
  };
  for (const group of groups) {
    counts[group.status] = group.count;
    counts.mine += group.mine;
  }
  const selectedGroups = status ? result.filter((group) => toValues(status).includes(group.status)) : result;
  const total = (name: "count" | "payableFen" | "paidFen" | "refundFen") =>
    selectedGroups.reduce((subtotal, group) => subtotal + group[name], 0);
  const dueFen = selectedGroups
    .filter((group) => unpaidStatuses.includes(group.status))
    .reduce((subtotal, { payableFen, paidFen }) => subtotal + payableFen - paidFen, 0);
  const { canSeeAmounts } = toViewer(call.actor);
  const sums = {
    count: total("count"),
    payableFen: canSeeAmounts ? total("payableFen") : null,
    paidFen: canSeeAmounts ? total("paidFen") : null,
    refundFen: canSeeAmounts ? total("refundFen") : null,
    dueFen: canSeeAmounts ? dueFen : null,
  };
  const page = await queryCountedPage(call, source, body, (record) => toOrderRow(record, call), sums.count);
  return { ...page, sums, counts };
};

export const orderHandlers: Handlers<typeof orderCalls> = {
  orderPageList: orderPage,
  orderOne: async ({ params }, call) => {
    const order = await getOrder(call.db, params.id);
    const events = await call.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, order.id))
      .orderBy(asc(orderEvents.id));
    return toOrderDetail(order, events, call, await getApprovalRefusal(call, order));
  },
  orderQuote: async ({ body }, call) => {
    const draft = await buildOrderDraft(call, await getCompany(call.db, body.companyId), body);
    const { totalFen, discountFen, payableFen, exTaxFen, commissionFen, channel, refusal } = draft;
    return {
      items: draft.items.map((item) => toOrderItemRow(item, true)),
      totalFen,
      discountFen,
      payableFen,
      exTaxFen,
      commissionFen,
      channelName: channel.name,
      channelRatio: channel.ratio,
      refusal,
    };
  },
  orderCreate,
  orderCancel,
  orderAudit,
};
