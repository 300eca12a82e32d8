import { bigint, index, pgTable, text } from "drizzle-orm/pg-core";
import type { OrderStatus } from "../../../adapters/contract/orderEvent.ts";
import { int8, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import { orders } from "./order.ts";

/** The history of each order, as its detail shows it. */
export const orderEvents = pgTable(
  "order_events",
  {
    id: int8("id").primaryKey(),
    orderId: int8("order_id")
      .notNull()
      .references(() => orders.id),
    at: timestamptz("at").notNull(),
    kind: text("kind")
      .notNull()
      .$type<
        | "create"
        | "register"
        | "approve"
        | "reject"
        | "withdraw"
        | "cancel"
        | "expire"
        | "askRefund"
        | "approveRefund"
        | "rejectRefund"
        | "finish"
        | "applyInvoice"
        | "issueInvoice"
        | "rejectInvoice"
        | "withdrawInvoice"
        | "reverseInvoice"
        | "redInvoice"
        | "refuseRed"
      >(),
    /** Null for actions of the platform or of a customer. */
    byId: int8("by_id"),
    byName: text("by_name").notNull().default(""),
    remark: text("remark").notNull().default(""),
    amountFen: bigint("amount_fen", { mode: "number" }),
    /** Document of a refund request. The order holds that of the latest request alone. */
    voucherUrl: text("voucher_url").notNull().default(""),
    /** The order's status after the event. */
    status: text("status").notNull().$type<OrderStatus>(),
  },
  (t) => [index("order_events_order").on(t.orderId, t.id)],
);
export type OrderEventRecord = typeof orderEvents.$inferSelect;

export const orderEventNames: DenormalizedNames = {
  table: orderEvents,
  fixed: [orderEvents.byName],
};
