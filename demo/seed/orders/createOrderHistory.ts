import type { Faker } from "@faker-js/faker";
import type { OrderRecord } from "../../../server/db/schema/order.ts";
import type { ServiceGrantRecord } from "../../../server/db/schema/serviceGrant.ts";
import { calculateEarnedCommission } from "../../../server/modules/order/calculateOrderAmounts.ts";
import type { SeedContext } from "../seedCompanies.ts";
import { createOrderSteps, type OrderSteps, type Person } from "./createOrderSteps.ts";
import { planFixedGrants } from "./fixedMonths.ts";
import type { OrderRows } from "./orderRows.ts";
import type { OrderOutcome } from "./pickOrderOutcome.ts";

const banks = [
  "招商银行",
  "中国工商银行",
  "中国建设银行",
  "中国农业银行",
  "中国银行",
  "交通银行",
  "浦发银行",
  "中信银行",
];
const rejectReasons = ["流水金额与登记不一致", "未查到该笔到账", "付款凭证不清晰，请重新上传"];

interface Transfer {
  readonly amountFen: number;
  readonly registeredAt: Date;
  readonly by: Person;
  readonly auditor: Person;
}

/** Adds bank transfers to one order: registered by one person, audited by another. */
function createTransfers(faker: Faker, order: OrderRecord, { addStep, addPay }: OrderSteps) {
  const register = ({ amountFen, registeredAt, by }: Transfer) => {
    const bankName = faker.helpers.arrayElement(banks);
    const bankSerialNo = `${faker.string.alpha({ length: 2, casing: "upper" })}${faker.string.numeric(16)}`;
    addStep(
      "register",
      registeredAt,
      by,
      { status: "auditing", pendingFen: amountFen, submittedBy: by.id, submittedByName: by.name },
      { remark: `${bankName}，流水号 ${bankSerialNo}`, amountFen },
    );
    const payerDiffers = faker.datatype.boolean(0.04);
    return {
      bankName,
      bankSerialNo,
      payerDiffers,
      ...(payerDiffers ? { payerName: faker.person.fullName() } : {}),
      registeredBy: by.id,
      registeredByName: by.name,
      paidAt: new Date(registeredAt.getTime() - faker.number.int({ min: 10, max: 300 }) * 60_000),
    };
  };
  const createChange = ({ auditor }: Transfer, at: Date, auditRemark: string) => ({
    ...createAuditFields(auditor, at),
    auditRemark,
    pendingFen: 0,
    submittedBy: null,
  });
  const createPayFields = ({ auditor }: Transfer, auditedAt: Date, auditRemark: string) => ({
    auditorName: auditor.name,
    auditedAt,
    auditRemark,
    updatedAt: auditedAt,
  });
  return {
    addPending: (transfer: Transfer) => {
      const fields = register(transfer);
      addPay(transfer.registeredAt, transfer.amountFen, "pending", fields);
    },
    addRejected: (transfer: Transfer, at: Date) => {
      const fields = register(transfer);
      const remark = faker.helpers.arrayElement(rejectReasons);
      addPay(transfer.registeredAt, transfer.amountFen, "rejected", {
        ...fields,
        ...createPayFields(transfer, at, remark),
      });
      const change = { ...createChange(transfer, at, remark), status: "pending" as const };
      addStep("reject", at, transfer.auditor, change, { remark, amountFen: transfer.amountFen });
    },
    addConfirmed: (transfer: Transfer, at: Date) => {
      const fields = register(transfer);
      const paidFen = (order.paidFen ?? 0) + transfer.amountFen;
      addPay(transfer.registeredAt, transfer.amountFen, "confirmed", {
        ...fields,
        ...createPayFields(transfer, at, ""),
        payerVerified: fields.payerDiffers,
      });
      const change = {
        ...createChange(transfer, at, ""),
        status: paidFen >= order.payableFen ? ("paid" as const) : ("pending" as const),
        paidFen,
        paidAt: fields.paidAt,
        earnedFen: calculateEarnedCommission({ ...order, paidFen }),
      };
      addStep("approve", at, transfer.auditor, change, { amountFen: transfer.amountFen });
    },
  };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const cancelReasons = ["客户放弃采购", "下单有误，重新创建", "预算未批复"];
const refundReasons = ["项目终止", "服务未达预期", "重复采购"];

export interface OrderHistoryOptions {
  readonly order: OrderRecord;
  readonly outcome: OrderOutcome;
  readonly creator: Person;
  readonly auditor: Person;
  readonly approvedAt: Date;
  /** The company's grants that are active or planned by then. */
  readonly running: readonly ServiceGrantRecord[];
}

/** An order with the rows that its history is added to. */
interface OrderHistory extends SeedContext, OrderHistoryOptions {
  readonly rows: OrderRows;
  readonly steps: OrderSteps;
}

/** Adds one order with its whole history to the rows. Returns the grants that remain in force. */
export function createOrderHistory(
  context: SeedContext,
  rows: OrderRows,
  options: OrderHistoryOptions,
): ServiceGrantRecord[] {
  const { order, outcome, creator } = options;
  const steps = createOrderSteps(rows, context.newId, order);
  const history: OrderHistory = { ...context, ...options, rows, steps };
  rows.orders.push(order);
  steps.addStep(
    "create",
    order.createdAt,
    isSelfService(order) ? null : creator,
    {},
    { remark: order.remark, amountFen: order.payableFen },
  );
  if (outcome === "cancelled") cancel(history);
  if (outcome === "cancelled" || outcome === "pending" || !pay(history)) return [];
  const grants = grant(history);
  if (outcome === "refunding" || outcome === "refunded") return refund(history, grants);
  finishExpired(history);
  return grants;
}

const isSelfService = ({ createdBy }: OrderRecord) => createdBy === null;

/** A time within `days`, not later than now. */
const pickLater = ({ faker, now }: SeedContext, from: Date, days: number): Date =>
  faker.date.between({ from, to: new Date(Math.min(now.getTime(), from.getTime() + days * dayMs)) });

function cancel(history: OrderHistory): void {
  const { faker, now, order, creator, steps } = history;
  const { createdAt } = order;
  const isExpired = now.getTime() - createdAt.getTime() > 30 * dayMs && faker.datatype.boolean(0.4);
  if (isExpired) {
    const at = new Date(createdAt.getTime() + 30 * dayMs + 20 * minuteMs);
    const remark = "超过 30 天未付款，系统自动取消";
    steps.addStep("expire", at, null, { status: "cancelled", closeReason: remark }, { remark });
  } else {
    const remark = faker.helpers.arrayElement(cancelReasons);
    const at = pickLater(history, createdAt, 10);
    steps.addStep("cancel", at, creator, { status: "cancelled", closeReason: remark }, { remark });
  }
}

/** Pays an order as far as its outcome requires. Returns whether it is paid in full. */
function pay(history: OrderHistory): boolean {
  const { order, outcome } = history;
  if (isSelfService(order)) payOnline(history);
  else if (outcome === "auditing") {
    if (order.payableFen > 0) registerTransfer(history);
    return false;
  } else if (order.payableFen === 0) approveFree(history);
  else payByTransfer(history);
  return outcome !== "partly";
}

function payOnline({ order, approvedAt, steps }: OrderHistory): void {
  const amountFen = order.payableFen;
  steps.addPay(approvedAt, amountFen, "confirmed", {});
  const change = {
    status: "paid" as const,
    paidFen: amountFen,
    paidAt: approvedAt,
    earnedFen: order.commissionFen,
  };
  steps.addStep("approve", approvedAt, null, change, { remark: "客户在线支付", amountFen });
}

function approveFree({ auditor, approvedAt, steps }: OrderHistory): void {
  const change = {
    ...createAuditFields(auditor, approvedAt),
    status: "paid" as const,
    submittedBy: null,
  };
  steps.addStep("approve", approvedAt, auditor, change, { amountFen: 0 });
}

const createAuditFields = ({ id, name }: Person, at: Date) => ({
  auditorId: id,
  auditorName: name,
  auditedAt: at,
});

const createTransfer = (
  { faker, creator, auditor }: OrderHistory,
  amountFen: number,
  registeredAt: Date,
): Transfer => ({ amountFen, registeredAt, by: faker.datatype.boolean(0.8) ? creator : auditor, auditor });

/** Registers a transfer of the full amount that is not audited yet. */
function registerTransfer(history: OrderHistory): void {
  const { faker, order, creator, steps } = history;
  const transfer = createTransfer(history, order.payableFen, pickLater(history, order.createdAt, 2));
  createTransfers(faker, order, steps).addPending({ ...transfer, by: creator });
}

/** Adds transfers one after the other, between the order's creation and its approval. */
function payByTransfer(history: OrderHistory): void {
  const { faker, order, outcome, creator, auditor, approvedAt, steps } = history;
  const { addRejected, addConfirmed } = createTransfers(faker, order, steps);
  const span = approvedAt.getTime() - order.createdAt.getTime();
  const at = (share: number) => new Date(order.createdAt.getTime() + Math.round(span * share));
  const byCreator = (amountFen: number, share: number) => {
    const one = createTransfer(history, amountFen, at(share));
    return { ...one, by: one.by === auditor ? creator : one.by };
  };
  if (faker.datatype.boolean(0.05)) addRejected(byCreator(order.payableFen, 0.1), at(0.2));
  const first = Math.round(order.payableFen * faker.helpers.arrayElement([0.3, 0.5, 0.6]));
  const isPartial = first > 0 && (outcome === "partly" || faker.datatype.boolean(0.12));
  if (isPartial) addConfirmed(byCreator(first, 0.3), at(0.5));
  if (outcome !== "partly")
    addConfirmed(byCreator(order.payableFen - (isPartial ? first : 0), 0.7), approvedAt);
}

/** Grants the services of an order, partly used, and sets the order's end. */
function grant({ faker, now, newId, rows, order, approvedAt, running }: OrderHistory): ServiceGrantRecord[] {
  const planned = planFixedGrants(now, order, running, approvedAt) ?? [];
  const grants = planned.map((one): ServiceGrantRecord => {
    const elapsedShare =
      (now.getTime() - one.startAt.getTime()) / (one.expireAt.getTime() - one.startAt.getTime());
    const share = Math.min(1, Math.max(0, elapsedShare * faker.number.float({ min: 0.3, max: 1.15 })));
    return {
      ...one,
      id: newId(),
      createdAt: approvedAt,
      companyId: order.companyId,
      orderId: order.id,
      orderNo: order.orderNo,
      used: Math.floor(one.total * share),
      endedAt: null,
    };
  });
  rows.grants.push(...grants);
  order.endAt = grants.reduce((end, { expireAt }) => (expireAt > end ? expireAt : end), approvedAt);
  return grants;
}

function finishExpired({ now, order: { endAt }, steps }: OrderHistory): void {
  if (!endAt || endAt > now) return;
  const at = new Date(Math.min(now.getTime(), endAt.getTime() + 20 * minuteMs));
  steps.addStep("finish", at, null, { status: "finished" }, { remark: "服务已全部到期" });
}

/** Requests a refund; if the outcome is `refunded`, also approves it and ends the grants. */
function refund(history: OrderHistory, grants: ServiceGrantRecord[]): ServiceGrantRecord[] {
  const { faker, rows, order, outcome, creator, auditor, approvedAt, steps } = history;
  const remark = faker.helpers.arrayElement(refundReasons);
  const askedAt = pickLater(history, approvedAt, 14);
  const submitter = { submittedBy: creator.id, submittedByName: creator.name };
  steps.addStep(
    "askRefund",
    askedAt,
    creator,
    { status: "refunding", closeReason: remark, refundAskFen: order.paidFen, ...submitter },
    { remark, amountFen: order.paidFen },
  );
  if (outcome === "refunding") return grants;
  const at = pickLater(history, askedAt, 5);
  const change = {
    ...createAuditFields(auditor, at),
    status: "refunded" as const,
    refundFen: order.paidFen,
    refundAskFen: 0,
    refundedAt: at,
    earnedFen: 0,
    submittedBy: null,
  };
  steps.addStep("approveRefund", at, auditor, change, { amountFen: order.paidFen });
  for (const one of rows.pays)
    if (one.orderId === order.id && one.status === "confirmed")
      Object.assign(one, { status: "refunded", updatedAt: at });
  for (const one of grants) one.endedAt = at;
  return [];
}
