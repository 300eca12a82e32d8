import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { exportRequest, pageRequest, pageResponse } from "./page.ts";
import * as word from "./words.ts";

export const userRole = defineEnum("user_role", {
  owner: "负责人",
  manager: "管理员",
  pilot: "飞手",
  viewer: "观察员",
});
export const userStatus = defineEnum("user_status", {
  normal: ["正常", "green"],
  frozen: ["已冻结", "red"],
});

export const userRow = z.object({
  ...f.recordFields,
  name: z.string(),
  /** Masked. */
  phoneNumber: z.string(),
  companyId: f.id,
  companyName: z.string(),
  role: userRole.schema,
  licenceNo: z.string(),
  status: userStatus.schema,
  lastLoginAt: z.nullable(f.instant),
});
export type UserRow = z.infer<typeof userRow>;

const sortableFields = ["createdAt", "name", "companyName", "lastLoginAt", "status"] as const;
/** Conditions of the user list. */
export const userFilters = {
  companyId: z.optional(f.id),
  /** Of the company, as it is now. */
  regionId: z.optional(f.regionId),
  role: z.optional(userRole.schema),
  status: z.optional(userStatus.schema),
};

const readRoles = ["admin", "operator", "finance"] as const;
const writeRoles = ["admin", "operator"] as const;

export const userFieldLabels = { name: word.personName } as const;

export const userCalls = defineCalls({
  userPageList: {
    host: "api",
    method: "POST",
    path: "/user/pageList",
    summary: "企业用户列表",
    access: readRoles,
    shows: ["user"],
    hasPhoneSearch: true,
    body: pageRequest(sortableFields, userFilters),
    data: pageResponse(userRow),
  },
  userExport: {
    host: "api",
    method: "POST",
    path: "/x/user/export",
    summary: "导出用户",
    access: readRoles,
    hasPhoneSearch: true,
    audit: "user",
    kind: "blob",
    body: exportRequest(sortableFields, userFilters),
  },
  userOne: {
    host: "api",
    method: "GET",
    path: "/x/one/user/:id",
    summary: "用户详情",
    access: readRoles,
    comesWith: ["/user/pageList"],
    params: z.object({ id: f.id }),
    data: userRow,
  },
  userStatus: {
    host: "api",
    method: "POST",
    path: "/x/user/status",
    summary: "冻结或解冻用户",
    access: writeRoles,
    audit: "user",
    body: z.strictObject({
      id: f.id,
      version: f.version,
      to: userStatus.schema,
      reason: z.optional(f.note(100)),
      requestId: f.requestId,
    }),
    data: f.saveResult,
  },
  userReset: {
    host: "api",
    method: "POST",
    path: "/x/user/reset",
    summary: "重置用户密码",
    access: writeRoles,
    audit: "user",
    body: z.strictObject({ id: f.id, version: f.version, requestId: f.requestId }),
    data: z.object({ id: f.id, version: f.version, initialPassword: z.nullable(z.string()) }),
  },
});
