import { maxStatementLines, statementMaxBytes } from "../../../adapters/contract/bankStatement.ts";
import * as word from "../../../adapters/contract/words.ts";
import { RefusalError } from "../../errors.ts";
import { readRows } from "../../files/readRows.ts";
import type { UploadedFile } from "../../uploadedFile.ts";

/** A cell; a date holds the sheet's wall time in its UTC fields. */
export type Cell = string | number | Date;
export type TableRow = readonly Cell[];

const damagedMessage = "文件不是可以读取的 CSV 或 Excel 表格，请从网上银行重新下载后再导入";
/** Titles and sums stand around the lines. */
const maxRows = maxStatementLines + 100;

/** Reads the rows of a statement, an Excel file or a CSV. */
export async function readTable({
  bytes,
  truncated,
}: Pick<UploadedFile, "bytes" | "truncated">): Promise<readonly TableRow[]> {
  if (truncated || bytes.length > statementMaxBytes)
    throw new RefusalError("文件不能超过 5 MB，请分段下载对账单后再导入");
  if (bytes.length === 0) throw new RefusalError(word.emptyFile);
  const rows = await readRows(bytes, maxRows + 1, damagedMessage);
  if (rows.length > maxRows) throw new RefusalError(`对账单最多 ${maxStatementLines} 行，请分段下载后再导入`);
  return rows.map((row) =>
    row.map((cell) => (cell === null ? "" : typeof cell === "boolean" ? String(cell) : cell)),
  );
}
