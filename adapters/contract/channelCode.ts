import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { normalizeCode } from "./identity.ts";
import { exportRequest, pageRequest, pageResponse } from "./page.ts";
import * as word from "./words.ts";

export const channelStatus = defineEnum("channel_status", { on: ["启用", "green"], off: ["停用", "gray"] });

/** Part of sign-up links and printed QR codes, so it never changes. */
const code = z
  .string()
  .check(z.overwrite(normalizeCode), z.regex(/^[A-Z0-9]{6,12}$/, "渠道码应为 6 至 12 位大写字母或数字"));
const ratio = z.number(word.enterNumber).check(
  z.minimum(0, "比例应在 0 至 100 之间"),
  z.maximum(100, "比例应在 0 至 100 之间"),
  z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, "最多两位小数"),
);

const fields = {
  name: f.name(2, 30),
  contact: f.name(2, 20),
  phone: f.phone,
  /** Percent with two decimals, default 0. Only admins set it; a change affects new orders only. */
  ratio: z.optional(ratio),
  /** Empty for none. */
  expireAt: z.optional(z.union([f.instant, z.literal("")])),
  remark: z.optional(f.note(500)),
};

export const channelRow = z.object({
  id: f.id,
  version: f.version,
  createdAt: f.instant,
  updatedAt: f.instant,
  name: z.string(),
  code: z.string(),
  contact: z.string(),
  /** Masked. */
  phone: z.string(),
  /** Percent with two decimals. */
  ratio: z.number(),
  status: channelStatus.schema,
  expireAt: z.nullable(f.instant),
  companyCount: z.int(),
  orderAmountFen: z.nullable(z.int()),
  commissionFen: z.nullable(z.int()),
  remark: z.string(),
});
export type ChannelRow = z.infer<typeof channelRow>;

const sortableFields = [
  "createdAt",
  "name",
  "code",
  "ratio",
  "companyCount",
  "orderAmountFen",
  "commissionFen",
  "expireAt",
  "status",
] as const;
const readRoles = ["admin", "operator", "finance"] as const;
const writeRoles = ["admin", "operator"] as const;
const byId = z.object({ id: f.id });

const filters = { status: z.optional(channelStatus.schema) };

export const channelCodeFieldLabels = {
  name: "渠道名称",
  code: "渠道码",
  phone: word.contactPhone,
  expireAt: word.validUntil,
} as const;

export const channelCodeCalls = defineCalls({
  channelPageList: {
    host: "api",
    method: "POST",
    path: "/channelCode/pageList",
    summary: "渠道列表",
    access: readRoles,
    shows: ["channelCode"],
    hasPhoneSearch: true,
    body: pageRequest(sortableFields, filters),
    data: pageResponse(channelRow),
  },
  channelExport: {
    host: "api",
    method: "POST",
    path: "/x/channel/export",
    summary: "导出渠道",
    access: readRoles,
    hasPhoneSearch: true,
    audit: "channelCode",
    kind: "blob",
    body: exportRequest(sortableFields, filters),
  },
  channelOne: {
    host: "api",
    method: "GET",
    path: "/x/one/channelCode/:id",
    summary: "渠道详情",
    access: readRoles,
    comesWith: ["/channelCode/pageList"],
    params: byId,
    data: channelRow,
  },
  channelCreate: {
    host: "api",
    method: "POST",
    path: "/channelCode/create",
    summary: "新增渠道",
    access: writeRoles,
    audit: "channelCode",
    body: z.strictObject({ ...fields, code, requestId: f.requestId }),
    data: f.saveResult,
  },
  channelUpdate: {
    host: "api",
    method: "PUT",
    path: "/channelCode/update",
    summary: "编辑、启用或停用渠道",
    access: writeRoles,
    audit: "channelCode",
    // Partial update: absent fields keep their values. Leave the phone out unless it changes: lists show it masked.
    body: z.strictObject({
      id: f.id,
      version: f.version,
      requestId: f.requestId,
      status: z.optional(channelStatus.schema),
      ...z.partial(z.object(fields)).shape,
    }),
    data: f.saveResult,
  },
  channelDelete: {
    host: "api",
    method: "DELETE",
    path: "/channelCode/delete/:id",
    summary: "删除渠道",
    access: writeRoles,
    audit: "channelCode",
    params: byId,
    query: z.object({ version: z.optional(f.versionText), requestId: z.optional(f.requestId) }),
    data: f.saveResult,
  },
});
