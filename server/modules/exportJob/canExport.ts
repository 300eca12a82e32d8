import { contract } from "../../../adapters/contract/contract.ts";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import { mayCall } from "../../../adapters/contract/mayCall.ts";
import type { Actor } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import type { ExportRecord } from "../../db/schema/exportJob.ts";
import type { StaffRecord } from "../../db/schema/staff.ts";
import { RefusalError } from "../../errors.ts";
import { readChangedRights } from "../../rights/changedRights.ts";
import { toRecordScope, toScopeKey } from "../../scope/recordScope.ts";

type ExportedData = Pick<ExportRecord, "kind" | "revealReason" | "scopeKey">;
type Exporter = Pick<Actor, "roles" | "changedRights" | "scope">;

/** The rights of an account to export, as they are now. */
export const readExporter = async (db: Db, account: StaffRecord): Promise<Exporter> => ({
  roles: account.roles,
  changedRights: await readChangedRights(db, account),
  scope: toRecordScope(account),
});

/** Whether rights and data scope, which may have changed since the export, permit the exported data. */
export function canExport(
  { roles, changedRights, scope }: Exporter,
  { kind, revealReason, scopeKey }: ExportedData,
): boolean {
  if (scope.by !== "all" && toScopeKey(scope) !== scopeKey) return false;
  if (revealReason !== "" && !roles.includes("admin")) return false;
  return mayCall({ roles, changedRights }, contract[kind]);
}

/** Refuses an export that the account does not permit. */
export async function assertCanExport(db: Db, account: StaffRecord, exported: ExportedData): Promise<void> {
  if (!canExport(await readExporter(db, account), exported))
    throw new RefusalError("当前角色或数据范围不能再导出这些数据，请联系管理员", stateCodes.roleForbidden);
}
