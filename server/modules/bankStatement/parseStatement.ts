import { normalizeText } from "../../../adapters/contract/identity.ts";
import { bankSerialNo as bankSerialNoSchema } from "../../../adapters/contract/orderPay.ts";
import { RefusalError } from "../../call.ts";
import type { Cell, TableRow } from "./readTable.ts";

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
  readonly lines: readonly IncomingLine[];
  /** Number of rows with money that went out. */
  readonly outgoing: number;
  readonly unreadable: readonly { readonly row: number; readonly reason: string }[];
}

/** What the columns are called in the statements of Chinese banks, most specific first. */
const columnPatterns = {
  serial: [/流水号/, /^交易号/, /^凭证号/],
  income: [/^贷方发生额/, /^(贷方|收入|存入|转入|入账)(金额)?$/],
  amount: [/^(交易|发生)(金额|额)$/, /^金额$/],
  direction: [/^借贷(标志|方向|标识)?$/, /^收支(标志|方向|类型)?$/, /^交易方向$/],
  payer: [
    /^(对方|付款方|付款人|收付方)(账户)?(户名|名称|单位名称|账户名称)$/,
    /^对方(单位|账户)$/,
    /^付款(方|人)$/,
  ],
  bank: [/^(对方|付款方|付款人|收付方)(账户)?(开户行|开户行名|行名|开户机构|开户银行|银行)/, /^付款行/],
  date: [/^(交易|记账|入账|到账)(日期|时间)/, /^日期$/],
  time: [/^(交易)?时间$/],
} as const;
type ColumnName = keyof typeof columnPatterns;
type Columns = Readonly<Record<ColumnName, number>> & { readonly remarks: readonly number[] };

const remarkPattern = /摘要|附言|用途|备注/;
const requiredColumns: readonly (readonly [label: string, names: readonly ColumnName[]])[] = [
  ["交易日期", ["date"]],
  ["流水号", ["serial"]],
  ["对方户名", ["payer"]],
  ["贷方发生额（或金额和借贷标志）", ["income", "amount"]],
];

/** The heading without blanks, and without the unit or the explanation in brackets. */
const toHeading = (cell: Cell | undefined): string =>
  String(cell ?? "")
    .replace(/\s/g, "")
    .replace(/[（(][^（）()]*[）)]/g, "");

function findColumns(row: TableRow): Columns {
  const headings = row.map(toHeading);
  const find = (name: ColumnName) => {
    for (const pattern of columnPatterns[name]) {
      const index = headings.findIndex((heading) => pattern.test(heading));
      if (index >= 0) return index;
    }
    return -1;
  };
  const date = find("date");
  const time = find("time");
  return {
    serial: find("serial"),
    income: find("income"),
    amount: find("amount"),
    direction: find("direction"),
    payer: find("payer"),
    bank: find("bank"),
    date: date < 0 ? time : date,
    time,
    remarks: headings.flatMap((heading, index) => (remarkPattern.test(heading) ? [index] : [])),
  };
}

const getMissing = (columns: Columns): string[] =>
  requiredColumns
    .filter(([, names]) => names.every((name) => columns[name] < 0))
    .map(([label]) => label)
    .concat(columns.income < 0 && columns.amount >= 0 && columns.direction < 0 ? ["借贷标志"] : []);

const maxTitleRows = 30;

/** The row of headings: the first that has all columns. Refuses a table without one, naming what it lacks. */
function findHeader(rows: readonly TableRow[]): { readonly index: number; readonly columns: Columns } {
  let nearest: string[] | null = null;
  for (const [index, row] of rows.slice(0, maxTitleRows).entries()) {
    const columns = findColumns(row);
    const missing = getMissing(columns);
    if (missing.length === 0) return { index, columns };
    if (nearest === null || missing.length < nearest.length) nearest = missing;
  }
  throw new RefusalError(
    `对账单中没有找到这些列：${(nearest ?? []).join("、")}，请下载包含它们的明细后再导入`,
  );
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

const incomingPattern = /贷|收|转入|存入|来账|^c$|^cr$/i;

/** Fen that came in; null for money that went out or none, NaN for what cannot be read. */
function getIncome(row: TableRow, columns: Columns): number | null {
  if (columns.income >= 0) return parseFen(row[columns.income]);
  const isIncoming = incomingPattern.test(String(row[columns.direction] ?? ""));
  return isIncoming ? parseFen(row[columns.amount]) : null;
}

const maxTextLength = { payerName: 60, bankName: 40, remark: 200 };
const unknownBank = "对账单未注明";

/** A long number, which a sheet may hold as a number, without the marks that banks write to keep it text. */
const toText = (cell: Cell | undefined): string =>
  (cell instanceof Date ? cell.toISOString() : String(cell ?? "")).replace(/^[='"`\t]+|["\t]+$/g, "").trim();

function parseLine(row: TableRow, columns: Columns, now: Date): Omit<IncomingLine, "row"> | string {
  const amountFen = getIncome(row, columns);
  if (amountFen === null || Number.isNaN(amountFen) || amountFen < 0) return "金额无法识别";
  const paidAt = parseInstant(row[columns.date], columns.time === columns.date ? "" : row[columns.time]);
  if (paidAt === null) return "交易日期无法识别";
  if (paidAt > now) return "交易日期在将来";
  const serialCell = row[columns.serial];
  // A sheet keeps 15 digits: the bank's number would be another one.
  if (typeof serialCell === "number" && Math.abs(serialCell) > 999_999_999_999_999)
    return "流水号被存为数值，末位已丢失，请下载文本格式的对账单";
  const serialText = toText(serialCell);
  if (serialText === "") return "没有流水号，请在订单列表中手工登记";
  const { data: bankSerialNo, error: serialError } = bankSerialNoSchema.safeParse(serialText);
  if (serialError) return serialError.issues[0]?.message ?? "";
  const payerName = normalizeText(toText(row[columns.payer])).slice(0, maxTextLength.payerName);
  if (payerName.length < 2) return "没有对方户名，请在订单列表中手工登记";
  const bankName = columns.bank < 0 ? "" : toText(row[columns.bank]).slice(0, maxTextLength.bankName);
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

/** Whether a row holds a line at all: titles and blank rows have no date, sums no serial number. */
const isLine = (row: TableRow, columns: Columns): boolean =>
  /\d/.test(toText(row[columns.date])) &&
  !(toText(row[columns.serial]) === "" && row.some((cell) => /合计|总计/.test(toText(cell))));

/** Parses a bank statement's table to the lines with money that came in, and says what it left out. */
export function parseStatement(rows: readonly TableRow[], now: Date): ParsedStatement {
  const { index: headerIndex, columns } = findHeader(rows);
  const lines: IncomingLine[] = [];
  const unreadable: { row: number; reason: string }[] = [];
  let outgoing = 0;
  for (const [index, cells] of rows.entries()) {
    if (index <= headerIndex || !isLine(cells, columns)) continue;
    if (getIncome(cells, columns) === null) {
      outgoing += 1;
      continue;
    }
    const parsed = parseLine(cells, columns, now);
    if (typeof parsed === "string") unreadable.push({ row: index + 1, reason: parsed });
    else lines.push({ row: index + 1, ...parsed });
  }
  return { lines, outgoing, unreadable };
}
