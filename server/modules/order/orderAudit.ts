import { eq, sql } from "drizzle-orm";
import type { orderCalls } from "../../../adapters/contract/order.ts";
import * as word from "../../../adapters/contract/words.ts";
import { formatValue } from "../../audit/formatValue.ts";
import type { Call, EndpointInput, Handler } from "../../call.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { companies } from "../../db/schema/company.ts";
import { goods } from "../../db/schema/goods.ts";
import type { OrderRecord } from "../../db/schema/order.ts";
import { RefusalError } from "../../errors.ts";
import { notify } from "../../notification/notify.ts";
import { announceChange } from "../../records/announceChange.ts";
import { confirmPay, findPendingPay, refundPays, rejectPay, toPayRef } from "../orderPay/payAudit.ts";
import { endGrants, grantOrder } from "../serviceGrant/grantOrder.ts";
import { calculateEarnedCommission } from "./calculateOrderAmounts.ts";
import { getNextStatus, lockOrder, lockPaidOrders } from "./getOrder.ts";
import { transitionOrder } from "./transitionOrder.ts";

interface RevenueChange {
  /** Confirmed amount; negative for a refund. */
  readonly amountFen: number;
  readonly commissionFen: number;
}

/** Adds confirmed money to the totals of the order's company and channel; their rows stay locked. */
async function addRevenue(
  call: Call,
  { companyId, channelCodeId }: OrderRecord,
  { amountFen, commissionFen }: RevenueChange,
): Promise<void> {
  const { db } = call;
  announceChange(call, "company", [companyId]);
  await db
    .update(companies)
    .set({ orderAmountFen: sql`${companies.orderAmountFen} + ${amountFen}` })
    .where(eq(companies.id, companyId));
  if (channelCodeId === null) return;
  announceChange(call, "channelCode", [channelCodeId]);
  await db
    .update(channelCodes)
    .set({
      orderAmountFen: sql`${channelCodes.orderAmountFen} + ${amountFen}`,
      commissionFen: sql`${channelCodes.commissionFen} + ${commissionFen}`,
    })
    .where(eq(channelCodes.id, channelCodeId));
}

/** Adds or subtracts a paid order's quantities in the sold counts; sorted by id, so that two orders do not deadlock. */
async function addSoldCounts(call: Call, { items }: OrderRecord, sign: 1 | -1): Promise<void> {
  for (const { goodsId, quantity } of items.toSorted((a, b) => (a.goodsId < b.goodsId ? -1 : 1)))
    await call.db
      .update(goods)
      .set({ soldCount: sql`${goods.soldCount} + ${sign * quantity}` })
      .where(eq(goods.id, goodsId));
  announceChange(
    call,
    "goods",
    items.map(({ goodsId }) => goodsId),
  );
}

type Audit = typeof orderCalls.orderAudit;
type Decision = EndpointInput<Audit>["body"];

/** Approves or rejects a registered payment or a requested refund; never by the person who created or submitted it. */
export const orderAudit: Handler<Audit> = async ({ body }, call) => {
  const order = await lockOrder(call, body, ({ status }) => {
    if (status === "refunding") return body.pass ? "approveRefund" : "rejectRefund";
    return body.pass ? "approve" : "reject";
  });
  const isRefund = order.status === "refunding";
  const decide = isRefund ? (body.pass ? approveRefund : rejectRefund) : body.pass ? approve : reject;
  const decided = await decide(call, order, body);
  await notifyOwners(call, order, body);
  return decided;
};

/** Tells who created the order and who registered the payment or asked for the refund. */
function notifyOwners(call: Call, order: OrderRecord, { pass, remark = "" }: Decision): Promise<void> {
  const kinds = order.status === "refunding" ? refundKinds : auditKinds;
  return notify(call, [order.submittedBy, order.createdBy], call.actor.id, {
    kind: kinds[pass ? "passed" : "rejected"],
    text: `${order.orderNo} ${order.companyName}${formatDecidedAmount(order)}${remark && `：${remark}`}`,
    recordId: order.id,
  });
}

/** The amount that was decided on, ` 退款 ¥1,000.40`; empty where no money was waiting. */
function formatDecidedAmount({ status, pendingFen, refundAskFen }: OrderRecord): string {
  const [label, fen] = status === "refunding" ? [word.refund, refundAskFen] : [word.payment, pendingFen];
  return fen === 0 ? "" : ` ${label} ${formatValue("order", "amountFen", fen)}`;
}

const auditKinds = { passed: "orderApproved", rejected: "orderRejected" } as const;
const refundKinds = { passed: "orderRefunded", rejected: "refundRejected" } as const;

/** The fields of an order that an audit sets. */
const getAuditFields = ({ actor, now }: Call, { remark = "" }: Decision) => ({
  auditorId: actor.id,
  auditorName: actor.name,
  auditedAt: now,
  auditRemark: remark,
  submittedBy: null,
});

function assertNotSelfAudit({ actor }: Call, { createdBy, submittedBy }: OrderRecord): void {
  if (actor.id === createdBy) throw new RefusalError("不能审核自己创建的订单，请由其他财务人员审核");
  if (actor.id === submittedBy) throw new RefusalError("不能审核自己登记的回款，请由其他财务人员审核");
}

