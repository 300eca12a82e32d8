import type { AuditRow } from "../../../adapters/contract/auditTrail.ts";
import { formatDigest, hasFailed } from "../../audit/auditChanges.ts";
import type { auditLog } from "../../db/schema/auditLog.ts";

export type AuditLogRecord = typeof auditLog.$inferSelect;

/** Name of the staff member, or a label for a request without a session. */
export const getActorName = ({ staffName }: Pick<AuditLogRecord, "staffName">): string =>
  staffName || "未登录";

/** A row of the audit trail as the list shows it, but for what other tables know. */
export const toAuditRow = (record: AuditLogRecord): Omit<AuditRow, "parentId"> => ({
  id: record.id,
  at: record.at.toISOString(),
  staffId: record.staffId,
  staffName: getActorName(record),
  action: record.summary,
  entity: record.entity,
  entityId: record.entityId,
  result: hasFailed(record.after) ? "failure" : "success",
  digest: formatDigest(record),
  address: record.address,
  reqId: record.reqId,
});
