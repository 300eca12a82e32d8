import * as z from "zod/mini";
import { auditEntities } from "./auditEntities.ts";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { exportRequest, pageRequest, pageResponse } from "./page.ts";

export const auditResult = defineEnum("audit_result", {
  success: ["成功", "green"],
  failure: ["失败", "red"],
});

/** Kinds of records that audit rows refer to. */
export const auditEntity = defineEnum("audit_entity", auditEntities);

/** Dictionary key of the audited actions: each call's name with its summary. */
export const auditActionKey = "audit_action";

export const auditRow = z.object({
  id: f.id,
  at: f.instant,
  /** Null without a signed-in user: a failed login, or an action of the platform itself. */
  staffId: z.nullable(f.id),
  staffName: z.string(),
  /** The action's Chinese label. */
  action: z.string(),
  /** What was done, where the call can do several things: `审核通过` of 财务审核. */
  act: z.string(),
  /** What was acted on, in words: its kind, number or name, company and amount. */
  object: z.string(),
  entity: z.string(),
  entityId: z.nullable(z.string()),
  /** The record that has the entity, where it has no page of its own: the box of a module, the flight of a video. */
  parentId: z.nullable(f.id),
  result: auditResult.schema,
  /** The first changes as one line of text. */
  digest: z.string(),
  address: z.string(),
  /** `X-Request-Id` of the request; null for actions of the platform itself and in old rows. */
  reqId: z.nullable(z.string()),
});
export type AuditRow = z.infer<typeof auditRow>;

/** One field that the action set or changed, as text; empty where there was or is no value. */
const auditChange = z.object({ field: z.string(), before: z.string(), after: z.string() });
export type AuditChange = z.infer<typeof auditChange>;

export const auditRecord = z.extend(auditRow, { changes: z.array(auditChange) });
export type AuditRecord = z.infer<typeof auditRecord>;

const adminRoles = ["admin"] as const;
const sortableFields = ["at", "staffName", "action"] as const;
const filters = {
  staffId: z.optional(f.id),
  action: z.optional(z.string().check(z.regex(/^[A-Za-z]{1,60}$/, "未知的操作"))),
  entity: z.optional(auditEntity.schema),
  entityId: z.optional(z.string().check(z.trim(), z.maxLength(64, "最多 64 个字"), f.printable)),
  result: z.optional(auditResult.schema),
  address: z.optional(z.string().check(z.trim(), z.maxLength(64, "最多 64 个字"), f.printable)),
};

/** The audit trail. Admins read and export it; no call changes it. */
export const auditCalls = defineCalls({
  auditList: {
    host: "api",
    method: "POST",
    path: "/x/audit/list",
    summary: "操作日志列表",
    access: adminRoles,
    isAdminOnly: true,
    shows: ["auditTrail"],
    body: pageRequest(sortableFields, filters),
    data: pageResponse(auditRow),
  },
  auditOne: {
    host: "api",
    method: "GET",
    path: "/x/one/audit/:id",
    summary: "操作日志详情",
    access: adminRoles,
    isAdminOnly: true,
    params: z.object({ id: f.id }),
    data: auditRecord,
  },
  auditExport: {
    host: "api",
    method: "POST",
    path: "/x/audit/export",
    summary: "导出操作日志",
    access: adminRoles,
    isAdminOnly: true,
    kind: "blob",
    audit: "auditTrail",
    body: exportRequest(sortableFields, filters),
  },
});
