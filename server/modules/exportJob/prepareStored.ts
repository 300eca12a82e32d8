import { contract } from "../../../adapters/contract/contract.ts";
import type { ExportKind } from "../../../adapters/contract/exportKinds.ts";
import { staff } from "../../db/schema/staff.ts";
import { RefusalError } from "../../errors.ts";
import type { PrepareAgain } from "../../exports/resumeExports.ts";
import type { PreparedExport } from "../../list/prepareExport.ts";
import type { Platform } from "../../platform.ts";
import { findActive } from "../../records/findActive.ts";
import { createScopedDb } from "../../scope/createScopedDb.ts";
import { toScopeKey } from "../../scope/recordScope.ts";
import { canExport, readExporter } from "./canExport.ts";
import type { ExportContext } from "./exportPreparer.ts";
import { exportPreparers } from "./exportPreparers.ts";

/** Prepares an export from its stored body; refuses a body that the call's current schema no longer accepts. */
export async function prepareStored(
  kind: ExportKind,
  body: unknown,
  call: ExportContext,
): Promise<PreparedExport> {
  const parsed = contract[kind].body.safeParse(body);
  if (!parsed.success) throw new RefusalError("导出条件已不适用，请在列表中重新导出");
  // Cast: the body was parsed by the call of the same name.
  const prepare = exportPreparers[kind] as (body: unknown, call: ExportContext) => Promise<PreparedExport>;
  return prepare(parsed.data, call);
}

/** @returns what prepares an export again that its process has left, without a call of its user */
export const createPrepareAgain =
  ({ db, clock, newId }: Platform, live: ExportContext["live"]): PrepareAgain =>
  async ({ kind, body, staffId, revealReason, scopeKey }) => {
    const account = await findActive(db, staff, staffId);
    const exporter = account && account.status !== "disabled" ? await readExporter(db, account) : null;
    if (!account || !exporter || !canExport(exporter, { kind, revealReason, scopeKey }))
      throw new RefusalError("账号角色或数据范围已变更，导出已停止，请重新导出");
    const { name } = account;
    const scopedDb = createScopedDb(db, exporter.scope);
    const { rows, write } = await prepareStored(kind, body, {
      db: scopedDb,
      dbOutsideTransaction: scopedDb,
      now: clock(),
      actor: { ...exporter, id: staffId, name, sessionId: "" },
      newId,
      live,
    });
    return { rows, write, scopeKey: toScopeKey(exporter.scope) };
  };
