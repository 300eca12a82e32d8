import { states } from "../../../adapters/contract/envelope.ts";
import { exportCalls } from "../../../adapters/contract/exportJob.ts";
import { type Actor, Refusal } from "../../call.ts";
import type { ExportRecord } from "../../db/schema/exportJob.ts";

type Exported = Pick<ExportRecord, "kind" | "revealReason">;

/** Whether the roles of somebody, which may have changed since, let them have what was exported. */
export function mayExport({ roles }: Pick<Actor, "roles">, { kind, revealReason }: Exported): boolean {
  if (revealReason !== "" && !roles.includes("admin")) return false;
  const access: readonly string[] = exportCalls[kind].access;
  return roles.some((role) => access.includes(role));
}

/** Refuses to begin an export that these roles do not allow. */
export function refuseForbidden(present: Pick<Actor, "roles">, exported: Exported): void {
  if (!mayExport(present, exported)) throw new Refusal("当前角色不能再导出这些数据", states.roleForbidden);
}
