import { escapeXml } from "./escapeXml.ts";
import { createWorkbookParts, renderSheetHead, sheetFoot } from "./workbook.ts";
import { writeZip } from "./writeZip.ts";

export type Cell = string | number | Date | null;

interface Column {
  readonly header: string;
  readonly width: number;
  readonly numFmt?: string;
}

/** Rows of a sheet, the header included; Excel opens no more. */
export const maxRows = 1_048_576;

const chunkLength = 65_536;
const dayMs = 86_400_000;
/** 1970-01-01 in the days that a spreadsheet counts. */
const epochDays = 25_569;

/**
 * A workbook with one sheet: a header that stays in sight, then the rows, written while they are read. Numbers and
 * dates are such in the file (of a date its UTC fields), text is text whatever it looks like. Throws what the rows
 * throw: before the first byte where not one of them can be read.
 */
export async function* writeXlsx(
  { title, columns }: { readonly title: string; readonly columns: readonly Column[] },
  rows: AsyncIterable<readonly Cell[]>,
): AsyncGenerator<Uint8Array> {
  const numFmts = [...new Set(columns.flatMap(({ numFmt }) => numFmt ?? []))];
  const styledColumns = columns.map((column, at) => ({
    ...column,
    letters: toColumnLetters(at),
    style: column.numFmt ? numFmts.indexOf(column.numFmt) + 1 : 0,
  }));
  const smallParts = Object.entries(createWorkbookParts(title, numFmts)).map(([path, xml]) => ({
    path,
    data: [Buffer.from(xml)],
  }));
  const rowIterator = rows[Symbol.asyncIterator]();
  try {
    const data = writeSheet(styledColumns, prependRow(await rowIterator.next(), rowIterator));
    yield* writeZip([...smallParts, { path: "xl/worksheets/sheet1.xml", data }]);
  } finally {
    // A reader who leaves before the sheet is begun leaves the rows open.
    await rowIterator.return?.();
  }
}

/** The rows of which the first has been read already. */
async function* prependRow(
  first: IteratorResult<readonly Cell[]>,
  rowIterator: AsyncIterator<readonly Cell[]>,
) {
  for (let row = first; row.done !== true; row = await rowIterator.next()) yield row.value;
}

type StyledColumn = Column & { readonly letters: string; readonly style: number };

async function* writeSheet(columns: readonly StyledColumn[], rows: AsyncIterable<readonly Cell[]>) {
  const cellWriters = columns.map(({ letters, style }) => createCellWriter(letters, style));
  const header = columns.map(({ letters }) => createCellWriter(letters, 0));
  const renderRow = (number: number, cells: readonly Cell[], writers: typeof cellWriters) => {
    let xml = `<row r="${number}">`;
    for (let at = 0; at < writers.length; at++) xml += writers[at]?.(number, cells[at] ?? null) ?? "";
    return `${xml}</row>`;
  };
  let text =
    renderSheetHead(columns) +
    renderRow(
      1,
      columns.map((column) => column.header),
      header,
    );
  let number = 1;
  for await (const cells of rows) {
    text += renderRow(++number, cells, cellWriters);
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(text + sheetFoot);
}

function createCellWriter(letters: string, style: number) {
  const styleAttribute = style > 0 ? ` s="${style}"` : "";
  return (number: number, value: Cell): string => {
    if (value === null || value === "") return "";
    const start = `<c r="${letters}${number}"${styleAttribute}`;
    if (typeof value === "string") return `${start} t="inlineStr"><is>${toInlineText(value)}</is></c>`;
    const serial = typeof value === "number" ? value : value.getTime() / dayMs + epochDays;
    return Number.isFinite(serial) ? `${start}><v>${serial}</v></c>` : "";
  };
}

/** Spaces at the ends, tabs and line ends are kept only where it is said. */
const toInlineText = (value: string) =>
  /^\s|\s$|[\t\r\n]/.test(value)
    ? `<t xml:space="preserve">${escapeXml(value)}</t>`
    : `<t>${escapeXml(value)}</t>`;

/** `A` to `Z`, then `AA` and on. */
function toColumnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : toColumnLetters(Math.floor(index / 26) - 1) + last;
}