async function approve(call: Call, order: OrderRecord, decision: Decision) {
  const status = getNextStatus(order, "approve");
  assertNotSelfAudit(call, order);
  const pay = await findPendingPay(call.db, order.id);
  if (pay?.payerDiffers && !decision.payerVerified)
    throw new RefusalError(`付款方「${pay.payerName}」与企业名称不一致，请核实代付关系并勾选「代付已核实」`);
  const amountFen = pay?.amountFen ?? 0;
  const paidFen = order.paidFen + amountFen;
  const patch = {
    ...getAuditFields(call, decision),
    status,
    paidFen,
    pendingFen: 0,
    earnedFen: calculateEarnedCommission({ ...order, paidFen }),
    paidAt: getLaterDate(order.paidAt, pay?.paidAt ?? null),
  };
  if (pay) await confirmPay(call, pay, decision.remark ?? "");
  await addRevenue(call, order, { amountFen, commissionFen: patch.earnedFen - order.earnedFen });
  const event = {
    kind: "approve",
    remark: patch.auditRemark,
    amountFen,
    ...(pay && { pay: { ...toPayRef(pay), payerVerified: pay.payerDiffers } }),
  } as const;
  if (status !== "paid") return transitionOrder(call, order, event, patch);
  const endAt = await grantOrder(call, order);
  await addSoldCounts(call, order, 1);
  return transitionOrder(call, order, event, { ...patch, endAt });
}

/** Partial payments may be confirmed in another order than they arrived. */
const getLaterDate = (current: Date | null, incoming: Date | null) =>
  current && incoming ? new Date(Math.max(current.getTime(), incoming.getTime())) : (incoming ?? current);

async function reject(call: Call, order: OrderRecord, decision: Decision) {
  const status = getNextStatus(order, "reject");
  assertNotSelfAudit(call, order);
  const pay = await findPendingPay(call.db, order.id);
  if (pay) await rejectPay(call, pay, decision.remark ?? "");
  const patch = { ...getAuditFields(call, decision), status, pendingFen: 0 };
  const amountFen = pay?.amountFen ?? 0;
  const event = {
    kind: "reject",
    remark: patch.auditRemark,
    amountFen,
    ...(pay && { pay: toPayRef(pay) }),
  } as const;
  return transitionOrder(call, order, event, patch);
}

function assertNotSelfRefundAudit({ actor }: Call, { submittedBy }: OrderRecord): void {
  if (actor.id === submittedBy) throw new RefusalError("不能审核自己申请的退款，请由其他财务人员审核");
}

async function approveRefund(call: Call, order: OrderRecord, decision: Decision) {
  const status = getNextStatus(order, "approveRefund");
  assertNotSelfRefundAudit(call, order);
  return status === "refunded"
    ? refundRest(call, order, decision)
    : refundPart(call, order, order.refundAskFen, decision);
}

/** Gives back all that is left of the money, which ends the order's services. */
async function refundRest(call: Call, order: OrderRecord, decision: Decision) {
  const { paidFen, payableFen, earnedFen } = order;
  const amountFen = paidFen - order.refundFen;
  // Locks orders before their company, as everywhere, because their services may be rescheduled.
  await lockPaidOrders(call.db, order.companyId);
  await refundPays(call, order.id);
  await addRevenue(call, order, { amountFen: -amountFen, commissionFen: -earnedFen });
  const rescheduledGrants = await endGrants(call, order);
  if (paidFen >= payableFen) await addSoldCounts(call, order, -1);
  const patch = {
    ...getAuditFields(call, decision),
    status: "refunded" as const,
    refundFen: paidFen,
    refundAskFen: 0,
    refundedAt: call.now,
    earnedFen: 0,
  };
  return transitionOrder(
    call,
    order,
    { kind: "approveRefund", remark: patch.auditRemark, amountFen, rescheduledGrants },
    patch,
  );
}

/** Gives back a part of the money: the order stays paid with its services, and keeps the commission of the rest. */
async function refundPart(call: Call, order: OrderRecord, amountFen: number, decision: Decision) {
  const refundFen = order.refundFen + amountFen;
  const patch = {
    ...getAuditFields(call, decision),
    status: "paid" as const,
    refundFen,
    refundAskFen: 0,
    refundedAt: call.now,
    earnedFen: calculateEarnedCommission({ ...order, paidFen: order.paidFen - refundFen }),
    closeReason: "",
  };
  await addRevenue(call, order, {
    amountFen: -amountFen,
    commissionFen: patch.earnedFen - order.earnedFen,
  });
  return transitionOrder(call, order, { kind: "approveRefund", remark: patch.auditRemark, amountFen }, patch);
}

async function rejectRefund(call: Call, order: OrderRecord, decision: Decision) {
  const status = getNextStatus(order, "rejectRefund");
  assertNotSelfRefundAudit(call, order);
  const noRequest = {
    refundAskFen: 0,
    refundPayee: "",
    refundBank: "",
    refundAccount: "",
    refundVoucherUrl: "",
  };
  const patch = { ...getAuditFields(call, decision), ...noRequest, status, closeReason: "" };
  return transitionOrder(call, order, { kind: "rejectRefund", remark: patch.auditRemark }, patch);
}
