import { escapeXml } from "./escapeXml.ts";

const declaration = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`;
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
const documents = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The parts of a workbook with one sheet, but for the sheet itself, by path. */
export const createWorkbookParts = (
  title: string,
  numFmts: readonly string[],
): Readonly<Record<string, string>> => ({
  "[Content_Types].xml": `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  "_rels/.rels": `${declaration}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `${declaration}<workbook xmlns="${main}" xmlns:r="${documents}"><sheets><sheet name="${escapeXml(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${declaration}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${documents}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": renderStyles(numFmts),
});

/** Own number formats have ids from 164 on; the cell format of the nth stands at n + 1, after the plain one. */
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

/** What stands before a sheet's rows: the header held in place, widths and formats of the columns. */
export const renderSheetHead = (
  columns: readonly { readonly width: number; readonly style: number }[],
): string =>
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

/** What stands after the rows. */
export const sheetFoot = "</sheetData></worksheet>";
