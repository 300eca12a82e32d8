import { parse } from "csv-parse/sync";
import { read } from "hucre";
import { maxStatementLines, statementMaxBytes } from "../../../adapters/contract/bankStatement.ts";
import { RefusalError, type UploadedFile } from "../../call.ts";
import { assertSmallSheet } from "../assertSmallSheet.ts";

/** A cell; a date holds the sheet's wall time in its UTC fields. */
export type Cell = string | number | Date;
export type TableRow = readonly Cell[];

const damagedMessage = "文件不是可以读取的 CSV 或 Excel 表格，请从网上银行重新下载后再导入";
/** Titles and sums stand around the lines. */
const maxRows = maxStatementLines + 100;

const isZip = (bytes: Buffer) => bytes.subarray(0, 4).toString("hex") === "504b0304";
const isOldExcel = (bytes: Buffer) => bytes.subarray(0, 4).toString("hex") === "d0cf11e0";

/** Reads the first sheet of an Excel file, or a CSV in UTF-8 or GB18030, which the content decides. */
export async function readTable({ bytes, truncated }: UploadedFile): Promise<readonly TableRow[]> {
  if (truncated || bytes.length > statementMaxBytes)
    throw new RefusalError("文件不能超过 5 MB，请分段下载对账单后再导入");
  if (bytes.length === 0) throw new RefusalError("文件是空的，请选择其他文件");
  const rows = isZip(bytes) || isOldExcel(bytes) ? await readSheet(bytes) : readCsv(bytes);
  if (rows.length > maxRows) throw new RefusalError(`对账单最多 ${maxStatementLines} 行，请分段下载后再导入`);
  return rows;
}

async function readSheet(bytes: Buffer): Promise<TableRow[]> {
  assertSmallSheet(bytes);
  const workbook = await read(new Uint8Array(bytes), { sheets: [0], maxRows: maxRows + 1 }).catch(() => {
    throw new RefusalError(damagedMessage);
  });
  const [sheet] = workbook.sheets;
  return (sheet?.rows ?? []).map((row) =>
    row.map((cell) => (cell === null ? "" : typeof cell === "boolean" ? String(cell) : cell)),
  );
}

function readCsv(bytes: Buffer): TableRow[] {
  const text = decodeText(bytes);
  if (text.includes("\u0000")) throw new RefusalError(damagedMessage);
  // Banks end some files with tabs instead of commas, and write tabs before long numbers.
  const [firstLine = ""] = text.split("\n", 1);
  const delimiter = firstLine.split("\t").length > firstLine.split(",").length ? "\t" : ",";
  try {
    return parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      trim: true,
      to: maxRows + 1,
    });
  } catch {
    throw new RefusalError(damagedMessage);
  }
}

/** Chinese banks write GBK; what is no valid UTF-8 is that. */
function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}
