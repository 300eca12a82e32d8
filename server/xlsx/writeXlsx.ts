import { escapeXml } from "./escapeXml.ts";
import { sheetFoot, sheetHead, workbookParts } from "./workbook.ts";
import { zipped } from "./zip.ts";

export type Cell = string | number | Date | null;

interface Column {
  readonly header: string;
  readonly width: number;
  readonly numFmt?: string;
}

/** Rows of a sheet, the header included; Excel opens no more. */
export const mostRows = 1_048_576;

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
  const styled = columns.map((column, at) => ({
    ...column,
    letters: lettersOf(at),
    style: column.numFmt ? numFmts.indexOf(column.numFmt) + 1 : 0,
  }));
  const small = Object.entries(workbookParts(title, numFmts)).map(([path, xml]) => ({
    path,
    data: [Buffer.from(xml)],
  }));
  const read = rows[Symbol.asyncIterator]();
  try {
    const data = sheet(styled, resumed(await read.next(), read));
    yield* zipped([...small, { path: "xl/worksheets/sheet1.xml", data }]);
  } finally {
    // A reader who leaves before the sheet is begun leaves the rows open.
    await read.return?.();
  }
}

/** The rows of which the first has been read already. */
async function* resumed(first: IteratorResult<readonly Cell[]>, read: AsyncIterator<readonly Cell[]>) {
  for (let row = first; row.done !== true; row = await read.next()) yield row.value;
}

type Styled = Column & { readonly letters: string; readonly style: number };

async function* sheet(columns: readonly Styled[], rows: AsyncIterable<readonly Cell[]>) {
  const write = columns.map(({ letters, style }) => cellWriter(letters, style));
  const header = columns.map(({ letters }) => cellWriter(letters, 0));
  const rowOf = (number: number, cells: readonly Cell[], writers: typeof write) => {
    let xml = `<row r="${number}">`;
    for (let at = 0; at < writers.length; at++) xml += writers[at]?.(number, cells[at] ?? null) ?? "";
    return `${xml}</row>`;
  };
  let text =
    sheetHead(columns) +
    rowOf(
      1,
      columns.map((column) => column.header),
      header,
    );
  let number = 1;
  for await (const cells of rows) {
    text += rowOf(++number, cells, write);
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(text + sheetFoot);
}

function cellWriter(letters: string, style: number) {
  const styled = style > 0 ? ` s="${style}"` : "";
  return (number: number, value: Cell): string => {
    if (value === null || value === "") return "";
    const start = `<c r="${letters}${number}"${styled}`;
    if (typeof value === "string") return `${start} t="inlineStr"><is>${textOf(value)}</is></c>`;
    const figure = typeof value === "number" ? value : value.getTime() / dayMs + epochDays;
    return Number.isFinite(figure) ? `${start}><v>${figure}</v></c>` : "";
  };
}

/** Spaces at the ends, tabs and line ends are kept only where it is said. */
const textOf = (value: string) =>
  /^\s|\s$|[\t\r\n]/.test(value)
    ? `<t xml:space="preserve">${escapeXml(value)}</t>`
    : `<t>${escapeXml(value)}</t>`;

/** `A` to `Z`, then `AA` and on. */
function lettersOf(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : lettersOf(Math.floor(at / 26) - 1) + last;
}
