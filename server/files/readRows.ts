import type { CellValue } from "hucre/xlsx";
import { assertSmallSheet } from "./assertSmallSheet.ts";
import { readFile } from "./readFile.ts";

const startsWith = (bytes: Buffer, hex: string) => bytes.subarray(0, hex.length / 2).toString("hex") === hex;
const isZip = (bytes: Buffer) => startsWith(bytes, "504b0304");
const isOldExcel = (bytes: Buffer) => startsWith(bytes, "d0cf11e0");

/**
 * Reads the first sheet of an Excel file, or a CSV in UTF-8 or GB18030, which the content decides; the first `maxRows`.
 * @param damaged what to say of a file that is neither
 */
export async function readRows(
  bytes: Buffer,
  maxRows: number,
  damaged: string,
): Promise<readonly (readonly CellValue[])[]> {
  if (!isZip(bytes) && !isOldExcel(bytes)) return readFile("csv", { bytes, maxRows }, damaged);
  assertSmallSheet(bytes);
  return readFile("sheet", { bytes, maxRows }, damaged);
}
