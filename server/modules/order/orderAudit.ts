import type { orderCalls } from "../../../adapters/contract/order.ts";
import { type Call, type Handler, type InputOf, Refusal } from "../../call.ts";
import type { OrderRecord } from "../../db/schema/order.ts";
import { confirmPay, named, pendingPay, refundPays, rejectPay } from "../orderPay/payAudit.ts";
import { endGrants, grantOrder } from "../serviceGrant/grantOrder.ts";
import { countMoney, countSold } from "./countMoney.ts";
import { lockOrder, lockPaidOrders, nextStatus } from "./liveOrder.ts";
import { moveOrder } from "./moveOrder.ts";
import { earnedOf } from "./orderAmounts.ts";

type Audit = typeof orderCalls.orderAudit;
type Decision = InputOf<Audit>["body"];

/** Decides on a registered payment, or on a refund that was asked for; never by who made or asked for it. */
export const orderAudit: Handler<Audit> = async ({ body }, call) => {
  const order = await lockOrder(call, body.id, body.version);
  if (order.status === "refunding")
    return body.pass ? approveRefund(call, order, body) : rejectRefund(call, order, body);
  return body.pass ? approve(call, order, body) : reject(call, order, body);
};

/** What the audit leaves on the order. */
const audited = ({ actor, now }: Call, { remark = "" }: Decision) => ({
  auditorId: actor.id,
  auditorName: actor.name,
  auditedAt: now,
  auditRemark: remark,
  submittedBy: null,
  submittedByName: "",
});

function keepApart({ actor }: Call, { createdBy, submittedBy }: OrderRecord): void {
  if (actor.id === createdBy) throw new Refusal("不能审核自己创建的订单，请由其他财务人员审核");
  if (actor.id === submittedBy) throw new Refusal("不能审核自己登记的回款，请由其他财务人员审核");
}

async function approve(call: Call, order: OrderRecord, decision: Decision) {
  const status = nextStatus(order, "approve");
  keepApart(call, order);
  const pay = await pendingPay(call.db, order.id);
  if (pay?.payerDiffers && !decision.payerVerified)
    throw new Refusal(`付款方「${pay.payerName}」与企业名称不一致，请核实代付关系并勾选「代付已核实」`);
  const amountFen = pay?.amountFen ?? 0;
  const paidFen = order.paidFen + amountFen;
  const change = {
    ...audited(call, decision),
    status,
    paidFen,
    pendingFen: 0,
    earnedFen: earnedOf({ ...order, paidFen }),
    paidAt: latest(order.paidAt, pay?.paidAt ?? null),
  };
  if (pay) await confirmPay(call, pay, decision.remark ?? "");
  await countMoney(call.db, order, { amountFen, commissionFen: change.earnedFen - order.earnedFen });
  const step = {
    kind: "approve",
    remark: change.auditRemark,
    amountFen,
    ...(pay && { pay: { ...named(pay), payerVerified: pay.payerDiffers } }),
  } as const;
  if (status !== "paid") return moveOrder(call, order, step, change);
  const endAt = await grantOrder(call, order);
  await countSold(call.db, order, 1);
  return moveOrder(call, order, step, { ...change, endAt });
}

/** Parts may be confirmed in another order than they arrived in. */
const latest = (known: Date | null, came: Date | null) =>
  known && came ? new Date(Math.max(known.getTime(), came.getTime())) : (came ?? known);

async function reject(call: Call, order: OrderRecord, decision: Decision) {
  const status = nextStatus(order, "reject");
  keepApart(call, order);
  const pay = await pendingPay(call.db, order.id);
  if (pay) await rejectPay(call, pay, decision.remark ?? "");
  const change = { ...audited(call, decision), status, pendingFen: 0 };
  const amountFen = pay?.amountFen ?? 0;
  const step = {
    kind: "reject",
    remark: change.auditRemark,
    amountFen,
    ...(pay && { pay: named(pay) }),
  } as const;
  return moveOrder(call, order, step, change);
}

function keepRefundApart({ actor }: Call, { submittedBy }: OrderRecord): void {
  if (actor.id === submittedBy) throw new Refusal("不能审核自己申请的退款，请由其他财务人员审核");
}

async function approveRefund(call: Call, order: OrderRecord, decision: Decision) {
  const status = nextStatus(order, "approveRefund");
  keepRefundApart(call, order);
  const { paidFen, payableFen, earnedFen } = order;
  // Orders come before their company, as for everybody else who locks both: their services may move.
  await lockPaidOrders(call.db, order.companyId);
  await refundPays(call, order.id);
  await countMoney(call.db, order, { amountFen: -paidFen, commissionFen: -earnedFen });
  const moved = await endGrants(call, order);
  if (paidFen >= payableFen) await countSold(call.db, order, -1);
  const change = { ...audited(call, decision), status, refundFen: paidFen, earnedFen: 0 };
  return moveOrder(
    call,
    order,
    { kind: "approveRefund", remark: change.auditRemark, amountFen: paidFen, moved },
    change,
  );
}

async function rejectRefund(call: Call, order: OrderRecord, decision: Decision) {
  const status = nextStatus(order, "rejectRefund");
  keepRefundApart(call, order);
  const change = { ...audited(call, decision), status, closeReason: "" };
  return moveOrder(call, order, { kind: "rejectRefund", remark: change.auditRemark }, change);
}
