import type { AuditRow } from "../../../adapters/contract/auditTrail.ts";
import { digestOf, failedIn } from "../../audit/auditWords.ts";
import type { auditLog } from "../../db/schema/auditLog.ts";

export type AuditKept = typeof auditLog.$inferSelect;

/** Who did it, in words. */
export const whoOf = ({ staffName }: Pick<AuditKept, "staffName">): string => staffName || "未登录";

/** A row of the audit trail as the list shows it. */
export const auditRowOf = (kept: AuditKept): AuditRow => ({
  id: kept.id,
  at: kept.at.toISOString(),
  staffId: kept.staffId,
  staffName: whoOf(kept),
  action: kept.summary,
  entity: kept.entity,
  entityId: kept.entityId,
  result: failedIn(kept.after) ? "failure" : "success",
  digest: digestOf(kept),
  address: kept.address,
  reqId: kept.reqId,
});
