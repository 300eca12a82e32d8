import { sql } from "drizzle-orm";
import { bigint, check, index, jsonb, numeric, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { orderInvoiceStatus, orderType, payMethod } from "../../../adapters/contract/order.ts";
import { orderStatus } from "../../../adapters/contract/orderEvent.ts";
import type { ServiceRow, TaxRate } from "../../../adapters/contract/service.ts";
import { codePointText, enumChecks, enumColumn, int8, recordColumns, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import type { RecordSubject } from "../recordSubject.ts";
import { toCharacters } from "../searchKeys.ts";
import { channelCodes } from "./channelCode.ts";
import { companies } from "./company.ts";
import { companyColumns } from "./companyColumns.ts";

/** A service in a goods, as of the order's creation. */
export interface OrderedService {
  readonly serviceId: string;
  readonly name: string;
  readonly kind: ServiceRow["kind"];
  readonly unit: string;
  /** In one piece of the goods, for the goods' months. */
  readonly quantity: number;
}

/** One goods of an order, as of the order's creation. */
export interface OrderedGoods {
  readonly goodsId: string;
  readonly name: string;
  readonly quantity: number;
  readonly months: number;
  readonly unitPriceFen: number;
  /** The goods' original price; missing in orders older than this field. */
  readonly originPriceFen?: number;
  readonly amountFen: number;
  /** Months that the unit price covers. */
  readonly goodsMonths: number;
  readonly services: readonly OrderedService[];
}

/** The part of the payable amount with one tax code and rate. */
export interface OrderTaxLine {
  readonly name: string;
  readonly taxCode: string;
  readonly taxRate: TaxRate;
  /** Tax included. */
  readonly amountFen: number;
}

const fen = (name: string) => bigint(name, { mode: "number" }).notNull().default(0);

/** Orders. Copies names of company, channel and people, so that a list reads one table. */
export const orders = pgTable(
  "orders",
  {
    ...recordColumns(),
    orderNo: text("order_no").notNull(),
    ...companyColumns(),
    companyNameOrder: codePointText("company_name_order").notNull(),
    type: enumColumn("type", orderType).notNull(),
    items: jsonb("items").notNull().$type<readonly OrderedGoods[]>(),
    goodsNames: text("goods_names").notNull(),
    /** Adds up to the payable amount. */
    taxLines: jsonb("tax_lines").notNull().$type<readonly OrderTaxLine[]>(),
    totalFen: fen("total_fen"),
    discountFen: fen("discount_fen"),
    payableFen: fen("payable_fen"),
    /** The payable amount without tax. */
    exTaxFen: fen("ex_tax_fen"),
    paidFen: fen("paid_fen"),
    /** Registered and waiting for audit. */
    pendingFen: fen("pending_fen"),
    /** Refunded so far, in one or several parts. */
    refundFen: fen("refund_fen"),
    /** Requested and waiting for audit. */
    refundAskFen: fen("refund_ask_fen"),
    /** Where the money of the last request goes; empty for the way it came. */
    refundPayee: text("refund_payee").notNull().default(""),
    refundBank: text("refund_bank").notNull().default(""),
    refundAccount: text("refund_account").notNull().default(""),
    refundVoucherUrl: text("refund_voucher_url").notNull().default(""),
    contractNo: text("contract_no").notNull().default(""),
    contractUrl: text("contract_url").notNull().default(""),
    status: enumColumn("status", orderStatus).notNull().default("pending"),
    /** When the status last changed. */
    statusAt: timestamptz("status_at").notNull(),
    payMethod: enumColumn("pay_method", payMethod).notNull(),
    /** Null for an order that a customer placed. */
    createdBy: int8("created_by"),
    createdByName: text("created_by_name").notNull().default(""),
    /** Who registered the payment or requested the refund that waits for audit. */
    submittedBy: int8("submitted_by"),
    /** Stays after the audit. */
    submittedByName: text("submitted_by_name").notNull().default(""),
    auditorId: int8("auditor_id"),
    auditorName: text("auditor_name").notNull().default(""),
    auditedAt: timestamptz("audited_at"),
    auditRemark: text("audit_remark").notNull().default(""),
    paidAt: timestamptz("paid_at"),
    /** Approval of the last refund, of the whole or of a part. */
    refundedAt: timestamptz("refunded_at"),
    /** When the last of its grants ends; null until there are any. */
    endAt: timestamptz("end_at"),
    closeReason: text("close_reason").notNull().default(""),
    invoiceStatus: enumColumn("invoice_status", orderInvoiceStatus).notNull().default("none"),
    /** On invoices that are applied for or issued, less what red invoices took back. */
    invoicedFen: fen("invoiced_fen"),
    channelCodeId: int8("channel_code_id").references(() => channelCodes.id),
    channelName: text("channel_name").notNull().default(""),
    channelRatio: numeric("channel_ratio", { precision: 5, scale: 2, mode: "number" }).notNull().default(0),
    commissionFen: fen("commission_fen"),
    /** The part of the commission that confirmed payments have earned. */
    earnedFen: fen("earned_fen"),
    remark: text("remark").notNull().default(""),
    /** Lower-cased order number, company and contract number; keywords are searched in it. */
    search: text("search").notNull(),
  },
  (t) => [
    uniqueIndex("orders_order_no_key").on(t.orderNo),
    // One trial per company, unless it was cancelled; the second of two simultaneous ones violates this.
    uniqueIndex("orders_trial_key")
      .on(t.companyId)
      .where(sql`${t.type} = 'trial' and ${t.status} <> 'cancelled'`),
    // Ends with the other date, so that a range of one date sorted by the other is found without reading rows.
    index("orders_created_at").on(t.createdAt, t.id, t.paidAt),
    index("orders_company").on(t.companyId, t.createdAt, t.id),
    index("orders_company_name_order").on(t.companyNameOrder, t.id),
    index("orders_payable").on(t.payableFen, t.id),
    index("orders_paid").on(t.paidFen, t.id),
    index("orders_paid_at").on(t.paidAt, t.id, t.createdAt),
    index("orders_paid_at_desc").on(t.paidAt.desc().nullsLast(), t.id.desc()),
    index("orders_refunded_at").on(t.refundedAt, t.id).where(sql`${t.refundedAt} is not null`),
    index("orders_status").on(t.status, t.createdAt, t.id),
    index("orders_type").on(t.type, t.createdAt, t.id),
    index("orders_pay_method").on(t.payMethod, t.createdAt, t.id),
    index("orders_invoice_status").on(t.invoiceStatus, t.createdAt, t.id),
    index("orders_channel").on(t.channelCodeId, t.createdAt, t.id),
    // Index-only scan for sums and counts of a whole result, whatever the filter. Includes the search text: trigrams do
    // not cover a keyword of two characters, and a frequent one would read as many rows.
    index("orders_totals").on(
      t.status,
      t.payableFen,
      t.paidFen,
      t.refundFen,
      t.type,
      t.payMethod,
      t.invoiceStatus,
      t.channelCodeId,
      t.companyId,
      t.createdAt,
      t.paidAt,
      t.createdBy,
      t.submittedBy,
      t.search,
    ),
    index("orders_end_at").on(t.endAt).where(sql`${t.status} = 'paid'`),
    index("orders_search").using("gin", sql`${t.search} gin_trgm_ops`),
    index("orders_characters").using("gin", toCharacters(t.search)),
    ...enumChecks(t),
    check(
      "orders_amounts_check",
      sql`${t.payableFen} = ${t.totalFen} - ${t.discountFen} and ${t.discountFen} between 0 and ${t.totalFen}`,
    ),
    check(
      "orders_paid_check",
      sql`${t.paidFen} between 0 and ${t.payableFen} and ${t.pendingFen} between 0 and ${t.payableFen} - ${t.paidFen}`,
    ),
    check(
      "orders_refund_check",
      sql`${t.refundFen} between 0 and ${t.paidFen} and (${t.status} <> 'refunded' or ${t.refundFen} = ${t.paidFen})`,
    ),
    check("orders_refund_ask_check", sql`${t.refundAskFen} between 0 and ${t.paidFen} - ${t.refundFen}`),
    check("orders_invoiced_check", sql`${t.invoicedFen} between 0 and ${t.payableFen}`),
    check("orders_earned_check", sql`${t.earnedFen} between 0 and ${t.commissionFen}`),
  ],
);
export type OrderRecord = typeof orders.$inferSelect;

export const orderNames: DenormalizedNames = {
  table: orders,
  synced: [
    { name: orders.companyName, id: orders.companyId, source: companies, order: orders.companyNameOrder },
    { name: orders.channelName, id: orders.channelCodeId, source: channelCodes },
  ],
  fixed: [orders.createdByName, orders.submittedByName, orders.auditorName],
  search: { text: orders.search, parts: [orders.orderNo, orders.companyName, orders.contractNo] },
};

export const orderSubject: RecordSubject = {
  entities: ["order", "orderPay"],
  rights: { order: ["order", 1], orderPay: ["order", 2] },
  table: orders,
  name: orders.orderNo,
  amountFen: orders.payableFen,
};
