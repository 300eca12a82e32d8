import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import * as word from "./words.ts";

/** What a line of a bank statement was found to be. */
export const statementMatch = defineEnum("statement_match", {
  matched: ["已匹配", "green"],
  choose: ["待选择", "orange"],
  none: ["无匹配", "gray"],
  duplicate: ["重复", "violet"],
});

/** Largest statement in bytes, and its lines. */
export const statementMaxBytes = 5 * 1024 * 1024;
export const maxStatementLines = 2_000;
/** Ends of the names of files that can be read, lower case; the content decides. */
export const statementExtensions = [".csv", ".xlsx", ".xls"] as const;

/** An order that a line may pay. */
const statementCandidate = z.object({
  orderId: f.id,
  /** Of the order when the statement was read. */
  version: f.version,
  orderNo: z.string(),
  companyName: z.string(),
  dueFen: z.int(),
  /** Whether the payer is another than the company: the audit then asks to verify it. */
  payerDiffers: z.boolean(),
});
export type StatementCandidate = z.infer<typeof statementCandidate>;

/** Money that came in, as the statement has it. */
const statementLine = z.object({
  /** Number of its row in the file, from 1. */
  row: z.int(),
  paidAt: f.instant,
  amountFen: z.int(),
  payerName: z.string(),
  bankName: z.string(),
  bankSerialNo: z.string(),
  remark: z.string(),
  match: statementMatch.schema,
  /** Orders it may pay, most likely first; the only one if matched. */
  candidates: z.array(statementCandidate),
  /** What a person should know before choosing; empty for nothing. */
  note: z.string(),
});
export type StatementLine = z.infer<typeof statementLine>;

/** Columns of a statement that can be told apart. */
export const maxStatementColumns = 100;
/** First rows of the file that a person sees. */
export const maxPreviewRows = 40;
const maxCellLength = 60;

const columnIndex = z.int().check(z.minimum(0), z.maximum(maxStatementColumns - 1));
const optionalColumn = z.nullable(columnIndex);

/** Which column of a statement is what, by its index; null for none. */
export const statementColumns = z.strictObject({
  date: optionalColumn,
  time: optionalColumn,
  serial: optionalColumn,
  payer: optionalColumn,
  /** Money that came in; else an amount with its direction. */
  income: optionalColumn,
  amount: optionalColumn,
  direction: optionalColumn,
  bank: optionalColumn,
  remarks: z.array(columnIndex).check(z.maxLength(10, "最多 10 列")),
});
export type StatementColumns = z.infer<typeof statementColumns>;
export type StatementColumn = Exclude<keyof StatementColumns, "remarks">;

/** What the columns are called. */
export const statementColumnLabels: Readonly<Record<keyof StatementColumns, string>> = {
  date: "交易日期",
  time: "交易时间",
  serial: "流水号",
  payer: "对方户名",
  income: "到账金额",
  amount: "收支金额",
  direction: "借贷标志",
  bank: "对方开户行",
  remarks: "摘要附言",
};

/** Columns without which no line can be read. */
export const neededColumns = ["date", "serial", "payer"] as const;

/** What keeps a statement from being read by these columns, in Chinese; empty for nothing. */
export function findColumnFaults(columns: StatementColumns): string[] {
  const missing = neededColumns
    .filter((name) => columns[name] === null)
    .map((name) => `请选择${statementColumnLabels[name]}所在的列`);
  const hasAmount = columns.income !== null || (columns.amount !== null && columns.direction !== null);
  const { remarks, time, ...single } = columns;
  const used = [...Object.values(single), time === columns.date ? null : time, ...remarks];
  const chosen = used.filter((column) => column !== null);
  return [
    ...missing,
    ...(hasAmount ? [] : ["请选择到账金额所在的列；收支在同一列时，选择收支金额和借贷标志"]),
    ...(new Set(chosen).size < chosen.length ? ["同一列不能选择两次"] : []),
  ];
}

/** How a statement was read, or what a person should choose from. */
const statementLayout = z.object({
  /** Number of the row of headings, from 1. */
  titleRow: z.int(),
  /** The first rows of the file as text. */
  rows: z
    .array(z.array(z.string().check(z.maxLength(maxCellLength))).check(z.maxLength(maxStatementColumns)))
    .check(z.maxLength(maxPreviewRows)),
  /** As found by the headings, or as a person has chosen. */
  columns: statementColumns,
  /** Why a person must choose the columns; empty if the lines were read. */
  problems: z.array(z.string()).check(z.maxLength(10)),
  /** Who chose the columns of such statements, and when; null if nobody did. */
  saved: z.nullable(z.object({ name: z.string(), at: f.instant })),
});
export type StatementLayout = z.infer<typeof statementLayout>;

/** A cell as a person sees it and as headings are compared. */
export const clipCell = (text: string): string => text.slice(0, maxCellLength);

export const bankStatement = z.object({
  layout: statementLayout,
  lines: z.array(statementLine),
  /** Rows that hold no money that came in. */
  outgoing: z.int(),
  /** Rows that could not be read. */
  unreadable: z.array(z.object({ row: z.int(), reason: z.string() })),
});
export type BankStatement = z.infer<typeof bankStatement>;

export const bankStatementCalls = defineCalls({
  bankStatementRead: {
    host: "api",
    method: "POST",
    path: "/x/orderPay/statement",
    summary: "读取银行对账单",
    access: ["admin", "finance"],
    kind: "multipart",
    maxBytes: statementMaxBytes,
    // Changes nothing: a person confirms each proposal, which is then registered as by hand.
    data: bankStatement,
  },
  statementLayoutSave: {
    host: "api",
    method: "POST",
    path: "/x/orderPay/statementLayout",
    summary: "保存对账单的列",
    access: ["admin", "finance"],
    comesWith: ["/x/orderPay/statement"],
    audit: "statementLayout",
    /** For everybody who imports a statement with these headings from now on. */
    body: z.strictObject({
      headings: z
        .array(z.string().check(z.maxLength(maxCellLength), f.printable))
        .check(z.minLength(1, word.required), z.maxLength(maxStatementColumns)),
      statementColumns,
    }),
  },
});
