import type { AuditChange } from "../../adapters/contract/auditTrail.ts";
import { sortFields } from "../records/fieldLabels.ts";
import { fieldLabel } from "./fieldLabel.ts";
import { formatValue } from "./formatValue.ts";
import { toFields } from "./toFields.ts";

/** Longest line of changes in a list or an export, in characters. */
const maxDigestLength = 120;

interface AuditSnapshot {
  readonly entity: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Ids of what has no name, and of orders and people whose number and names stand beside them. */
const internalIds: ReadonlySet<string> = new Set([
  "id",
  "sessionId",
  "exportId",
  "batchId",
  "grantId",
  "orderId",
  "submittedBy",
  "registeredBy",
  "auditorId",
  "applicantId",
  "createdBy",
]);

/**
 * The fields that an action set or changed, formatted. Fields that are empty before and after are left out, and internal
 * ids.
 */
export function toAuditChanges({ entity, before, after }: AuditSnapshot): AuditChange[] {
  const [beforeFields, afterFields] = [toFields(before), toFields(after)];
  const names = new Set([...Object.keys(beforeFields), ...Object.keys(afterFields)]);
  return sortFields([...names])
    .filter(
      (name) => !internalIds.has(name) && !(name.endsWith("Id") && names.has(name.replace(/Id$/, "Name"))),
    )
    .map((name) => ({
      field: fieldLabel(name, entity),
      before: formatValue(entity, name, beforeFields[name]),
      after: formatValue(entity, name, afterFields[name]),
    }))
    .filter((change) => change.before !== "" || change.after !== "");
}

/** The changes on one line, truncated to `maxDigestLength`: `状态：正常 → 已冻结；冻结原因：欠费`. */
export function formatDigest(snapshot: AuditSnapshot): string {
  const line = toAuditChanges(snapshot)
    .map(({ field, before, after }) => {
      if (before === "") return `${field}：${after}`;
      return `${field}：${before} → ${after || "（空）"}`;
    })
    .join("；");
  return line.length > maxDigestLength ? `${line.slice(0, maxDigestLength - 1)}…` : line;
}

/** Whether the action failed: failures are recorded with a `failed` field. */
export const hasFailed = (after: unknown): boolean =>
  typeof after === "object" && after !== null && "failed" in after;
