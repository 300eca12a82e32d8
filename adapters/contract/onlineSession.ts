import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { exportRequest, pageRequest, pageResponse } from "./page.ts";
import { consoleRoles } from "./roles.ts";

/** Sign-in platform; an account has one session per platform. */
export const loginPlatform = defineEnum("session_platform", { web: "网页" });

/** An open session. */
const onlineSession = z.object({
  id: f.id,
  staffId: f.id,
  name: z.string(),
  /** Masked. */
  phoneNumber: z.string(),
  roles: z.array(z.enum(consoleRoles)),
  /** Empty without one. */
  ownRoleName: z.string(),
  platform: z.string(),
  address: z.string(),
  createdAt: f.instant,
  /** Accurate to one minute. */
  lastUsedAt: f.instant,
  expiresAt: f.instant,
  /** Whether it is the caller's session. */
  own: z.boolean(),
});
export type OnlineSession = z.infer<typeof onlineSession>;

const adminRoles = ["admin"] as const;

/** List of signed-in users, and forced sign-out. */
const sortableFields = ["createdAt", "lastUsedAt", "expiresAt"] as const;
const filters = {
  role: z.optional(z.enum(consoleRoles)),
  address: z.optional(z.string().check(z.trim(), z.maxLength(64, "最多 64 个字"), f.printable)),
};

export const onlineSessionCalls = defineCalls({
  sessionList: {
    host: "api",
    method: "POST",
    path: "/x/session/list",
    summary: "在线会话列表",
    access: adminRoles,
    isAdminOnly: true,
    shows: ["session"],
    hasPhoneSearch: true,
    body: pageRequest(sortableFields, filters),
    data: pageResponse(onlineSession),
  },
  sessionExport: {
    host: "api",
    method: "POST",
    path: "/x/session/export",
    summary: "导出在线会话",
    access: adminRoles,
    isAdminOnly: true,
    hasPhoneSearch: true,
    audit: "session",
    kind: "blob",
    body: exportRequest(sortableFields, filters),
  },
  sessionOne: {
    host: "api",
    method: "GET",
    path: "/x/one/session/:id",
    summary: "在线会话详情",
    access: adminRoles,
    isAdminOnly: true,
    params: z.object({ id: f.id }),
    data: onlineSession,
  },
  sessionEnd: {
    host: "api",
    method: "POST",
    path: "/x/session/end",
    summary: "强制下线",
    access: adminRoles,
    isAdminOnly: true,
    audit: "session",
    body: z.strictObject({ id: f.id, reason: f.text(2, 100), requestId: f.requestId }),
    data: z.object({ id: f.id }),
  },
});
