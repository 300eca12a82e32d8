import type { InvoiceLine } from "../../../adapters/contract/invoice.ts";
import type { OrderTaxLine } from "../../db/schema/order.ts";
import { calculateExTax } from "../order/calculateOrderAmounts.ts";

export interface InvoiceAmounts {
  readonly lines: readonly InvoiceLine[];
  readonly amountFen: number;
  readonly exTaxFen: number;
  readonly taxFen: number;
}

/** What lines of an invoice differ by. */
export const toLineKey = ({ name, taxCode, taxRate }: Omit<OrderTaxLine, "amountFen">): string =>
  JSON.stringify([name, taxCode, taxRate]);

/**
 * Merges the tax lines of orders into invoice lines, one per name, tax code and rate. In fen: the net amount is
 * amount ÷ (1 + rate), rounded, and the tax is the difference, so that lines add up to the orders' payable amounts.
 */
export function mergeInvoiceLines(taxLines: readonly OrderTaxLine[]): InvoiceAmounts {
  const merged = new Map<string, OrderTaxLine>();
  for (const line of taxLines) {
    const key = toLineKey(line);
    merged.set(key, { ...line, amountFen: line.amountFen + (merged.get(key)?.amountFen ?? 0) });
  }
  const lines = [...merged.values()]
    .filter(({ amountFen }) => amountFen > 0)
    .map(({ name, taxCode, taxRate, amountFen }) => {
      const exTaxFen = calculateExTax({ amountFen, taxRate });
      return { name, taxCode, taxRate, exTaxFen, taxFen: amountFen - exTaxFen };
    });
  const exTaxFen = lines.reduce((sum, line) => sum + line.exTaxFen, 0);
  const taxFen = lines.reduce((sum, line) => sum + line.taxFen, 0);
  return { lines, amountFen: exTaxFen + taxFen, exTaxFen, taxFen };
}
