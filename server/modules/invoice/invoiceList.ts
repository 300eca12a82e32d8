import { eq, inArray } from "drizzle-orm";
import type * as z from "zod/mini";
import type { invoiceCalls } from "../../../adapters/contract/invoice.ts";
import { toValues } from "../../../adapters/contract/page.ts";
import { invoices } from "../../db/schema/invoice.ts";
import { defineListSource } from "../../list/listSource.ts";

type PageRequest = z.output<typeof invoiceCalls.invoicePageList.body>;
type ExportRequest = z.output<typeof invoiceCalls.invoiceExport.body>;

/** The invoice list and its export. */
export const invoiceList = defineListSource<PageRequest | ExportRequest>()({
  table: invoices,
  id: invoices.id,
  createdAt: invoices.createdAt,
  dates: { applied: invoices.appliedAt, issued: invoices.issueDate },
  baseCondition: undefined,
  search: invoices.search,
  sortable: {
    createdAt: invoices.createdAt,
    appliedAt: invoices.appliedAt,
    issueDate: invoices.issueDate,
    amountFen: invoices.amountFen,
    companyName: invoices.companyNameOrder,
  },
  filters: {
    status: (value) => inArray(invoices.status, [...toValues(value)]),
    type: (value) => eq(invoices.type, value),
    titleType: (value) => eq(invoices.titleType, value),
    companyId: (value) => eq(invoices.companyId, value),
  },
});
