import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { pageRequest, pageResponse } from "./page.ts";
import { consoleRoles } from "./roles.ts";

/** Where one signs in; a platform has one session an account. */
export const loginPlatform = defineEnum("session_platform", { web: "网页" });

/** A session that is open now. */
const onlineSession = z.object({
  id: f.id,
  staffId: f.id,
  name: z.string(),
  /** Masked. */
  phoneNumber: z.string(),
  roles: z.array(z.enum(consoleRoles)),
  platform: z.string(),
  address: z.string(),
  createdAt: f.instant,
  /** Exact to a minute. */
  lastUsedAt: f.instant,
  expiresAt: f.instant,
  /** The session that asks. */
  own: z.boolean(),
});
export type OnlineSession = z.infer<typeof onlineSession>;

const adminRoles = ["admin"] as const;

/** Who is signed in now, and the forced sign-off. */
export const onlineSessionCalls = defineCalls({
  sessionList: {
    host: "api",
    method: "POST",
    path: "/x/session/list",
    summary: "在线会话列表",
    access: adminRoles,
    findsPhones: true,
    body: pageRequest(["createdAt", "lastUsedAt", "expiresAt"], {
      role: z.optional(z.enum(consoleRoles)),
      address: z.optional(z.string().check(z.trim(), z.maxLength(64, "最多 64 个字"), f.printable)),
    }),
    data: pageResponse(onlineSession),
  },
  sessionOne: {
    host: "api",
    method: "GET",
    path: "/x/one/session/:id",
    summary: "在线会话详情",
    access: adminRoles,
    params: z.object({ id: f.id }),
    data: onlineSession,
  },
  sessionEnd: {
    host: "api",
    method: "POST",
    path: "/x/session/end",
    summary: "强制下线",
    access: adminRoles,
    audit: "session",
    body: z.strictObject({ id: f.id, reason: f.text(2, 100), requestId: f.requestId }),
    data: z.object({ id: f.id }),
  },
});
