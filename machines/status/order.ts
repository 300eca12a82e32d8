import { setup, transition } from "xstate";
import { type OrderStatus, orderStatus } from "../../adapters/contract/orderEvent.ts";

const eventNames = [
  "register",
  "approve",
  "reject",
  "withdraw",
  "cancel",
  "expire",
  "askRefund",
  "approveRefund",
  "rejectRefund",
  "finish",
] as const;
export type OrderEventName = (typeof eventNames)[number];

interface OrderContext {
  readonly payableFen: number;
  /** Sum of confirmed payments. */
  readonly paidFen: number;
  /** Sum of registered payments awaiting audit. */
  readonly pendingFen: number;
  readonly invoiceStatus: "none" | "applied" | "issued";
  /** Refunded so far, and requested now. */
  readonly refundFen: number;
  readonly refundAskFen: number;
  /** On invoices that are applied for or issued, less what was reversed. */
  readonly invoicedFen: number;
}

/** The part of an order that the machine needs; amounts hidden from the role count as 0. */
export type OrderFacts = {
  readonly status: OrderStatus;
  readonly invoiceStatus: OrderContext["invoiceStatus"];
} & {
  readonly [K in "payableFen" | "paidFen" | "pendingFen"]: number | null;
} & {
  readonly [K in "refundFen" | "refundAskFen" | "invoicedFen"]?: number | null;
};

type GuardArgs = { readonly context: OrderContext };

const machine = setup({
  types: {} as { context: OrderContext; events: { type: OrderEventName }; input: OrderContext },
  guards: {
    "reaches payable": ({ context }: GuardArgs) => context.paidFen + context.pendingFen >= context.payableFen,
    "paid in full": ({ context }: GuardArgs) => context.paidFen >= context.payableFen,
    "partly paid, no invoice issued": ({ context }: GuardArgs) =>
      context.paidFen > 0 && context.invoiceStatus !== "issued",
    "nothing paid, no invoice": ({ context }: GuardArgs) =>
      context.paidFen === 0 && context.invoiceStatus === "none",
    "money without an issued invoice": ({ context }: GuardArgs) =>
      context.invoiceStatus !== "issued" || context.paidFen - context.refundFen > context.invoicedFen,
    "part of the money, without an invoice": ({ context }: GuardArgs) => {
      const keptFen = context.paidFen - context.refundFen - context.refundAskFen;
      return (
        context.refundAskFen > 0 &&
        keptFen > 0 &&
        (context.invoiceStatus === "none" ||
          (context.invoiceStatus === "issued" && keptFen >= context.invoicedFen))
      );
    },
    "no invoice": ({ context }: GuardArgs) => context.invoiceStatus === "none",
    "something due": ({ context }: GuardArgs) => context.payableFen > context.paidFen,
  },
}).createMachine({
  id: "orderStatus",
  initial: "pending",
  context: ({ input }) => input,
  states: {
    pending: {
      description: orderStatus.label("pending"),
      on: {
        register: { guard: "something due", target: "auditing" },
        cancel: { guard: "nothing paid, no invoice", target: "cancelled" },
        expire: { guard: "nothing paid, no invoice", target: "cancelled" },
        askRefund: { guard: "partly paid, no invoice issued", target: "refunding" },
      },
    },
    auditing: {
      description: orderStatus.label("auditing"),
      on: {
        approve: [{ guard: "reaches payable", target: "paid" }, { target: "pending" }],
        reject: "pending",
        withdraw: "pending",
      },
    },
    paid: {
      description: orderStatus.label("paid"),
      on: {
        askRefund: { guard: "money without an issued invoice", target: "refunding" },
        finish: "finished",
      },
    },
    refunding: {
      description: orderStatus.label("refunding"),
      on: {
        approveRefund: [
          { guard: "part of the money, without an invoice", target: "paid" },
          { guard: "no invoice", target: "refunded" },
        ],
        rejectRefund: [{ guard: "paid in full", target: "paid" }, { target: "pending" }],
      },
    },
    refunded: { description: orderStatus.label("refunded") },
    cancelled: { description: orderStatus.label("cancelled") },
    finished: { description: orderStatus.label("finished") },
  },
});

/** Target status of an event, or null if the order's status, payments or invoice do not allow it. */
function next(facts: OrderFacts, event: OrderEventName): OrderStatus | null {
  // Called for every act of every row of a list: most statuses know only a few events.
  if (machine.states[facts.status]?.ownEvents.includes(event) !== true) return null;
  const { status, invoiceStatus, payableFen, paidFen, pendingFen, refundFen, refundAskFen, invoicedFen } =
    facts;
  const context = {
    // Empty where another platform tells nothing of invoices.
    invoiceStatus: invoiceStatus || "none",
    payableFen: payableFen ?? 0,
    paidFen: paidFen ?? 0,
    pendingFen: pendingFen ?? 0,
    refundFen: refundFen ?? 0,
    refundAskFen: refundAskFen ?? 0,
    invoicedFen: invoicedFen ?? payableFen ?? 0,
  };
  const snapshot = machine.resolveState({ value: status, context });
  if (!snapshot.can({ type: event })) return null;
  return transition(machine, snapshot, { type: event })[0].value;
}

/** Status machine of orders, shared by the server (which checks) and the console (which offers actions). */
export const orderStatusMachine = {
  machine,
  next,
  /** Events that the order currently allows. */
  allowed: (facts: OrderFacts): OrderEventName[] => eventNames.filter((event) => next(facts, event) !== null),
  /** Chinese label of an order's status; 部分付款 for a partly paid order. */
  label: ({ status, paidFen }: Pick<OrderFacts, "status" | "paidFen">): string =>
    status === "pending" && (paidFen ?? 0) > 0 ? "部分付款" : orderStatus.label(status),
} as const;
