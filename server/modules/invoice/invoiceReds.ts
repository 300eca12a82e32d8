import { and, asc, eq } from "drizzle-orm";
import type { InvoiceLine } from "../../../adapters/contract/invoice.ts";
import { findRedError, getLineFen, maxReds, type RedPart } from "../../../adapters/contract/redInvoice.ts";
import type { Db } from "../../db/handle.ts";
import { type InvoiceRecord, type InvoiceRedRecord, invoiceReds } from "../../db/schema/invoice.ts";
import { RefusalError } from "../../errors.ts";
import { ValidationError } from "../../http/validationError.ts";
import { calculateExTax } from "../order/calculateOrderAmounts.ts";

/** Reads the red invoices of an invoice, oldest first; the last one may still await its number. */
export const readReds = (db: Db, invoiceId: string): Promise<InvoiceRedRecord[]> =>
  db.select().from(invoiceReds).where(eq(invoiceReds.invoiceId, invoiceId)).orderBy(asc(invoiceReds.id));

/** Condition of the red invoice that awaits its number. */
export const isPendingRed = (invoiceId: string) =>
  and(eq(invoiceReds.invoiceId, invoiceId), eq(invoiceReds.redInvoiceNo, ""));

/** The invoice's lines, less what was reversed of each; lines of a red invoice are in the same order. */
export const subtractReds = (
  lines: readonly InvoiceLine[],
  reds: readonly Pick<InvoiceRedRecord, "lines">[],
): InvoiceLine[] =>
  reds.reduce<InvoiceLine[]>(
    (left, red) =>
      left.map((line, index) => ({
        ...line,
        exTaxFen: line.exTaxFen - (red.lines[index]?.exTaxFen ?? 0),
        taxFen: line.taxFen - (red.lines[index]?.taxFen ?? 0),
      })),
    [...lines],
  );

/** Sums of lines, as on an invoice. */
export function sumLines(lines: readonly InvoiceLine[]) {
  const exTaxFen = lines.reduce((sum, line) => sum + line.exTaxFen, 0);
  const taxFen = lines.reduce((sum, line) => sum + line.taxFen, 0);
  return { amountFen: exTaxFen + taxFen, exTaxFen, taxFen };
}

/** The tax of a part is that of its rate; a line's last part takes what is left of both. */
function toRedLine(line: InvoiceLine, amountFen: number): InvoiceLine {
  const rounded = calculateExTax({ amountFen, taxRate: line.taxRate });
  const exTaxFen = Math.max(amountFen - line.taxFen, Math.min(rounded, line.exTaxFen));
  return { ...line, exTaxFen, taxFen: amountFen - exTaxFen };
}

/** The lines of a red invoice for these parts, by default for all that is left; refuses what cannot be reversed. */
export function buildRedLines(
  invoice: Pick<InvoiceRecord, "lines">,
  reds: readonly InvoiceRedRecord[],
  parts: readonly RedPart[] | undefined,
  reason: string,
): InvoiceLine[] {
  const left = subtractReds(invoice.lines, reds);
  if (parts === undefined) return left;
  const error = findRedError(left, parts, reason);
  if (error !== null) throw new ValidationError([{ path: "redLines", message: error }]);
  const amounts = new Map(parts.map(({ line, amountFen }) => [line, amountFen]));
  const lines = left.map((line, index) => toRedLine(line, amounts.get(index) ?? 0));
  const isPart = lines.some((line, index) => getLineFen(line) < getLineFen(left[index] ?? line));
  if (isPart && reds.length >= maxReds - 1)
    throw new RefusalError(`一张发票最多 ${maxReds} 张红字发票，请全额红冲余下部分`);
  return lines;
}
