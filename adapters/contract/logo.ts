import * as z from "zod/mini";
import { logoStatus } from "./company.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { uploadUrl } from "./upload.ts";

/** Largest picture in bytes. */
export const logoMaxBytes = 2 * 1024 * 1024;
export const logoTypes = ["image/png", "image/jpeg", "image/webp"] as const;

const writeRoles = ["admin", "operator"] as const;
const byId = z.object({ id: f.id });
const logoDetail = z.object({
  companyId: f.id,
  companyName: z.string(),
  url: z.string(),
  status: logoStatus.schema,
  version: f.version,
});

/** A company's logo: upload (re-encoded by the server), preview as the real header, submit. */
export const logoCalls = defineCalls({
  logoUpload: {
    host: "api",
    method: "POST",
    path: "/logo/upload",
    summary: "上传图片",
    access: writeRoles,
    comesWith: ["/logo/submit/:id", "/goodsInfo/insertOrUpdate"],
    audit: "logo",
    kind: "multipart",
    data: z.object({ url: z.string() }),
  },
  logoDetail: {
    host: "api",
    method: "GET",
    path: "/logo/detail/:id",
    summary: "企业 Logo",
    access: ["admin", "operator", "finance"],
    comesWith: ["/company/pageList"],
    params: byId,
    data: logoDetail,
  },
  logoPreview: {
    host: "api",
    method: "POST",
    path: "/logo/preview",
    summary: "预览企业 Logo",
    access: writeRoles,
    comesWith: ["/logo/submit/:id"],
    audit: "logo",
    // Stores the picture as a draft and returns an image of the company's header with it.
    body: z.strictObject({ companyId: f.id, url: uploadUrl }),
    data: z.object({ image: z.string(), version: f.version }),
  },
  logoSubmit: {
    host: "api",
    method: "PUT",
    path: "/logo/submit/:id",
    summary: "提交企业 Logo",
    access: writeRoles,
    audit: "logo",
    params: byId,
    body: z.strictObject({ url: uploadUrl, requestId: z.optional(f.requestId) }),
    data: logoDetail,
  },
});
