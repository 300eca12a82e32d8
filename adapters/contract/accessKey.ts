import * as z from "zod/mini";
import { callRights } from "./callRights.ts";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { wholeList } from "./page.ts";
import * as word from "./words.ts";

/** Of keys that are valid: ended ones stay in the list and do not count. */
export const maxAccessKeysPerCompany = 5;

export const accessKeyStatus = defineEnum("access_key_status", {
  valid: ["有效", "green"],
  expired: ["已到期", "gray"],
  revoked: ["已吊销", "gray"],
});
export type AccessKeyStatus = z.output<typeof accessKeyStatus.schema>;

const accessKeyRow = z.object({
  id: f.id,
  accessKey: z.string(),
  status: accessKeyStatus.schema,
  createdAt: f.instant,
  /** Null for a key without an end. */
  expiresAt: z.nullable(f.instant),
  revokedAt: z.nullable(f.instant),
  /** The last request that it signed; both are null before the first. */
  lastUsedAt: z.nullable(f.instant),
  lastAddress: z.nullable(z.string()),
});
export type AccessKeyRow = z.infer<typeof accessKeyRow>;

const accessKeyRoles = callRights.accessKeyCreate.access;

export const accessKeyFieldLabels = { expiresAt: word.validUntil } as const;

export const accessKeyCalls = defineCalls({
  accessKeyCreate: {
    host: "api",
    method: "POST",
    ...callRights.accessKeyCreate,
    summary: "创建访问密钥",
    isAdminOnly: true,
    audit: "accessKey",
    body: z.strictObject({
      companyId: f.id,
      /** Absent for a key without an end. */
      expiresAt: z.optional(f.instant),
      requestId: z.optional(f.requestId),
    }),
    // The secret is returned only once; a repeated request gets null instead.
    data: z.object({ accessKey: z.string(), secret: z.nullable(z.string()) }),
  },
  /** Refuses the key's requests from now on; cannot be undone. */
  accessKeyRevoke: {
    host: "api",
    method: "POST",
    path: "/x/accesskey/revoke",
    summary: "吊销访问密钥",
    access: accessKeyRoles,
    isAdminOnly: true,
    audit: "accessKey",
    body: z.strictObject({ id: f.id, reason: f.text(2, 100), requestId: f.requestId }),
    data: z.object({ id: f.id }),
  },
  /** Valid keys first, then the newest first. */
  accessKeyList: {
    host: "api",
    method: "GET",
    path: "/x/accesskey/list/:companyId",
    summary: "访问密钥列表",
    access: accessKeyRoles,
    isAdminOnly: true,
    params: z.object({ companyId: f.id }),
    data: wholeList(accessKeyRow),
  },
});
