import { exportCalls } from "../../../adapters/contract/exportJob.ts";
import type { Actor } from "../../call.ts";
import type { ExportRecord } from "../../db/schema/exportJob.ts";

/** Whether the roles of somebody, which may have changed since, let them have what was exported. */
export function mayExport(
  { roles }: Pick<Actor, "roles">,
  { kind, revealReason }: Pick<ExportRecord, "kind" | "revealReason">,
): boolean {
  if (revealReason !== "" && !roles.includes("admin")) return false;
  const access: readonly string[] = exportCalls[kind].access;
  return roles.some((role) => access.includes(role));
}
