import type { OrderRecord } from "../../db/schema/order.ts";
import type { ServiceGrantRecord } from "../../db/schema/serviceGrant.ts";
import { plannedGrants, type RunningGrant } from "../../modules/serviceGrant/plannedGrants.ts";
import type { SeedFrame } from "../seedCompanies.ts";
import type { OrderBook } from "./orderBook.ts";
import type { Fate } from "./orderFate.ts";
import { orderSteps, type Person } from "./orderSteps.ts";
import { type Transfer, transfers } from "./transfers.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const cancelReasons = ["客户放弃采购", "下单有误，重新创建", "预算未批复"];
const refundReasons = ["项目终止", "服务未达预期", "重复采购"];

export interface Life {
  readonly order: OrderRecord;
  readonly fate: Fate;
  readonly creator: Person;
  readonly auditor: Person;
  readonly approvedAt: Date;
  /** The company's grants that run by then. */
  readonly running: readonly RunningGrant[];
}

/** Writes one order's life into the book and answers with the grants that it leaves running. */
export function orderLife(
  { chance, now, newId }: SeedFrame,
  book: OrderBook,
  life: Life,
): ServiceGrantRecord[] {
  const { order, fate, creator, auditor, approvedAt, running } = life;
  const steps = orderSteps(book, newId, order);
  const { step, pay } = steps;
  const money = transfers(chance, order, steps);
  const made = order.createdAt;
  const self = order.createdBy === null;
  const later = (from: Date, days: number) =>
    chance.date.between({ from, to: new Date(Math.min(now.getTime(), from.getTime() + days * dayMs)) });
  const transfer = (amountFen: number, registeredAt: Date): Transfer => ({
    amountFen,
    registeredAt,
    by: chance.datatype.boolean(0.8) ? creator : auditor,
    auditor: auditor,
  });

  book.orders.push(order);
  step("create", made, self ? null : creator, {}, { remark: order.remark, amountFen: order.payableFen });
  if (fate === "cancelled") return cancel();
  if (fate === "pending") return [];
  const auditedBy = { auditorId: auditor.id, auditorName: auditor.name, auditedAt: approvedAt };
  if (self) paySelf();
  else if (order.payableFen === 0) {
    if (fate === "auditing") return [];
    const change = { ...auditedBy, status: "paid" as const, submittedBy: null, submittedByName: "" };
    step("approve", approvedAt, auditor, change, { amountFen: 0 });
  } else if (fate === "auditing") {
    money.waiting({ ...transfer(order.payableFen, later(made, 2)), by: creator });
    return [];
  } else payByTransfer();
  return fate === "partly" ? [] : grant();

  function cancel(): ServiceGrantRecord[] {
    const old = now.getTime() - made.getTime() > 30 * dayMs && chance.datatype.boolean(0.4);
    if (old) {
      const at = new Date(made.getTime() + 30 * dayMs + 20 * minuteMs);
      const remark = "超过 30 天未付款，系统自动取消";
      step("expire", at, null, { status: "cancelled", closeReason: remark }, { remark });
    } else {
      const remark = chance.helpers.arrayElement(cancelReasons);
      step("cancel", later(made, 10), creator, { status: "cancelled", closeReason: remark }, { remark });
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
    const span = approvedAt.getTime() - made.getTime();
    const at = (share: number) => new Date(made.getTime() + Math.round(span * share));
    const byCreator = (amountFen: number, share: number) => {
      const one = transfer(amountFen, at(share));
      return { ...one, by: one.by === auditor ? creator : one.by };
    };
    if (chance.datatype.boolean(0.05)) money.rejected(byCreator(order.payableFen, 0.1), at(0.2));
    const first = Math.round(order.payableFen * chance.helpers.arrayElement([0.3, 0.5, 0.6]));
    const partly = first > 0 && (fate === "partly" || chance.datatype.boolean(0.12));
    if (partly) money.confirmed(byCreator(first, 0.3), at(0.5));
    if (fate !== "partly")
      money.confirmed(byCreator(order.payableFen - (partly ? first : 0), 0.7), approvedAt);
  }

  function grant(): ServiceGrantRecord[] {
    const planned = plannedGrants(order, running, approvedAt) ?? [];
    const grants = planned.map((one): ServiceGrantRecord => {
      const run = (now.getTime() - one.startAt.getTime()) / (one.expireAt.getTime() - one.startAt.getTime());
      const share = Math.min(1, Math.max(0, run * chance.number.float({ min: 0.3, max: 1.15 })));
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
    book.grants.push(...grants);
    const endAt = grants.reduce((end, { expireAt }) => (expireAt > end ? expireAt : end), approvedAt);
    order.endAt = endAt;
    if (fate === "refunding" || fate === "refunded") return refund(grants);
    if (endAt <= now) {
      const at = new Date(Math.min(now.getTime(), endAt.getTime() + 20 * minuteMs));
      step("finish", at, null, { status: "finished" }, { remark: "服务已全部到期" });
    }
    return grants;
  }

  function refund(grants: ServiceGrantRecord[]): ServiceGrantRecord[] {
    const remark = chance.helpers.arrayElement(refundReasons);
    const askedAt = later(approvedAt, 14);
    const asked = { closeReason: remark, submittedBy: creator.id, submittedByName: creator.name };
    step(
      "askRefund",
      askedAt,
      creator,
      { status: "refunding", ...asked },
      { remark, amountFen: order.paidFen },
    );
    if (fate === "refunding") return grants;
    const at = later(askedAt, 5);
    const change = {
      ...auditedBy,
      auditedAt: at,
      status: "refunded" as const,
      refundFen: order.paidFen,
      earnedFen: 0,
      submittedBy: null,
      submittedByName: "",
    };
    step("approveRefund", at, auditor, change, { amountFen: order.paidFen });
    for (const one of book.pays)
      if (one.orderId === order.id && one.status === "confirmed")
        Object.assign(one, { status: "refunded", updatedAt: at });
    for (const one of grants) one.endedAt = at;
    return [];
  }
}
