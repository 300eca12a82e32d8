import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { payMethod } from "../../../adapters/contract/order.ts";
import { orderPayStatus } from "../../../adapters/contract/orderPay.ts";
import { enumChecks, enumColumn, int8, recordColumns, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import { toCharacters, toPaymentText } from "../searchKeys.ts";
import { companies } from "./company.ts";
import { companyColumns } from "./companyColumns.ts";
import { orders } from "./order.ts";

/** Payments of orders. */
export const orderPays = pgTable(
  "order_pays",
  {
    ...recordColumns(),
    orderId: int8("order_id")
      .notNull()
      .references(() => orders.id),
    /** Copied from the order, so that a list reads one table. */
    orderNo: text("order_no").notNull(),
    ...companyColumns(),
    payNo: text("pay_no").notNull(),
    method: enumColumn("method", payMethod).notNull(),
    bankName: text("bank_name").notNull().default(""),
    /** The bank's number, or empty. Unique regardless of case, so that no transfer is registered twice. */
    bankSerialNo: text("bank_serial_no").notNull().default(""),
    amountFen: bigint("amount_fen", { mode: "number" }).notNull(),
    payerName: text("payer_name").notNull(),
    /** Whether the payer is not the company. */
    payerDiffers: boolean("payer_differs").notNull().default(false),
    payerVerified: boolean("payer_verified").notNull().default(false),
    voucherUrl: text("voucher_url").notNull().default(""),
    paidAt: timestamptz("paid_at").notNull(),
    status: enumColumn("status", orderPayStatus).notNull().default("pending"),
    /** Null for a payment that a customer made online. */
    registeredBy: int8("registered_by"),
    registeredByName: text("registered_by_name").notNull().default(""),
    auditorName: text("auditor_name").notNull().default(""),
    auditedAt: timestamptz("audited_at"),
    auditRemark: text("audit_remark").notNull().default(""),
  },
  (t) => [
    uniqueIndex("order_pays_pay_no_key").on(t.payNo),
    // A rejected or withdrawn transfer can be registered again.
    uniqueIndex("order_pays_bank_serial_no_key")
      .on(sql`upper(${t.bankSerialNo})`)
      .where(sql`${t.bankSerialNo} <> '' and ${t.status} not in ('rejected', 'closed')`),
    // At most one payment of an order waits for audit.
    uniqueIndex("order_pays_pending_key").on(t.orderId).where(sql`${t.status} = 'pending'`),
    index("order_pays_order").on(t.orderId, t.id),
    index("order_pays_created_at").on(t.createdAt, t.id),
    index("order_pays_paid_at").on(t.paidAt, t.id),
    index("order_pays_amount").on(t.amountFen, t.id),
    index("order_pays_status").on(t.status, t.paidAt, t.id),
    index("order_pays_company").on(t.companyId, t.paidAt, t.id),
    index("order_pays_search").using(
      "gin",
      sql`${toPaymentText(t.bankSerialNo, t.payNo, t.payerName)} gin_trgm_ops`,
    ),
    index("order_pays_characters").using(
      "gin",
      toCharacters(toPaymentText(t.bankSerialNo, t.payNo, t.payerName)),
    ),
    ...enumChecks(t),
    check("order_pays_amount_check", sql`${t.amountFen} > 0`),
  ],
);
export type OrderPayRecord = typeof orderPays.$inferSelect;

export const orderPayNames: DenormalizedNames = {
  table: orderPays,
  synced: [{ name: orderPays.companyName, id: orderPays.companyId, source: companies }],
  fixed: [orderPays.registeredByName, orderPays.auditorName],
  own: [orderPays.bankName, orderPays.payerName],
};
