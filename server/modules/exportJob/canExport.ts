import { contract } from "../../../adapters/contract/contract.ts";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import { readExportRoles } from "../../auth/exportRoles.ts";
import type { Actor } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import type { ExportRecord } from "../../db/schema/exportJob.ts";
import type { StaffRecord } from "../../db/schema/staff.ts";
import { RefusalError } from "../../errors.ts";
import { toRecordScope, toScopeKey } from "../../scope/recordScope.ts";

type ExportedData = Pick<ExportRecord, "kind" | "revealReason" | "scopeKey">;
type Exporter = Pick<Actor, "roles" | "scope">;

/** The rights of an account to export, as they are now. */
export const readExporter = async (db: Db, account: StaffRecord): Promise<Exporter> => ({
  roles: await readExportRoles(db, account.roles),
  scope: toRecordScope(account),
});

/** Whether roles and data scope, which may have changed since the export, permit the exported data. */
export function canExport(
  { roles, scope }: Exporter,
  { kind, revealReason, scopeKey }: ExportedData,
): boolean {
  if (scope.by !== "all" && toScopeKey(scope) !== scopeKey) return false;
  if (revealReason !== "" && !roles.includes("admin")) return false;
  const access: readonly string[] = contract[kind].access;
  return roles.some((role) => access.includes(role));
}

/** Refuses an export that the account does not permit. */
export async function assertCanExport(db: Db, account: StaffRecord, exported: ExportedData): Promise<void> {
  if (!canExport(await readExporter(db, account), exported))
    throw new RefusalError("当前角色或数据范围不能再导出这些数据", stateCodes.roleForbidden);
}
