import { eq, sql } from "drizzle-orm";
import type { orderCalls } from "../../../adapters/contract/order.ts";
import { type Call, type EndpointInput, type Handler, RefusalError } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { companies } from "../../db/schema/company.ts";
import { goods } from "../../db/schema/goods.ts";
import type { OrderRecord } from "../../db/schema/order.ts";
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
  db: Db,
  { companyId, channelCodeId }: OrderRecord,
  { amountFen, commissionFen }: RevenueChange,
): Promise<void> {
  await db
    .update(companies)
    .set({ orderAmountFen: sql`${companies.orderAmountFen} + ${amountFen}` })
    .where(eq(companies.id, companyId));
  if (channelCodeId === null) return;
  await db
    .update(channelCodes)
    .set({
      orderAmountFen: sql`${channelCodes.orderAmountFen} + ${amountFen}`,
      commissionFen: sql`${channelCodes.commissionFen} + ${commissionFen}`,
    })
    .where(eq(channelCodes.id, channelCodeId));
}

/** Adds or subtracts a paid order's quantities in the sold counts; sorted by id, so that two orders do not deadlock. */
async function addSoldCounts(db: Db, { items }: OrderRecord, sign: 1 | -1): Promise<void> {
  for (const { goodsId, quantity } of items.toSorted((a, b) => (a.goodsId < b.goodsId ? -1 : 1)))
    await db
      .update(goods)
      .set({ soldCount: sql`${goods.soldCount} + ${sign * quantity}` })
      .where(eq(goods.id, goodsId));
}

type Audit = typeof orderCalls.orderAudit;
type Decision = EndpointInput<Audit>["body"];

/** Approves or rejects a registered payment or a requested refund; never by the person who created or submitted it. */
export const orderAudit: Handler<Audit> = async ({ body }, call) => {
  const order = await lockOrder(call, body.id, body.version);
  if (order.status === "refunding")
    return body.pass ? approveRefund(call, order, body) : rejectRefund(call, order, body);
  return body.pass ? approve(call, order, body) : reject(call, order, body);
};

/** The fields of an order that an audit sets. */
const getAuditFields = ({ actor, now }: Call, { remark = "" }: Decision) => ({
  auditorId: actor.id,
  auditorName: actor.name,
  auditedAt: now,
  auditRemark: remark,
  submittedBy: null,
  submittedByName: "",
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
  await addRevenue(call.db, order, { amountFen, commissionFen: patch.earnedFen - order.earnedFen });
  const event = {
    kind: "approve",
    remark: patch.auditRemark,
    amountFen,
    ...(pay && { pay: { ...toPayRef(pay), payerVerified: pay.payerDiffers } }),
  } as const;
  if (status !== "paid") return transitionOrder(call, order, event, patch);
  const endAt = await grantOrder(call, order);
  await addSoldCounts(call.db, order, 1);
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
  const { paidFen, payableFen, earnedFen } = order;
  // Locks orders before their company, as everywhere, because their services may be rescheduled.
  await lockPaidOrders(call.db, order.companyId);
  await refundPays(call, order.id);
  await addRevenue(call.db, order, { amountFen: -paidFen, commissionFen: -earnedFen });
  const rescheduledGrants = await endGrants(call, order);
  if (paidFen >= payableFen) await addSoldCounts(call.db, order, -1);
  const patch = { ...getAuditFields(call, decision), status, refundFen: paidFen, earnedFen: 0 };
  return transitionOrder(
    call,
    order,
    { kind: "approveRefund", remark: patch.auditRemark, amountFen: paidFen, rescheduledGrants },
    patch,
  );
}

async function rejectRefund(call: Call, order: OrderRecord, decision: Decision) {
  const status = getNextStatus(order, "rejectRefund");
  assertNotSelfRefundAudit(call, order);
  const patch = { ...getAuditFields(call, decision), status, closeReason: "" };
  return transitionOrder(call, order, { kind: "rejectRefund", remark: patch.auditRemark }, patch);
}
