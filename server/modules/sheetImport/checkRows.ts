import { setImmediate as endOfTurn } from "node:timers/promises";
import type { ImportRow } from "../../../adapters/contract/sheetImport.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Db } from "../../db/handle.ts";
import { toFieldIssues } from "../../http/parseInput.ts";
import type { SheetRow } from "./importSheet.ts";
import { CellFault, type ImportTarget } from "./importTarget.ts";

/** A row with what is wrong with it. */
export interface CheckedRow extends ImportRow {
  /** The create call's body; only of use without faults. */
  readonly body: unknown;
  /** Phone of the account it opens; empty without one. */
  readonly account: string;
}

type Faults = { column: string; message: string }[];

interface Draft {
  readonly row: number;
  readonly texts: SheetRow["texts"];
  readonly faults: Faults;
  readonly body: unknown;
}

/** Some milliseconds of work. */
const rowsPerTurn = 200;

/** Checks the rows by the call's schema, against each other, and against the records that exist. */
export async function checkRows(
  db: Db,
  target: ImportTarget,
  sheetRows: readonly SheetRow[],
): Promise<readonly CheckedRow[]> {
  const drafts: Draft[] = [];
  for (const [index, sheetRow] of sheetRows.entries()) {
    drafts.push(parseRow(target, sheetRow));
    // Other requests get their turn.
    if (index % rowsPerTurn === rowsPerTurn - 1) await endOfTurn();
  }
  for (const { path, findOwners } of target.unique) {
    const column = target.columns.find((one) => one.path === path)?.header ?? "";
    const values = drafts.map(({ body }) => getText(body, path));
    const firsts = new Map<string, number>();
    for (const [index, value] of values.entries()) if (!firsts.has(value)) firsts.set(value, index);
    const owners = await findOwners(db, [...new Set(values.filter((value) => value !== ""))]);
    drafts.forEach(({ faults }, index) => {
      const value = values[index] ?? "";
      if (value === "" || faults.some((fault) => fault.column === column)) return;
      const first = firsts.get(value) ?? index;
      const owner = owners.get(value);
      if (owner !== undefined) faults.push({ column, message: `与${owner}重复` });
      else if (first < index) faults.push({ column, message: `与第 ${drafts[first]?.row} 行重复` });
    });
  }
  return drafts.map(({ row, texts, faults, body }) => ({
    row,
    title: texts.get(target.titlePath) ?? "",
    faults,
    body,
    account: target.accountPath === null ? "" : getText(body, target.accountPath),
  }));
}

/** Converts the cells and applies the call's schema. */
function parseRow({ columns, endpoint, complete }: ImportTarget, { row, texts, damaged }: SheetRow): Draft {
  const faults: Faults = [];
  const values: Record<string, unknown> = {};
  for (const { path, header, required, parse } of columns) {
    const cell = texts.get(path) ?? "";
    if (cell === "") {
      if (required) faults.push({ column: header, message: word.required });
      continue;
    }
    const damage = damaged.get(path);
    if (damage !== undefined) {
      faults.push({ column: header, message: `${damage}，请把单元格设为文本后重新填写` });
      continue;
    }
    try {
      setValue(values, path, parse ? parse(cell) : cell);
    } catch (error) {
      if (!(error instanceof CellFault)) throw error;
      faults.push({ column: header, message: error.message });
    }
  }
  complete?.(values);
  // The rows of one file have one request among them, which the import's own call carries.
  const parsed = endpoint.body.safeParse({ ...values, requestId: "sheet-import" });
  if (parsed.success) return { row, texts, faults, body: parsed.data };
  for (const { path, message } of parsed.error.issues.flatMap(toFieldIssues)) {
    const header = columns.find((column) => column.path === path)?.header;
    const column = header ?? columns.find((one) => one.path.startsWith(`${path}.`))?.header ?? "";
    if (!faults.some((fault) => fault.column === column)) faults.push({ column, message });
  }
  return { row, texts, faults, body: values };
}

function setValue(values: Record<string, unknown>, path: string, value: unknown): void {
  const [name = "", inner] = path.split(".");
  if (inner === undefined) values[name] = value;
  else values[name] = { ...(values[name] as object | undefined), [inner]: value };
}

/** A text of the body; empty if it has none there. */
function getText(body: unknown, path: string): string {
  let value: unknown = body;
  for (const name of path.split("."))
    value = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return typeof value === "string" ? value : "";
}
