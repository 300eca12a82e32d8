import { createHash } from "node:crypto";
import {
  clipCell,
  maxPreviewRows,
  maxStatementColumns,
  neededColumns,
  type StatementColumn,
  type StatementColumns,
  type StatementLayout,
  statementColumnLabels,
} from "../../../adapters/contract/bankStatement.ts";
import { RefusalError } from "../../errors.ts";
import type { Cell, TableRow } from "./readTable.ts";

/** Columns that a person has chosen for statements of one shape. */
export interface SavedLayout {
  readonly columns: StatementColumns;
  readonly name: string;
  readonly at: string;
}

/** What the columns are called in the statements of Chinese banks, most specific first. */
const columnPatterns: Readonly<Record<StatementColumn, readonly RegExp[]>> = {
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
};
const remarkPattern = /摘要|附言|用途|备注/;
/** Columns in which a wrong choice registers a wrong payment. */
const decisiveColumns = ["serial", "payer", "income", "amount"] as const;

/** Titles and the account's data stand above the headings. */
const maxTitleRows = 30;
/** Date, number, payer and amount. */
const minColumns = 4;

const toCellText = (cell: Cell | undefined): string =>
  clipCell(
    cell instanceof Date ? cell.toISOString().slice(0, 19).replace("T", " ") : String(cell ?? "").trim(),
  );

/** The heading without blanks, and without the unit or the explanation in brackets. */
const toHeading = (cell: Cell | undefined): string =>
  toCellText(cell)
    .replace(/\s/g, "")
    .replace(/[（(][^（）()]*[）)]/g, "");

/** Identifies statements with the same headings. */
export function getShape(headings: TableRow): string {
  const text = headings.slice(0, maxStatementColumns).map(toHeading).join("\n").trimEnd();
  return createHash("sha256").update(text).digest("hex");
}

/** Shapes of the rows that may hold the headings. */
export const getShapes = (rows: readonly TableRow[]): string[] => [
  ...new Set(rows.slice(0, maxTitleRows).map(getShape)),
];

/** The first rows as a person sees them. */
export const toPreview = (rows: readonly TableRow[]): string[][] =>
  rows.slice(0, maxPreviewRows).map((row) => row.slice(0, maxStatementColumns).map(toCellText));

interface FoundColumns {
  readonly columns: StatementColumns;
  /** What is missing or stands twice. */
  readonly missing: readonly string[];
  readonly ambiguous: readonly string[];
}

function findColumns(row: TableRow): FoundColumns {
  const headings = row.slice(0, maxStatementColumns).map(toHeading);
  const findAll = (name: StatementColumn) => {
    for (const pattern of columnPatterns[name]) {
      const indexes = headings.flatMap((heading, index) => (pattern.test(heading) ? [index] : []));
      if (indexes.length > 0) return indexes;
    }
    return [];
  };
  const find = (name: StatementColumn) => findAll(name)[0] ?? null;
  const time = find("time");
  const columns: StatementColumns = {
    serial: find("serial"),
    income: find("income"),
    amount: find("amount"),
    direction: find("direction"),
    payer: find("payer"),
    bank: find("bank"),
    date: find("date") ?? time,
    time,
    remarks: headings.flatMap((heading, index) => (remarkPattern.test(heading) ? [index] : [])).slice(0, 10),
  };
  const { income, amount, direction } = columns;
  const ambiguous = decisiveColumns
    .filter((name) => name !== "amount" || income === null)
    .map((name) => findAll(name).map((index) => `「${headings[index]}」`))
    .filter((names) => names.length > 1)
    .map((names) => names.join("、"));
  return {
    columns,
    ambiguous,
    missing: [
      ...neededColumns.filter((name) => columns[name] === null).map((name) => statementColumnLabels[name]),
      ...(income === null && amount === null
        ? [
            `${statementColumnLabels.income}（或${statementColumnLabels.amount}和${statementColumnLabels.direction}）`,
          ]
        : []),
      ...(income === null && amount !== null && direction === null ? [statementColumnLabels.direction] : []),
    ],
  };
}

const countFilled = (row: TableRow) => row.filter((cell) => toCellText(cell) !== "").length;

/**
 * Finds the row of headings and the columns: those that a person has chosen for such headings, else by what the first row
 * with all columns calls them. Where one is missing or may be either of two, a person has to choose, beginning with the
 * row that lacks least. Refuses what is no statement: a row of few cells, or one with nothing below it.
 */
export function findLayout(
  rows: readonly TableRow[],
  saved: ReadonlyMap<string, SavedLayout>,
): Omit<StatementLayout, "rows"> {
  const titles = rows.slice(0, maxTitleRows);
  for (const [index, row] of titles.entries()) {
    const chosen = saved.get(getShape(row));
    if (!chosen) continue;
    const { columns, name, at } = chosen;
    return { titleRow: index + 1, columns, problems: [], saved: { name, at } };
  }
  // A stable sort: of two alike, the first.
  const [nearest] = titles
    .map((row, index) => ({ titleRow: index + 1, filled: countFilled(row), ...findColumns(row) }))
    .toSorted(
      (one, other) =>
        one.missing.length - other.missing.length || (one.missing.length > 0 ? other.filled - one.filled : 0),
    );
  const { titleRow, filled, columns, missing, ambiguous } = nearest ?? {
    titleRow: 1,
    filled: 0,
    ...findColumns([]),
  };
  if (missing.length > 0 && (filled < minColumns || titleRow === rows.length))
    throw new RefusalError(`对账单中没有找到这些列：${missing.join("、")}，请下载包含它们的明细后再导入`);
  return {
    titleRow,
    columns,
    problems: [
      ...(missing.length > 0 ? [`没有认出这些列：${missing.join("、")}`] : []),
      ...ambiguous.map((names) => `${names}都可能是要用的列`),
    ],
    saved: null,
  };
}
