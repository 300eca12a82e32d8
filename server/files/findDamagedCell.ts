import type { CellValue } from "hucre/xlsx";

/** A sheet keeps 15 digits of a number. */
const maxExact = 999_999_999_999_999;
/** As a spreadsheet program writes a long number to a CSV. */
const scientific = /^\d(?:\.\d+)?E\+\d{2,}$/i;
const formulaError = /^#(?:[A-Z]+(?:\/0)?[!?]|N\/A)$/;

/** What a spreadsheet program has made of the text that was typed into a cell; null if it is still there. */
export function findDamagedCell(cell: CellValue | undefined): string | null {
  if (cell instanceof Date) return "被存为日期";
  if (typeof cell === "number") return Math.abs(cell) > maxExact ? "被存为数值，末位已丢失" : null;
  if (typeof cell !== "string") return null;
  if (scientific.test(cell)) return "被存为数值，末位已丢失";
  return formulaError.test(cell) ? `公式的结果是 ${cell}` : null;
}
