import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { XMLParser } from "fast-xml-parser";
import * as z from "zod/mini";

/** A cell as LibreOffice parsed it. */
export interface SheetCell {
  /** `string`, `float`, `date`, …; empty for an empty cell. */
  readonly type: string;
  /** The number, the date or the text. */
  readonly value: string;
  /** Empty for a cell without a formula. */
  readonly formula: string;
}

const timeoutMs = 60_000;
/** LibreOffice writes the rest of a row as one empty cell repeated many times; cut there. */
const maxColumns = 100;

/** Opens the workbooks in one LibreOffice process with a temporary profile; returns the first sheet of each. */
export function readInLibreOffice(
  workbooks: Readonly<Record<string, Uint8Array>>,
): Record<string, SheetCell[][]> {
  const folder = mkdtempSync(path.join(tmpdir(), "libreoffice-"));
  try {
    const files = Object.entries(workbooks).map(([name, bytes]) => {
      const file = path.join(folder, `${name}.xlsx`);
      writeFileSync(file, bytes);
      return file;
    });
    const profile = pathToFileURL(path.join(folder, "profile")).href;
    const { status, stderr, error } = spawnSync(
      process.env["SOFFICE_PATH"] ?? "soffice",
      [
        `-env:UserInstallation=${profile}`,
        "--headless",
        "--convert-to",
        "fods",
        "--outdir",
        folder,
        ...files,
      ],
      { encoding: "utf8", timeout: timeoutMs },
    );
    if (status !== 0) throw new Error(`LibreOffice could not open them: ${error?.message ?? stderr}`);
    return Object.fromEntries(
      Object.keys(workbooks).map((name) => [
        name,
        parseSheet(readFileSync(path.join(folder, `${name}.fods`), "utf8")),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const text = z._default(z.string(), "");
const paragraph = z.object({ "#text": text });
const cell = z.object({
  "@value-type": text,
  "@value": text,
  "@date-value": text,
  "@formula": text,
  "@number-columns-repeated": z._default(z.string(), "1"),
  p: z._default(z.array(paragraph), []),
});
const row = z.object({ "table-cell": z._default(z.array(cell), []) });
const table = z.object({ "table-row": z._default(z.array(row), []) });
const flatDocument = z.object({
  document: z.object({ body: z.object({ spreadsheet: z.object({ table: z.array(table) }) }) }),
});

/** The cells of the first sheet of a flat OpenDocument spreadsheet. */
function parseSheet(xml: string): SheetCell[][] {
  const arrays = new Set(["table", "table-row", "table-cell", "p"]);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    alwaysCreateTextNode: true,
    isArray: (name) => arrays.has(name),
  });
  const [sheet] = flatDocument.parse(parser.parse(xml)).document.body.spreadsheet.table;
  return (sheet?.["table-row"] ?? []).map((row) =>
    row["table-cell"].flatMap((cell) => {
      const type = cell["@value-type"];
      const value = cell["@date-value"] || cell["@value"] || cell.p.map((p) => p["#text"]).join("\n");
      const item = { type, value, formula: cell["@formula"] };
      return Array.from(
        { length: Math.min(Number(cell["@number-columns-repeated"]), maxColumns) },
        () => item,
      );
    }),
  );
}
