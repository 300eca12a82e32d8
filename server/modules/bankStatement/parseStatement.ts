import type { StatementColumns, StatementLayout } from "../../../adapters/contract/bankStatement.ts";
import { normalizeText } from "../../../adapters/contract/identity.ts";
import { bankSerialNo as bankSerialNoSchema } from "../../../adapters/contract/orderPay.ts";
import { findDamagedCell } from "../../files/findDamagedCell.ts";
import type { Cell, TableRow } from "./readTable.ts";
import { findLayout, type SavedLayout, toPreview } from "./statementLayout.ts";

/** Money that came in, as one line of the statement has it. */
export interface IncomingLine {
  /** Number of its row in the file, from 1. */
  readonly row: number;
  readonly paidAt: Date;
  readonly amountFen: number;
  readonly payerName: string;
  readonly bankName: string;
  readonly bankSerialNo: string;
  readonly remark: string;
}

export interface ParsedStatement {
  readonly layout: StatementLayout;
  /** None where the layout has problems. */
  readonly lines: readonly IncomingLine[];
  /** Number of rows with money that went out. */
  readonly outgoing: number;
  readonly unreadable: readonly { readonly row: number; readonly reason: string }[];
}

/** Parses an amount to fen; null for none, NaN for what is no amount. */
function parseFen(cell: Cell | undefined): number | null {
  if (typeof cell === "number") {
    const fen = Math.round(cell * 100);
    return Math.abs(fen / 100 - cell) < 1e-6 ? fen || null : Number.NaN;
  }
  const text = String(cell ?? "").replace(/[\s¥￥+]/g, "");
  if (text === "" || text === "-" || text === "--") return null;
  const [, sign = "", yuan = "", cents = ""] =
    /^(-?)(\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.(\d{1,2})0*)?$/.exec(text) ?? [];
  if (yuan === "") return Number.NaN;
  const fen = Number(yuan.replaceAll(",", "")) * 100 + Number(cents.padEnd(2, "0"));
  return (sign === "-" ? -fen : fen) || null;
}

const shanghaiOffsetMs = 8 * 3_600_000;

/** Parses a day, with or without time, in Shanghai; null for what is neither. */
function parseInstant(cell: Cell | undefined, timeCell: Cell | undefined): Date | null {
  if (cell instanceof Date) return new Date(cell.getTime() - shanghaiOffsetMs);
  const text = `${String(cell ?? "")} ${timeCell instanceof Date ? timeCell.toISOString().slice(11, 19) : String(timeCell ?? "")}`;
  const [, year = "", month = "", day = "", hour = "00", minute = "00", second = "00"] =
    /^\s*(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?[\sT]*(?:(\d{2}):?(\d{2}):?(\d{2})?)?/.exec(text) ?? [];
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const instant = new Date(`${date}T${hour}:${minute}:${second}+08:00`);
  // JavaScript takes 31 February for 3 March.
  const isReal =
    !Number.isNaN(instant.getTime()) && new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
  return isReal ? instant : null;
}

const getCell = (row: TableRow, column: number | null): Cell | undefined =>
  column === null ? undefined : row[column];

const incomingPattern = /贷|收|转入|存入|来账|^c$|^cr$/i;

/** Fen that came in; null for money that went out or none, NaN for what cannot be read. */
function getIncome(row: TableRow, columns: StatementColumns): number | null {
  if (columns.income !== null) return parseFen(row[columns.income]);
  const isIncoming = incomingPattern.test(String(getCell(row, columns.direction) ?? ""));
  return isIncoming ? parseFen(getCell(row, columns.amount)) : null;
}

const maxTextLength = { payerName: 60, bankName: 40, remark: 200 };
const unknownBank = "对账单未注明";

/** A long number, which a sheet may hold as a number, without the marks that banks write to keep it text. */
const toText = (cell: Cell | undefined): string =>
  (cell instanceof Date ? cell.toISOString() : String(cell ?? "")).replace(/^[='"`\t]+|["\t]+$/g, "").trim();

function parseLine(row: TableRow, columns: StatementColumns, now: Date): Omit<IncomingLine, "row"> | string {
  const amountFen = getIncome(row, columns);
  if (amountFen === null || Number.isNaN(amountFen) || amountFen < 0) return "金额无法识别";
  const paidAt = parseInstant(
    getCell(row, columns.date),
    columns.time === columns.date ? "" : getCell(row, columns.time),
  );
  if (paidAt === null) return "交易日期无法识别";
  if (paidAt > now) return "交易日期在将来";
  const serialCell = getCell(row, columns.serial);
  // The bank's number would be another one.
  const damage = findDamagedCell(serialCell);
  if (damage !== null) return `流水号${damage}，请下载文本格式的对账单`;
  const serialText = toText(serialCell);
  if (serialText === "") return "没有流水号，请在订单列表中手工登记";
  const { data: bankSerialNo, error: serialError } = bankSerialNoSchema.safeParse(serialText);
  if (serialError) return serialError.issues[0]?.message ?? "";
  const payerName = normalizeText(toText(getCell(row, columns.payer))).slice(0, maxTextLength.payerName);
  if (payerName.length < 2) return "没有对方户名，请在订单列表中手工登记";
  const bankName = toText(getCell(row, columns.bank)).slice(0, maxTextLength.bankName);
  return {
    paidAt,
    amountFen,
    payerName,
    bankName: bankName.length < 2 ? unknownBank : bankName,
    bankSerialNo,
    remark: columns.remarks
      .map((index) => toText(row[index]))
      .filter((text) => text !== "")
      .join(" ")
      .slice(0, maxTextLength.remark),
  };
}

/**
 * Whether a row holds a line at all: titles and blank rows have no date, sums no serial number. One with a number and
 * money is a line whatever its date: what came in must not vanish.
 */
function isLine(row: TableRow, columns: StatementColumns): boolean {
  const serial = toText(getCell(row, columns.serial));
  const hasDate = /\d/.test(toText(getCell(row, columns.date)));
  if ((serial === "" || !hasDate) && row.some((cell) => /合计|总计|小计/.test(toText(cell)))) return false;
  return hasDate || (/\d/.test(serial) && Number.isFinite(getIncome(row, columns)));
}

/**
 * Parses a bank statement's table to the lines with money that came in, and says what it left out.
 * @param saved what people chose for headings like these, by their shape
 */
export function parseStatement(
  rows: readonly TableRow[],
  now: Date,
  saved: ReadonlyMap<string, SavedLayout> = new Map(),
): ParsedStatement {
  const found = findLayout(rows, saved);
  const layout = { ...found, rows: toPreview(rows) };
  const lines: IncomingLine[] = [];
  const unreadable: { row: number; reason: string }[] = [];
  let outgoing = 0;
  if (layout.problems.length > 0) return { layout, lines, outgoing, unreadable };
  for (const [index, cells] of rows.entries()) {
    if (index < layout.titleRow || !isLine(cells, layout.columns)) continue;
    if (getIncome(cells, layout.columns) === null) {
      outgoing += 1;
      continue;
    }
    const parsed = parseLine(cells, layout.columns, now);
    if (typeof parsed === "string") unreadable.push({ row: index + 1, reason: parsed });
    else lines.push({ row: index + 1, ...parsed });
  }
  return { layout, lines, outgoing, unreadable };
}
