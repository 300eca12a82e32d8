import { describe, expect, test } from "vitest";
import type { OrderStatus } from "../../adapters/contract/orderEvent.ts";
import { type OrderEventName, type OrderFacts, orderStatusMachine } from "../../machines/status/order.ts";
import { orderLines } from "./orderTable.ts";

const plain = { payableFen: 1000, paidFen: 0, pendingFen: 0, invoiceStatus: "none" } as const;

/** Example order for each state in the table. */
const states: Readonly<Record<string, OrderFacts>> = {
  待支付: { ...plain, status: "pending" },
  "待支付（开票中）": { ...plain, status: "pending", invoiceStatus: "applied" },
  "待支付（已开票）": { ...plain, status: "pending", invoiceStatus: "issued" },
  部分付款: { ...plain, status: "pending", paidFen: 400 },
  待审核: { ...plain, status: "auditing", pendingFen: 1000 },
  "待审核（不足额）": { ...plain, status: "auditing", pendingFen: 999 },
  "待审核（尾款）": { ...plain, status: "auditing", paidFen: 400, pendingFen: 600 },
  "待审核（试用）": { ...plain, status: "auditing", payableFen: 0 },
  已支付: { ...plain, status: "paid", paidFen: 1000 },
  "已支付（已开票）": { ...plain, status: "paid", paidFen: 1000, invoiceStatus: "issued" },
  "已支付（部分红冲）": {
    ...plain,
    status: "paid",
    paidFen: 1000,
    invoiceStatus: "issued",
    invoicedFen: 700,
  },
  退款中: { ...plain, status: "refunding", paidFen: 1000 },
  "退款中（退一部分）": { ...plain, status: "refunding", paidFen: 1000, refundAskFen: 300 },
  "退款中（退余下部分）": { ...plain, status: "refunding", paidFen: 1000, refundFen: 300, refundAskFen: 700 },
  "退款中（退一部分、开票中）": {
    ...plain,
    status: "refunding",
    paidFen: 1000,
    refundAskFen: 300,
    invoiceStatus: "applied",
  },
  "退款中（退一部分、已开票）": {
    ...plain,
    status: "refunding",
    paidFen: 1000,
    refundAskFen: 300,
    invoiceStatus: "issued",
    invoicedFen: 701,
  },
  "退款中（退一部分、部分红冲）": {
    ...plain,
    status: "refunding",
    paidFen: 1000,
    refundAskFen: 300,
    invoiceStatus: "issued",
    invoicedFen: 700,
  },
  "退款中（部分付款）": { ...plain, status: "refunding", paidFen: 400 },
  "退款中（开票中）": { ...plain, status: "refunding", paidFen: 1000, invoiceStatus: "applied" },
  "退款中（已开票）": { ...plain, status: "refunding", paidFen: 1000, invoiceStatus: "issued" },
  已退款: { ...plain, status: "refunded", paidFen: 1000 },
  已取消: { ...plain, status: "cancelled" },
  已完成: { ...plain, status: "finished", paidFen: 1000 },
};

/** An audit applies to a payment or to a refund, depending on the status. */
function toEventName(event: string, status: OrderStatus): OrderEventName {
  const refund = status === "refunding";
  const names: Readonly<Record<string, OrderEventName>> = {
    登记回款: "register",
    审核通过: refund ? "approveRefund" : "approve",
    审核驳回: refund ? "rejectRefund" : "reject",
    撤回登记: "withdraw",
    取消订单: "cancel",
    申请退款: "askRefund",
    逾期未付: "expire",
    服务到期: "finish",
  };
  const name = names[event];
  if (!name) throw new Error(`The table has an unknown event ${event}`);
  return name;
}

/** Label of the order's status after the event, regardless of the actor. */
function getNextState(facts: OrderFacts, event: OrderEventName): string {
  const status = orderStatusMachine.next(facts, event);
  if (status === null) return "拒绝";
  const gained = event === "approve" ? (facts.pendingFen ?? 0) : 0;
  return orderStatusMachine.label({ status, paidFen: (facts.paidFen ?? 0) + gained });
}

describe("the order machine matches the hand-written table", () => {
  // The machine does not know the actor's relation to the order.
  const lines = orderLines.filter(({ event, identity }) =>
    event === "撤回登记" ? identity !== "他人" : identity === "" || identity === "他人",
  );

  test.each(lines.map((line) => [line.state, line.event, line.identity, line] as const))(
    "%s, %s, %s",
    (state, event, identity, { results }) => {
      const facts = states[state];
      if (!facts) throw new Error(`The table has an unknown state ${state}`);
      const name = toEventName(event, facts.status);
      // All permitted roles get the same result.
      const [result] = Object.values(results).filter((one) => one !== "" && one !== "无权限");
      expect(getNextState(facts, name)).toBe(result);
      expect(orderStatusMachine.allowed(facts).includes(name)).toBe(result !== "拒绝");
    },
  );

  test("the table contains every state and event of the machine", () => {
    const known = new Set(orderLines.map(({ state }) => states[state]?.status));
    expect(known).toEqual(new Set(Object.keys(orderStatusMachine.machine.states)));
    const events = new Set(
      orderLines.map(({ state, event }) => toEventName(event, states[state]?.status ?? "pending")),
    );
    expect(events).toEqual(new Set(orderStatusMachine.machine.events));
  });
});
