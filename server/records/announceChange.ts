import type { AuditEntity } from "../../adapters/contract/auditEntities.ts";
import type { Call } from "../call.ts";

/**
 * Tells consoles after the commit that a call has changed records besides the one that its audit row names.
 * @param ids null: many
 */
export function announceChange(
  { publish, actor: { id, name } }: Pick<Call, "publish" | "actor">,
  kind: AuditEntity,
  ids: readonly string[] | null,
): void {
  publish("records.changed", { kind, ids, by: { id, name } });
}
