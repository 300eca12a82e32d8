import * as z from "zod/mini";
import { callRights } from "./callRights.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { invoiceEmail, invoiceRow, invoiceType } from "./invoice.ts";
import { wholeList } from "./page.ts";
import { taxNo } from "./taxNo.ts";
import * as word from "./words.ts";

const readRoles = ["admin", "operator", "finance"] as const;
const byId = z.object({ id: f.id });

/** The buyer that is kept with a company, for its next application. */
export const invoiceProfile = z.object({
  /** The company's. */
  id: f.id,
  version: f.version,
  type: invoiceType.schema,
  title: z.string(),
  taxNo: z.string(),
  email: z.string(),
  /** Bank name and account number. */
  bankAccount: z.string(),
  /** Address and telephone. */
  address: z.string(),
});
export type InvoiceProfile = z.infer<typeof invoiceProfile>;

export const invoiceProfileFieldLabels = {
  type: word.invoiceType,
  email: word.invoiceEmail,
  address: word.invoiceAddress,
} as const;

/** What orders and companies show of invoices. */
export const orderInvoiceCalls = defineCalls({
  invoicesOfOrder: {
    host: "api",
    method: "GET",
    path: "/x/order/invoices/:id",
    summary: "订单的发票",
    access: readRoles,
    comesWith: ["/order/v3/pageList"],
    params: byId,
    // Newest first, rejected, withdrawn and reversed ones too.
    data: wholeList(invoiceRow),
  },
  invoiceProfile: {
    host: "api",
    method: "GET",
    path: "/x/invoice/profile/:id",
    summary: "企业的开票信息",
    access: readRoles,
    comesWith: ["/company/pageList"],
    // The company's id; null before its first application in its own name.
    params: byId,
    data: z.nullable(invoiceProfile),
  },
  invoiceProfileSave: {
    ...callRights.invoiceProfileSave,
    host: "api",
    method: "PUT",
    summary: "编辑开票信息",
    audit: "invoiceProfile",
    body: z.strictObject({
      /** The company's. */
      id: f.id,
      /** Left out for a company that has none yet. */
      version: z.optional(f.version),
      type: invoiceType.schema,
      title: f.name(2, 100),
      taxNo: taxNo.check(z.minLength(1, "请输入税号")),
      email: z.optional(z.union([invoiceEmail, z.literal("")])),
      bankAccount: z.optional(f.optionalName(100)),
      address: z.optional(f.note(120)),
      requestId: f.requestId,
    }),
    data: f.saveResult,
  },
});
