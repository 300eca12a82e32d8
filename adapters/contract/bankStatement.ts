import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";

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

export const bankStatement = z.object({
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
});
