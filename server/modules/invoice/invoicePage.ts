import { count, sum } from "drizzle-orm";
import type { invoiceCalls } from "../../../adapters/contract/invoice.ts";
import type { Handler } from "../../call.ts";
import { invoices } from "../../db/schema/invoice.ts";
import { buildConditions } from "../../list/buildConditions.ts";
import { queryCountedPage } from "../../list/queryPage.ts";
import { invoiceList } from "./invoiceList.ts";
import { toInvoiceRow } from "./invoiceRow.ts";

/** A page of invoices with the sums of the whole result, and how many of it there are in each status. */
export const invoicePage: Handler<typeof invoiceCalls.invoicePageList> = async ({ body }, call) => {
  const { status, ...otherFilters } = body;
  // One pass over the result for total, sums and counts.
  const groups = await call.db
    .select({
      status: invoices.status,
      count: count(),
      amountFen: sum(invoices.amountFen).mapWith(Number),
      exTaxFen: sum(invoices.exTaxFen).mapWith(Number),
      taxFen: sum(invoices.taxFen).mapWith(Number),
    })
    .from(invoices)
    .where(buildConditions(invoiceList, otherFilters, call.now))
    .groupBy(invoices.status);
  const counts = { applied: 0, issued: 0, rejected: 0, cancelled: 0, reversing: 0, reversed: 0 };
  for (const group of groups) counts[group.status] = group.count;
  const selectedGroups = status ? groups.filter((group) => group.status === status) : groups;
  const total = (name: "count" | "amountFen" | "exTaxFen" | "taxFen") =>
    selectedGroups.reduce((subtotal, group) => subtotal + group[name], 0);
  const sums = {
    count: total("count"),
    amountFen: total("amountFen"),
    exTaxFen: total("exTaxFen"),
    taxFen: total("taxFen"),
  };
  const page = await queryCountedPage(
    call,
    invoiceList,
    body,
    (record) => toInvoiceRow(record, call),
    sums.count,
  );
  return { ...page, sums, counts };
};
