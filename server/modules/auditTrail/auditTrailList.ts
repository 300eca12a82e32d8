import { eq, like, type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { auditCalls } from "../../../adapters/contract/auditTrail.ts";
import { getActionCall } from "../../audit/auditActions.ts";
import { auditLog } from "../../db/schema/auditLog.ts";
import { toLikePattern } from "../../list/buildConditions.ts";
import { defineListSource, type ListSource } from "../../list/listSource.ts";

type AuditQuery = z.output<typeof auditCalls.auditExport.body>;

/** The audit trail as a list; with an id, only rows written before it. */
export const createAuditTrailList = (beforeId?: string): ListSource<typeof auditLog, AuditQuery> =>
  defineListSource<AuditQuery>()({
    table: auditLog,
    id: auditLog.id,
    createdAt: auditLog.at,
    baseCondition: beforeId === undefined ? undefined : sql`${auditLog.id} < ${beforeId}::int8`,
    // Line breaks between the parts prevent matches across two of them.
    search: sql`lower(concat_ws(e'\n', ${auditLog.staffName}, ${auditLog.summary}, ${auditLog.entityId}, ${auditLog.subject}, ${auditLog.address}, ${auditLog.reqId}, ${auditLog.before}::text, ${auditLog.after}::text))`,
    masksPhones: true,
    sortable: { at: auditLog.at, staffName: auditLog.staffName, action: auditLog.summary },
    filters: {
      staffId: (value) => eq(auditLog.staffId, value),
      action: (value): SQL => eq(auditLog.call, getActionCall(value) ?? ""),
      entity: (value) => eq(auditLog.entity, value),
      entityId: (value) => eq(auditLog.entityId, value),
      result: (value) => (value === "failure" ? hasFailed : sql`not coalesce(${hasFailed}, false)`),
      address: (value) => like(auditLog.address, toLikePattern(value)),
    },
  });

/** `hasFailed` as SQL. */
const hasFailed = sql`${auditLog.after} -> 'failed' is not null`;
