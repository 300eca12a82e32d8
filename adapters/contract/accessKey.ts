import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";

export const maxAccessKeysPerCompany = 5;

export const accessKeyCalls = defineCalls({
  accessKeyCreate: {
    host: "api",
    method: "POST",
    path: "/account/accesskey/create",
    summary: "创建访问密钥",
    access: ["admin"],
    audit: "accessKey",
    body: z.strictObject({ companyId: f.id, requestId: z.optional(f.requestId) }),
    // The secret is returned only once; a repeated request gets null instead.
    data: z.object({ accessKey: z.string(), secret: z.nullable(z.string()) }),
  },
  accessKeyList: {
    host: "api",
    method: "GET",
    path: "/x/accesskey/list/:companyId",
    summary: "访问密钥列表",
    access: ["admin"],
    params: z.object({ companyId: f.id }),
    data: z.array(
      z.object({ id: f.id, accessKey: z.string(), createdAt: f.instant, lastUsedAt: z.nullable(f.instant) }),
    ),
  },
});
