import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { int8, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";

/** The audit trail: who, when, from where, which call, before and after. A trigger allows inserts only. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: int8("id").primaryKey(),
    at: timestamptz("at").notNull(),
    /** Null for a failed login, where `entityId` is the account that was tried, and for the system's own actions. */
    staffId: int8("staff_id"),
    staffName: text("staff_name").notNull(),
    address: text("address").notNull(),
    call: text("call").notNull(),
    summary: text("summary").notNull(),
    entity: text("entity").notNull(),
    entityId: text("entity_id"),
    /** The record's number or name, company and amount in words; empty in rows older than the column. */
    subject: text("subject").notNull().default(""),
    before: jsonb("before"),
    after: jsonb("after"),
    /** Request id, as in the log and in the response; null in rows older than the column. */
    reqId: text("req_id"),
  },
  (table) => [
    index("audit_log_at_idx").on(table.at),
    index("audit_log_entity_idx").on(table.entity, table.entityId),
    index("audit_log_staff_id_idx").on(table.staffId, table.at),
  ],
);

export const auditLogNames: DenormalizedNames = {
  table: auditLog,
  fixed: [auditLog.staffName],
};
