import * as z from "zod/mini";
import * as f from "./fields.ts";
import { formatYuan } from "./formatYuan.ts";
import * as word from "./words.ts";

/** A part of one line that is to be reversed; `line` is its place on the invoice, from 0. */
export interface RedPart {
  readonly line: number;
  readonly amountFen: number;
}

interface LeftLine {
  readonly name: string;
  readonly exTaxFen: number;
  readonly taxFen: number;
}

/** Red invoices of one invoice at most. */
export const maxReds = 100;

/** What is left of a line, with tax. */
export const getLineFen = ({ exTaxFen, taxFen }: Omit<LeftLine, "name">): number => exTaxFen + taxFen;

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/**
 * Why these parts of what is left of an invoice cannot be reversed; null if they can. The tax authority takes back the
 * whole of an invoice that was issued wrongly.
 */
export function findRedError(
  left: readonly LeftLine[],
  parts: readonly RedPart[],
  reason: string,
): string | null {
  for (const { line, amountFen } of parts) {
    const of = left[line];
    if (!of) return `发票没有第 ${line + 1} 行明细`;
    if (amountFen < 1 || amountFen > getLineFen(of))
      return `「${of.name}」的红冲金额应大于 0，且不超过未红冲的 ${formatYuan(getLineFen(of))} 元`;
  }
  if (parts.length === 0) return "请填写红冲金额";
  return reason === "开票有误" && sum(parts.map(({ amountFen }) => amountFen)) < sum(left.map(getLineFen))
    ? "开票有误的发票应全额红冲，部分红冲请选择其他原因"
    : null;
}

/** A red invoice, of the whole or of a part; without a number while it is requested. */
export const invoiceRed = z.object({
  id: f.id,
  createdAt: f.instant,
  amountFen: z.int(),
  exTaxFen: z.int(),
  taxFen: z.int(),
  reason: z.string(),
  redInvoiceNo: z.string(),
  issueDate: z.nullable(f.instant),
  /** Signed like `fileUrl`. */
  fileUrl: z.string(),
});
export type InvoiceRed = z.infer<typeof invoiceRed>;

/** Parts of lines to reverse: `line` is the place on the invoice, from 0. */
export const redLines = z
  .array(
    z.strictObject({
      line: z.int().check(z.minimum(0), z.maximum(1_000)),
      amountFen: z.int(word.exactToFen).check(z.minimum(1, word.aboveZero)),
    }),
  )
  .check(
    z.minLength(1, "请填写红冲金额"),
    z.maxLength(1_000),
    z.refine((parts) => new Set(parts.map(({ line }) => line)).size === parts.length, "同一明细只能填写一次"),
  );
