import type { CellValue } from "hucre/xlsx";
import { parsePhone } from "../../../adapters/contract/identity.ts";
import { importMaxRows } from "../../../adapters/contract/sheetImport.ts";
import { RefusalError } from "../../errors.ts";

/** A row of a list of recipients; `phone` is null where its cell has no mobile number. */
export interface RecipientRow {
  /** As in the sheet: its first row is row 1. */
  readonly row: number;
  readonly phone: string | null;
}

const toText = (cell: CellValue | undefined): string => String(cell ?? "").trim();
const toLetter = (index: number): string => (index < 26 ? String.fromCharCode(65 + index) : `${index + 1}`);

/**
 * Finds the column of mobile numbers in any sheet, whatever its heading, and reads it. A first row without a number is
 * a heading.
 * @throws RefusalError where no column has numbers, or two have about as many
 */
export function findPhones(rows: readonly (readonly CellValue[])[]): readonly RecipientRow[] {
  const filled = rows
    .map((cells, index) => ({ row: index + 1, texts: cells.map(toText) }))
    .filter(({ texts }) => texts.some((text) => text !== ""));
  const counts = new Map<number, number>();
  for (const { texts } of filled)
    for (const [column, text] of texts.entries())
      if (parsePhone(text) !== null) counts.set(column, (counts.get(column) ?? 0) + 1);
  const [best, second] = [...counts].toSorted(([, a], [, b]) => b - a);
  if (!best) throw new RefusalError("文件中没有手机号，请选择有一列手机号的 .xlsx 或 .csv 文件");
  if (second && second[1] * 2 > best[1])
    throw new RefusalError(
      `文件的 ${[best[0], second[0]]
        .toSorted((a, b) => a - b)
        .map(toLetter)
        .join("、")} 两列都是手机号，请只保留收件人的一列`,
    );
  const found = filled.map(({ row, texts }) => ({ row, phone: parsePhone(texts[best[0]] ?? "") }));
  const list = found[0]?.row === 1 && found[0].phone === null ? found.slice(1) : found;
  if (list.length > importMaxRows)
    throw new RefusalError(`一份名单最多 ${importMaxRows} 行，文件中有 ${list.length} 行，请拆分后再发送`);
  return list;
}
