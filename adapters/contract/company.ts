import * as z from "zod/mini";
import { creditCode } from "./creditCode.ts";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { exportRequest, pageRequest, pageResponse, wholeList } from "./page.ts";
import * as word from "./words.ts";

export const companyType = defineEnum("company_type", {
  enterprise: "企业",
  government: "政府",
  institution: "事业单位",
  individual: "个体",
});
export const companyLevel = defineEnum("company_level", { A: "A 级", B: "B 级", C: "C 级", D: "D 级" });
export const companyStatus = defineEnum("company_status", {
  normal: ["正常", "green"],
  frozen: ["已冻结", "red"],
});
export const logoStatus = defineEnum("logo_status", {
  none: ["未上传", "gray"],
  draft: ["草稿", "orange"],
  submitted: ["已提交", "green"],
});
export const expireWithin = defineEnum("company_expire_within", {
  "7": "7 天内到期",
  "30": "30 天内到期",
  expired: "已到期",
});

const fields = {
  name: f.name(2, 60),
  shortName: f.name(1, 20),
  creditCode,
  type: companyType.schema,
  level: companyLevel.schema,
  contact: f.name(2, 20),
  phone: f.phone,
  emergencyPhone: z.optional(z.union([f.phone, z.literal("")])),
  regionId: f.regionId,
  address: f.text(2, 120),
  lng: z.optional(f.longitude),
  lat: z.optional(f.latitude),
  /** Empty for none. */
  channelCodeId: z.optional(z.union([f.id, z.literal("")])),
  managerId: f.id,
  remark: z.optional(f.note(500)),
};

/** Body of the create form. The account becomes the company's owner; without a password the server generates one. */
export const companyCreate = z.strictObject({
  ...fields,
  account: z.strictObject({ name: f.name(2, 20), phoneNumber: f.phone, password: z.optional(f.md5Hex) }),
  requestId: f.requestId,
});

/** Partial update: absent fields keep their values. Leave phones out unless they change: lists show them masked. */
export const companyUpdate = z.strictObject({
  id: f.id,
  version: f.version,
  requestId: f.requestId,
  ...z.partial(z.object(fields)).shape,
});

export const companyRow = z.object({
  ...f.recordFields,
  name: z.string(),
  shortName: z.string(),
  creditCode: z.string(),
  type: companyType.schema,
  level: companyLevel.schema,
  contact: z.string(),
  /** Masked, like all phones in lists. */
  phone: z.string(),
  emergencyPhone: z.string(),
  regionId: z.string(),
  regionName: z.string(),
  address: z.string(),
  lng: z.nullable(z.number()),
  lat: z.nullable(z.number()),
  channelCodeId: z.nullable(f.id),
  channelName: z.string(),
  managerId: z.nullable(f.id),
  managerName: z.string(),
  accountUserId: z.nullable(f.id),
  accountPhone: z.string(),
  userCount: z.int(),
  boxCount: z.int(),
  /** Null where the role may not see amounts. */
  orderAmountFen: z.nullable(z.int()),
  status: companyStatus.schema,
  freezeReason: z.string(),
  /** The next end among services in force, counting a service's last grant; the last end once all have ended. */
  expireAt: z.nullable(f.instant),
  /** The service that ends then. */
  expireServiceName: z.string(),
  /** Services that end within 30 days. */
  expiring30: z.int(),
  remark: z.string(),
  logoUrl: z.string(),
  logoStatus: logoStatus.schema,
});
export type CompanyRow = z.infer<typeof companyRow>;

const sortableFields = [
  "createdAt",
  "updatedAt",
  "name",
  "level",
  "userCount",
  "boxCount",
  "orderAmountFen",
  "expireAt",
  "status",
] as const;
/** Conditions of the company list. */
export const companyFilters = {
  type: z.optional(companyType.schema),
  level: z.optional(companyLevel.schema),
  status: z.optional(companyStatus.schema),
  regionId: z.optional(f.regionId),
  managerId: z.optional(f.id),
  channelCodeId: z.optional(f.id),
  expireWithin: z.optional(expireWithin.schema),
};

const readRoles = ["admin", "operator", "finance"] as const;
const writeRoles = ["admin", "operator"] as const;
const byId = z.object({ id: f.id });

/** A user in a company's child-user list. */
export const childUser = z.object({
  id: f.id,
  name: z.string(),
  phoneNumber: z.string(),
  role: z.string(),
  status: z.string(),
  lastLoginAt: z.nullable(f.instant),
  version: f.version,
});

export const companyFieldLabels = {
  name: word.companyName,
  phone: word.contactPhone,
  address: word.fullAddress,
} as const;

export const companyCalls = defineCalls({
  companyPageList: {
    host: "api",
    method: "POST",
    path: "/company/pageList",
    summary: "企业列表",
    access: readRoles,
    shows: ["company", "logo", "accessKey"],
    hasPhoneSearch: true,
    body: pageRequest(sortableFields, companyFilters),
    data: pageResponse(companyRow),
  },
  companyOne: {
    host: "api",
    method: "GET",
    path: "/x/one/company/:id",
    summary: "企业详情",
    access: readRoles,
    comesWith: ["/company/pageList"],
    params: byId,
    data: companyRow,
  },
  companyFrozen: {
    host: "api",
    method: "DELETE",
    path: "/company/frozen/:id",
    summary: "冻结或解冻企业",
    access: writeRoles,
    audit: "company",
    params: byId,
    query: z.object({
      to: z.optional(companyStatus.schema),
      version: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
      reason: z.optional(f.note(100)),
      requestId: z.optional(f.requestId),
    }),
    // The specification has the id alone, and so nothing that lifts it again.
    ownFields: ["to", "reason"],
    data: z.object({ id: f.id, version: f.version, status: companyStatus.schema }),
  },
  companyCreate: {
    host: "api",
    method: "POST",
    path: "/company/account/create",
    summary: "新增企业",
    access: writeRoles,
    audit: "company",
    body: companyCreate,
    data: z.object({ id: f.id, version: f.version, initialPassword: z.nullable(z.string()) }),
  },
  companyUpdate: {
    host: "api",
    method: "PUT",
    path: "/company/account/update",
    summary: "编辑企业",
    access: writeRoles,
    audit: "company",
    body: companyUpdate,
    data: f.saveResult,
  },
  companyChildUsers: {
    host: "api",
    method: "GET",
    path: "/company/childUsers/:id",
    summary: "企业子账号",
    access: readRoles,
    comesWith: ["/company/pageList"],
    params: byId,
    data: wholeList(childUser),
  },
  companyExport: {
    host: "api",
    method: "POST",
    path: "/company/export",
    summary: "导出企业",
    access: readRoles,
    hasPhoneSearch: true,
    audit: "company",
    kind: "blob",
    body: exportRequest(sortableFields, { ...companyFilters, revealReason: z.optional(f.text(2, 100)) }),
  },
});
