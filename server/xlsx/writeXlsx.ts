import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, crc32, createDeflateRaw } from "node:zlib";
import { lookUp } from "../../adapters/contract/lookUp.ts";

const declaration = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`;
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
const documents = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

// Characters that XML 1.0 cannot contain, and text that a spreadsheet reads as an escape (`_x000D_`).
const special = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/;
const everySpecial = new RegExp(special, "g");

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  _: "_x005F_",
};

/** Escapes text for a spreadsheet's XML; removes characters that XML cannot contain. */
function escapeXml(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return special.test(wellFormed)
    ? wellFormed.replace(everySpecial, (found) => lookUp(escapes, found) ?? "")
    : wellFormed;
}

/** Parts of a workbook with one sheet, except the sheet itself, by path. */
const createWorkbookParts = (
  title: string,
  numFmts: readonly string[],
): Readonly<Record<string, string>> => ({
  "[Content_Types].xml": `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  "_rels/.rels": `${declaration}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `${declaration}<workbook xmlns="${main}" xmlns:r="${documents}"><sheets><sheet name="${escapeXml(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${declaration}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${documents}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": renderStyles(numFmts),
});

/** Custom number formats have ids from 164 on. The nth has cell format n + 1, after the plain one. */
function renderStyles(numFmts: readonly string[]): string {
  const formats = numFmts.map(
    (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escapeXml(code)}"/>`,
  );
  const cells = numFmts.map((_code, at) => renderCellFormat(164 + at));
  return [
    `${declaration}<styleSheet xmlns="${main}">`,
    formats.length > 0 ? `<numFmts count="${formats.length}">${formats.join("")}</numFmts>` : "",
    `<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>`,
    `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>`,
    `<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>`,
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>`,
    `<cellXfs count="${cells.length + 1}">${[renderCellFormat(0), ...cells].join("")}</cellXfs>`,
    `<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  ].join("");
}

const renderCellFormat = (numFmt: number) =>
  `<xf numFmtId="${numFmt}" fontId="0" fillId="0" borderId="0" xfId="0"${numFmt > 0 ? ` applyNumberFormat="1"` : ""}/>`;

/** XML before a sheet's rows: frozen header, widths and formats of the columns. */
const renderSheetHead = (columns: readonly { readonly width: number; readonly style: number }[]): string =>
  [
    `${declaration}<worksheet xmlns="${main}">`,
    `<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`,
    `<sheetFormatPr defaultRowHeight="15"/><cols>`,
    ...columns.map(
      ({ width, style }, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${style}" customWidth="1"/>`,
    ),
    `</cols><sheetData>`,
  ].join("");

/** XML after the rows. */
const sheetFoot = "</sheetData></worksheet>";

interface ZipPart {
  readonly path: string;
  readonly data: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

interface ZipEntry {
  readonly path: Buffer;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly offset: number;
}

/** Sizes and checksum follow the data; names are UTF-8 (APPNOTE 4.4.4, bits 3 and 11). */
const flags = 0x0808;
const version = 20;
const deflateMethod = 8;
/** 1980-01-01, the earliest possible date: an export's date is in its file name. */
const dosDate = 33;

/**
 * Streams a zip archive of the parts; compression runs on the thread pool.
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT Without zip64: a part or archive of 4 GiB throws.
 */
async function* writeZip(parts: Iterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const written: ZipEntry[] = [];
  let offset = 0;
  for (const { path, data } of parts) {
    const name = Buffer.from(path);
    const sums = { crc: 0, size: 0, compressedSize: 0 };
    const head = createLocalHeader(name);
    yield head;
    for await (const chunk of deflateStream(withChecksum(data, sums))) {
      sums.compressedSize += chunk.length;
      yield chunk;
    }
    yield packFields([4, 0x08074b50], [4, sums.crc], [4, sums.compressedSize], [4, sums.size]);
    written.push({ path: name, ...sums, offset });
    offset += head.length + sums.compressedSize + 16;
  }
  const directory = Buffer.concat(written.map(createDirectoryEntry));
  const count = written.length;
  yield directory;
  yield packFields(
    [4, 0x06054b50],
    [4, 0],
    [2, count],
    [2, count],
    [4, directory.length],
    [4, offset],
    [2, 0],
  );
}

async function* withChecksum(data: ZipPart["data"], sums: { crc: number; size: number }) {
  for await (const chunk of data) {
    sums.crc = crc32(chunk, sums.crc);
    sums.size += chunk.length;
    yield chunk;
  }
}

/** Level 3 compresses tables nearly as well as the default 6, in a third of the time. */
async function* deflateStream(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const packer = createDeflateRaw({ level: 3, chunkSize: 65_536, strategy: constants.Z_DEFAULT_STRATEGY });
  // A buffer of 1 MB, so that rows are generated while the thread pool compresses those before them.
  const feeding = pipeline(source, new PassThrough({ highWaterMark: 1_048_576 }), packer);
  // Reported by the packer, which an error of the source destroys.
  feeding.catch(() => undefined);
  yield* packer as AsyncIterable<Uint8Array>;
  await feeding;
}

const createLocalHeader = (name: Buffer) =>
  Buffer.concat([
    packFields([4, 0x04034b50], [2, version], [2, flags], [2, deflateMethod], [2, 0], [2, dosDate]),
    packFields([4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]),
    name,
  ]);

const createDirectoryEntry = ({ path, crc, compressedSize, size, offset }: ZipEntry) =>
  Buffer.concat([
    packFields(
      [4, 0x02014b50],
      [2, version],
      [2, version],
      [2, flags],
      [2, deflateMethod],
      [2, 0],
      [2, dosDate],
    ),
    packFields(
      [4, crc],
      [4, compressedSize],
      [4, size],
      [2, path.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
    ),
    packFields([4, offset]),
    path,
  ]);

/** Little-endian integers of two or four bytes, one after the other. */
function packFields(...values: readonly (readonly [size: 2 | 4, value: number])[]): Buffer {
  const bytes = Buffer.alloc(values.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of values) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}

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
/** 1970-01-01 as a spreadsheet's day number. */
const epochDays = 25_569;

/**
 * Streams a workbook with one sheet: a frozen header, then the rows. Numbers and dates are stored as such (a date by
 * its UTC fields); text is always text. Rethrows errors of the rows, before the first byte if the first row fails.
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
    // Closes the rows if the reader leaves before the sheet starts.
    await rowIterator.return?.();
  }
}

/** The rows, of which the first was already read. */
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

/** Spaces at the ends, tabs and line ends are only preserved by `xml:space`. */
const toInlineText = (value: string) =>
  /^\s|\s$|[\t\r\n]/.test(value)
    ? `<t xml:space="preserve">${escapeXml(value)}</t>`
    : `<t>${escapeXml(value)}</t>`;

/** `A` to `Z`, then `AA` and on. */
function toColumnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : toColumnLetters(Math.floor(index / 26) - 1) + last;
}
