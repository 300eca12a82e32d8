import { parentPort, workerData } from "node:worker_threads";
import { parse } from "csv-parse/sync";
import { read } from "hucre";
import { decodeText } from "./decodeText.ts";
import type { FileReply, FileRequest } from "./readFile.ts";
import { ZoneFileError } from "./zones/foundShape.ts";
import { parseZoneFile } from "./zones/parseZoneFile.ts";

/** Columns that are answered of a table; no bank and no template has so many. */
const maxColumns = 500;

/** Reads what the thread was started with. Throws where the file is damaged. */
async function readRequest(request: FileRequest): Promise<unknown> {
  switch (request.kind) {
    case "zones":
      return parseZoneFile(request.file, request.width, request.crs);
    case "sheet": {
      const { sheets } = await read(new Uint8Array(request.bytes), { sheets: [0], maxRows: request.maxRows });
      return (sheets[0]?.rows ?? []).map(cutRow);
    }
    case "csv":
      return readCsv(request.bytes, request.maxRows);
  }
}

function readCsv(bytes: Uint8Array, maxRows: number): readonly (readonly string[])[] {
  const text = decodeText(bytes);
  if (text.includes("\u0000")) throw new Error("no text");
  // Banks end some files with tabs instead of commas, and write tabs before long numbers.
  const [firstLine = ""] = text.split("\n", 1);
  const delimiter = firstLine.split("\t").length > firstLine.split(",").length ? "\t" : ",";
  const rows: string[][] = parse(text, {
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    trim: true,
    to: maxRows,
  });
  return rows.map(cutRow);
}

/** The server's thread, which is given the rows, waits for each cell of them. */
const cutRow = <T>(row: readonly T[]): readonly T[] => row.slice(0, maxColumns);

/** Any error is the file's: the thread does nothing else. */
async function answer(): Promise<FileReply> {
  try {
    // Cast: the thread is started by `readFile` only.
    return { result: await readRequest(workerData as FileRequest) };
  } catch (error) {
    return { refused: error instanceof ZoneFileError ? error.message : null };
  }
}

parentPort?.postMessage(await answer());
