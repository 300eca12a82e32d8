import { type AuditRow, auditEntity } from "../../../adapters/contract/auditTrail.ts";
import { formatAct } from "../../audit/auditActs.ts";
import { formatDigest, hasFailed } from "../../audit/auditChanges.ts";
import { guessSubject } from "../../audit/auditSubject.ts";
import type { auditLog } from "../../db/schema/auditLog.ts";

export type AuditLogRecord = typeof auditLog.$inferSelect;

/** Name of the staff member, or a label for a request without a session. */
export const getActorName = ({ staffName }: Pick<AuditLogRecord, "staffName">): string =>
  staffName || "未登录";

type SubjectFields = Pick<AuditLogRecord, "entity" | "subject" | "before" | "after">;

/** What was acted on: `订单 DD2026… 某公司 ¥10,924.00`; the kind alone where the row does not name it. */
export const formatObject = (record: SubjectFields): string =>
  [auditEntity.label(record.entity), record.subject || guessSubject(record)]
    .filter((part) => part !== "")
    .join(" ");

/** A row of the audit trail as the list shows it, but for what other tables know. */
export const toAuditRow = (record: AuditLogRecord): Omit<AuditRow, "parentId"> => ({
  id: record.id,
  at: record.at.toISOString(),
  staffId: record.staffId,
  staffName: getActorName(record),
  action: record.summary,
  act: formatAct(record),
  object: formatObject(record),
  entity: record.entity,
  entityId: record.entityId,
  result: hasFailed(record.after) ? "failure" : "success",
  digest: formatDigest(record),
  address: record.address,
  reqId: record.reqId,
});
