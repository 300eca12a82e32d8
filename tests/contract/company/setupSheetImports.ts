import { writeXlsx } from "hucre/xlsx";
import {
  type ImportKind,
  importCalls,
  type ReportRow,
  type SheetImport,
} from "../../../adapters/contract/sheetImport.ts";
import { setupData } from "../fixtures/setupFixtures.ts";
import { finishSheetImport } from "./finishSheetImport.ts";

export type Cells = readonly (string | number | null)[];

export const toFile = async (rows: readonly Cells[]) =>
  new Blob([(await writeXlsx({ sheets: [{ name: "表", rows: rows.map((cells) => [...cells]) }] })).slice()]);

type Role = "admin" | "operator" | "maintainer";

/** A platform with 甲公司, and what a person does with an import. */
export async function setupSheetImports() {
  const { ctx, factory } = await setupData();
  await factory.createCompany({ name: "甲公司", creditCode: "91330106MA5D000106" });
  const readReport = async (role: Role, id: string) =>
    (await ctx.callAs(role, importCalls.importReport, { params: { id } })).body.data as { rows: ReportRow[] };

  /** What a check says: its refusal, or how many rows could be created and the faults of the others. */
  async function checkFile(kind: ImportKind, file: Blob, role: Role = "admin") {
    const { body } = await ctx.callAs(role, importCalls.importCheck, { params: { kind }, file });
    if (body.state !== 0) return { state: body.state, message: body.message, created: 0, faults: [] };
    const { id, created, failReason } = await finishSheetImport(ctx, role, body);
    const faults = (await readReport(role, id)).rows.map(({ row, title, faults: found }) => ({
      row,
      title,
      faults: found,
    }));
    return { state: 0, message: failReason, created, faults };
  }

  const check = async (kind: ImportKind, rows: readonly Cells[], role: Role = "admin") =>
    checkFile(kind, await toFile(rows), role);

  let requestCount = 0;

  /** How an import ended. */
  async function run(kind: ImportKind, mode: "all" | "valid", rows: readonly Cells[]): Promise<SheetImport> {
    const query = {
      mode,
      fileName: "名单.xlsx",
      requestId: `sheet-run-${String(++requestCount).padStart(4, "0")}`,
    };
    const args = { params: { kind }, query, file: await toFile(rows) };
    return finishSheetImport(ctx, "admin", (await ctx.callAs("admin", importCalls.importRun, args)).body);
  }

  const getPasswords = async (id: string) => {
    const requestId = `sheet-pass-${String(++requestCount).padStart(4, "0")}`;
    return (await ctx.callAs("admin", importCalls.importPasswords, { body: { id, requestId } })).body;
  };

  const undo = async (id: string) => {
    const requestId = `sheet-undo-${String(++requestCount).padStart(4, "0")}`;
    const { body } = await ctx.callAs("admin", importCalls.importUndo, { body: { id, requestId } });
    if (body.state !== 0) return body.message;
    const { status, undone, failReason } = await finishSheetImport(ctx, "admin", body);
    return { status, undone, failReason };
  };

  return { ctx, factory, readReport, checkFile, check, run, getPasswords, undo };
}
