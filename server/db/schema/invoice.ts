import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  type InvoiceLine,
  invoiceStatus,
  invoiceTitleType,
  invoiceType,
} from "../../../adapters/contract/invoice.ts";
import { codePointText, enumChecks, enumColumn, int8, recordColumns, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import type { RecordSubject } from "../recordSubject.ts";
import { toCharacters } from "../searchKeys.ts";
import { companies } from "./company.ts";
import { companyColumns } from "./companyColumns.ts";
import { type OrderTaxLine, orders } from "./order.ts";

const fen = (name: string) => bigint(name, { mode: "number" }).notNull();

/** Invoices and applications for them. Copies the company's name and the order numbers for lists. */
export const invoices = pgTable(
  "invoices",
  {
    ...recordColumns(),
    ...companyColumns(),
    companyNameOrder: codePointText("company_name_order").notNull(),
    titleType: enumColumn("title_type", invoiceTitleType).notNull(),
    title: text("title").notNull(),
    taxNo: text("tax_no").notNull().default(""),
    type: enumColumn("type", invoiceType).notNull(),
    email: text("email").notNull(),
    bankAccount: text("bank_account").notNull().default(""),
    address: text("address").notNull().default(""),
    lines: jsonb("lines").notNull().$type<readonly InvoiceLine[]>(),
    amountFen: fen("amount_fen"),
    exTaxFen: fen("ex_tax_fen"),
    taxFen: fen("tax_fen"),
    orderCount: integer("order_count").notNull(),
    orderNos: text("order_nos").notNull(),
    status: enumColumn("status", invoiceStatus).notNull().default("applied"),
    /** Empty until the invoice is issued. */
    invoiceNo: text("invoice_no").notNull().default(""),
    /** Start of a day in Shanghai. */
    issueDate: timestamptz("issue_date"),
    fileUrl: text("file_url").notNull().default(""),
    redInvoiceNo: text("red_invoice_no").notNull().default(""),
    /** Numbers of all its red invoices, oldest first, for the search. */
    redInvoiceNos: text("red_invoice_nos").notNull().default(""),
    redIssueDate: timestamptz("red_issue_date"),
    redFileUrl: text("red_file_url").notNull().default(""),
    redReason: text("red_reason").notNull().default(""),
    /** Reversed so far, and requested now; number, date, file and reason are those of the latest red invoice. */
    redFen: fen("red_fen").default(0),
    redAskFen: fen("red_ask_fen").default(0),
    rejectReason: text("reject_reason").notNull().default(""),
    applicantId: int8("applicant_id").notNull(),
    applicantName: text("applicant_name").notNull(),
    appliedAt: timestamptz("applied_at").notNull(),
    handlerName: text("handler_name").notNull().default(""),
    remark: text("remark").notNull().default(""),
    /** Lower-cased invoice number, title, company, tax number and red numbers; keywords are searched in it. */
    search: text("search").notNull(),
  },
  (t) => [
    index("invoices_created_at").on(t.createdAt, t.id),
    index("invoices_applied_at").on(t.appliedAt, t.id),
    index("invoices_issue_date").on(t.issueDate, t.id),
    index("invoices_issue_date_desc").on(t.issueDate.desc().nullsLast(), t.id.desc()),
    index("invoices_amount").on(t.amountFen, t.id),
    index("invoices_company_name_order").on(t.companyNameOrder, t.id),
    index("invoices_status").on(t.status, t.createdAt, t.id),
    index("invoices_type").on(t.type, t.createdAt, t.id),
    index("invoices_company").on(t.companyId, t.createdAt, t.id),
    // Index-only scan for sums and counts of a whole result, whatever the filter except a keyword.
    index("invoices_totals").on(
      t.status,
      t.amountFen,
      t.exTaxFen,
      t.taxFen,
      t.type,
      t.titleType,
      t.companyId,
      t.createdAt,
      t.appliedAt,
      t.issueDate,
    ),
    index("invoices_search").using("gin", sql`${t.search} gin_trgm_ops`),
    index("invoices_characters").using("gin", toCharacters(t.search)),
    ...enumChecks(t),
    check("invoices_amounts_check", sql`${t.amountFen} = ${t.exTaxFen} + ${t.taxFen} and ${t.amountFen} > 0`),
    check(
      "invoices_number_check",
      sql`(${t.invoiceNo} <> '') = (${t.status} in ('issued', 'reversing', 'reversed'))`,
    ),
    check("invoices_red_number_check", sql`(${t.redInvoiceNo} <> '') = (${t.redFen} > 0)`),
    check(
      "invoices_red_check",
      sql`${t.redFen} >= 0 and ${t.redAskFen} >= 0 and ${t.redFen} + ${t.redAskFen} <= ${t.amountFen} and (${t.redAskFen} > 0) = (${t.status} = 'reversing') and (${t.redFen} = ${t.amountFen}) = (${t.status} = 'reversed')`,
    ),
    check("invoices_special_check", sql`${t.type} = 'normal' or ${t.titleType} = 'company'`),
  ],
);
export type InvoiceRecord = typeof invoices.$inferSelect;

/** The red invoices of each invoice; one without a number awaits it, and is deleted if it is refused. */
export const invoiceReds = pgTable(
  "invoice_reds",
  {
    id: int8("id").primaryKey(),
    invoiceId: int8("invoice_id")
      .notNull()
      .references(() => invoices.id),
    createdAt: timestamptz("created_at").notNull(),
    /** In the order of the invoice's lines, 0 for those that stay. */
    lines: jsonb("lines").notNull().$type<readonly InvoiceLine[]>(),
    amountFen: fen("amount_fen"),
    exTaxFen: fen("ex_tax_fen"),
    taxFen: fen("tax_fen"),
    reason: text("reason").notNull(),
    redInvoiceNo: text("red_invoice_no").notNull().default(""),
    issueDate: timestamptz("issue_date"),
    fileUrl: text("file_url").notNull().default(""),
  },
  (t) => [
    index("invoice_reds_invoice").on(t.invoiceId, t.id),
    uniqueIndex("invoice_reds_pending_key").on(t.invoiceId).where(sql`${t.redInvoiceNo} = ''`),
    check(
      "invoice_reds_amounts_check",
      sql`${t.amountFen} = ${t.exTaxFen} + ${t.taxFen} and ${t.amountFen} > 0`,
    ),
  ],
);
export type InvoiceRedRecord = typeof invoiceReds.$inferSelect;

/** What a company's next application begins with: the buyer of its last one, or as it was corrected since. */
export const invoiceProfiles = pgTable("invoice_profiles", {
  companyId: int8("company_id")
    .primaryKey()
    .references(() => companies.id),
  version: integer("version").notNull().default(1),
  updatedAt: timestamptz("updated_at").notNull(),
  type: text("type").notNull().$type<"normal" | "special">(),
  title: text("title").notNull(),
  taxNo: text("tax_no").notNull(),
  email: text("email").notNull().default(""),
  bankAccount: text("bank_account").notNull().default(""),
  address: text("address").notNull().default(""),
});

/** The orders of each invoice, including rejected, withdrawn and reversed ones. */
export const invoiceOrders = pgTable(
  "invoice_orders",
  {
    invoiceId: int8("invoice_id")
      .notNull()
      .references(() => invoices.id),
    orderId: int8("order_id")
      .notNull()
      .references(() => orders.id),
    /** The part of each of the order's tax lines that is on the invoice, less what red invoices took back. */
    lines: jsonb("lines").notNull().default([]).$type<readonly OrderTaxLine[]>(),
  },
  (t) => [
    primaryKey({ name: "invoice_orders_pkey", columns: [t.invoiceId, t.orderId] }),
    index("invoice_orders_order").on(t.orderId),
  ],
);

/** Numbers of invoices and of red invoices; one table, so that none is used twice. */
export const invoiceNumbers = pgTable(
  "invoice_numbers",
  {
    invoiceNo: text("invoice_no").notNull(),
    invoiceId: int8("invoice_id")
      .notNull()
      .references(() => invoices.id),
    red: boolean("red").notNull(),
  },
  (t) => [primaryKey({ name: "invoice_numbers_pkey", columns: [t.invoiceNo] })],
);

export const invoiceNames: DenormalizedNames = {
  table: invoices,
  synced: [
    {
      name: invoices.companyName,
      id: invoices.companyId,
      source: companies,
      order: invoices.companyNameOrder,
    },
  ],
  fixed: [invoices.applicantName, invoices.handlerName],
  search: {
    text: invoices.search,
    parts: [invoices.invoiceNo, invoices.title, invoices.companyName, invoices.taxNo, invoices.redInvoiceNos],
  },
};

export const invoiceSubject: RecordSubject = {
  entities: ["invoice"],
  rights: { invoice: ["order", 4] },
  table: invoices,
  name: invoices.invoiceNo,
  amountFen: invoices.amountFen,
};
