import { contract } from "../../../adapters/contract/contract.ts";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import type { Actor } from "../../call.ts";
import type { ExportRecord } from "../../db/schema/exportJob.ts";
import { RefusalError } from "../../errors.ts";

type ExportedData = Pick<ExportRecord, "kind" | "revealReason">;

/** Whether these roles, which may have changed since the export, permit the exported data. */
export function canExport({ roles }: Pick<Actor, "roles">, { kind, revealReason }: ExportedData): boolean {
  if (revealReason !== "" && !roles.includes("admin")) return false;
  const access: readonly string[] = contract[kind].access;
  return roles.some((role) => access.includes(role));
}

/** Refuses an export that these roles do not permit. */
export function assertCanExport(account: Pick<Actor, "roles">, exported: ExportedData): void {
  if (!canExport(account, exported))
    throw new RefusalError("当前角色不能再导出这些数据", stateCodes.roleForbidden);
}
