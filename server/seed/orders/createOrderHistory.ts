import type { Faker } from "@faker-js/faker";
import type { OrderRecord } from "../../db/schema/order.ts";
import type { ServiceGrantRecord } from "../../db/schema/serviceGrant.ts";
import { calculateEarnedCommission } from "../../modules/order/calculateOrderAmounts.ts";
import { type ActiveOrFutureGrant, planGrants } from "../../modules/serviceGrant/planGrants.ts";
import type { SeedContext } from "../seedCompanies.ts";
import { createOrderSteps, type OrderSteps, type Person } from "./createOrderSteps.ts";
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

/** Writes the transfers of one order: registered by one, audited by another. */
function createTransfers(faker: Faker, order: OrderRecord, { step: addStep, pay: addPay }: OrderSteps) {
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
  const createAuditFields = ({ auditor }: Transfer, at: Date, auditRemark: string) => ({
    auditorId: auditor.id,
    auditorName: auditor.name,
    auditedAt: at,
    auditRemark,
    pendingFen: 0,
    submittedBy: null,
    submittedByName: "",
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
      const change = { ...createAuditFields(transfer, at, remark), status: "pending" as const };
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
        ...createAuditFields(transfer, at, ""),
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
  /** The company's grants that run by then. */
  readonly running: readonly ActiveOrFutureGrant[];
}

/** Writes one order's life into the book and answers with the grants that it leaves running. */
export function createOrderHistory(
  { faker, now, newId }: SeedContext,
  rows: OrderRows,
  options: OrderHistoryOptions,
): ServiceGrantRecord[] {
  const { order, outcome, creator, auditor, approvedAt, running } = options;
  const steps = createOrderSteps(rows, newId, order);
  const { step, pay } = steps;
  const payments = createTransfers(faker, order, steps);
  const createdAt = order.createdAt;
  const isSelfService = order.createdBy === null;
  const pickLater = (from: Date, days: number) =>
    faker.date.between({ from, to: new Date(Math.min(now.getTime(), from.getTime() + days * dayMs)) });
  const createTransfer = (amountFen: number, registeredAt: Date): Transfer => ({
    amountFen,
    registeredAt,
    by: faker.datatype.boolean(0.8) ? creator : auditor,
    auditor,
  });

  rows.orders.push(order);
  step(
    "create",
    createdAt,
    isSelfService ? null : creator,
    {},
    { remark: order.remark, amountFen: order.payableFen },
  );
  if (outcome === "cancelled") return cancel();
  if (outcome === "pending") return [];
  const auditFields = { auditorId: auditor.id, auditorName: auditor.name, auditedAt: approvedAt };
  if (isSelfService) paySelf();
  else if (order.payableFen === 0) {
    if (outcome === "auditing") return [];
    const change = { ...auditFields, status: "paid" as const, submittedBy: null, submittedByName: "" };
    step("approve", approvedAt, auditor, change, { amountFen: 0 });
  } else if (outcome === "auditing") {
    payments.addPending({ ...createTransfer(order.payableFen, pickLater(createdAt, 2)), by: creator });
    return [];
  } else payByTransfer();
  return outcome === "partly" ? [] : grant();

  function cancel(): ServiceGrantRecord[] {
    const isExpired = now.getTime() - createdAt.getTime() > 30 * dayMs && faker.datatype.boolean(0.4);
    if (isExpired) {
      const at = new Date(createdAt.getTime() + 30 * dayMs + 20 * minuteMs);
      const remark = "超过 30 天未付款，系统自动取消";
      step("expire", at, null, { status: "cancelled", closeReason: remark }, { remark });
    } else {
      const remark = faker.helpers.arrayElement(cancelReasons);
      step(
        "cancel",
        pickLater(createdAt, 10),
        creator,
        { status: "cancelled", closeReason: remark },
        { remark },
      );
    }
    return [];
  }

  function paySelf(): void {
    const amountFen = order.payableFen;
    pay(approvedAt, amountFen, "confirmed", {});
    const change = {
      status: "paid" as const,
      paidFen: amountFen,
      paidAt: approvedAt,
      earnedFen: order.commissionFen,
    };
    step("approve", approvedAt, null, change, { remark: "客户在线支付", amountFen });
  }

  function payByTransfer(): void {
    // Registered and audited one after the other between its making and its approval.
    const span = approvedAt.getTime() - createdAt.getTime();
    const at = (share: number) => new Date(createdAt.getTime() + Math.round(span * share));
    const byCreator = (amountFen: number, share: number) => {
      const one = createTransfer(amountFen, at(share));
      return { ...one, by: one.by === auditor ? creator : one.by };
    };
    if (faker.datatype.boolean(0.05)) payments.addRejected(byCreator(order.payableFen, 0.1), at(0.2));
    const first = Math.round(order.payableFen * faker.helpers.arrayElement([0.3, 0.5, 0.6]));
    const isPartial = first > 0 && (outcome === "partly" || faker.datatype.boolean(0.12));
    if (isPartial) payments.addConfirmed(byCreator(first, 0.3), at(0.5));
    if (outcome !== "partly")
      payments.addConfirmed(byCreator(order.payableFen - (isPartial ? first : 0), 0.7), approvedAt);
  }

  function grant(): ServiceGrantRecord[] {
    const planned = planGrants(order, running, approvedAt) ?? [];
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
    const endAt = grants.reduce((end, { expireAt }) => (expireAt > end ? expireAt : end), approvedAt);
    order.endAt = endAt;
    if (outcome === "refunding" || outcome === "refunded") return refund(grants);
    if (endAt <= now) {
      const at = new Date(Math.min(now.getTime(), endAt.getTime() + 20 * minuteMs));
      step("finish", at, null, { status: "finished" }, { remark: "服务已全部到期" });
    }
    return grants;
  }

  function refund(grants: ServiceGrantRecord[]): ServiceGrantRecord[] {
    const remark = faker.helpers.arrayElement(refundReasons);
    const askedAt = pickLater(approvedAt, 14);
    const refundRequest = { closeReason: remark, submittedBy: creator.id, submittedByName: creator.name };
    step(
      "askRefund",
      askedAt,
      creator,
      { status: "refunding", ...refundRequest },
      { remark, amountFen: order.paidFen },
    );
    if (outcome === "refunding") return grants;
    const at = pickLater(askedAt, 5);
    const change = {
      ...auditFields,
      auditedAt: at,
      status: "refunded" as const,
      refundFen: order.paidFen,
      earnedFen: 0,
      submittedBy: null,
      submittedByName: "",
    };
    step("approveRefund", at, auditor, change, { amountFen: order.paidFen });
    for (const one of rows.pays)
      if (one.orderId === order.id && one.status === "confirmed")
        Object.assign(one, { status: "refunded", updatedAt: at });
    for (const one of grants) one.endedAt = at;
    return [];
  }
}
