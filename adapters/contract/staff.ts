import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import { enumeration } from "./enumeration.ts";
import * as f from "./fields.ts";
import { pageOf, pageRequest } from "./page.ts";
import { consoleRoles } from "./roles.ts";

export const staffStatus = enumeration("staff_status", {
  normal: ["正常", "green"],
  disabled: ["已停用", "red"],
});

export const staffRow = z.object({
  ...f.recorded,
  name: z.string(),
  /** Masked. */
  phoneNumber: z.string(),
  roles: z.array(z.enum(consoleRoles)),
  status: staffStatus.schema,
  mustChange: z.boolean(),
  lastLoginAt: z.nullable(f.instant),
  lockedUntil: z.nullable(f.instant),
});
export type StaffRow = z.infer<typeof staffRow>;

const admin = ["admin"] as const;
const target = { id: f.id, version: f.version, requestId: f.requestId };
const withPassword = z.object({ id: f.id, version: f.version, initialPassword: z.nullable(z.string()) });

export const staffCalls = defineCalls({
  sysAdminList: {
    host: "api",
    method: "GET",
    path: "/user/sysAdmin/list",
    summary: "后台人员名单",
    access: "session",
    data: z.array(
      z.object({ id: f.id, name: z.string(), phoneNumber: z.string(), roles: z.array(z.enum(consoleRoles)) }),
    ),
  },
  staffList: {
    host: "api",
    method: "POST",
    path: "/x/staff/list",
    summary: "后台账号列表",
    access: admin,
    findsPhones: true,
    body: pageRequest(["createdAt", "name", "lastLoginAt", "status"], {
      role: z.optional(z.enum(consoleRoles)),
      status: z.optional(staffStatus.schema),
    }),
    data: pageOf(staffRow),
  },
  staffOne: {
    host: "api",
    method: "GET",
    path: "/x/one/staff/:id",
    summary: "后台账号详情",
    access: admin,
    params: z.object({ id: f.id }),
    data: staffRow,
  },
  staffSave: {
    host: "api",
    method: "POST",
    path: "/x/staff/save",
    summary: "新增或编辑后台账号",
    access: admin,
    audit: "staff",
    // Without id a new account is made, and its first password answered once.
    body: z.strictObject({
      id: z.optional(f.id),
      version: z.optional(f.version),
      name: f.text(2, 20),
      phoneNumber: z.optional(f.phone),
      roles: z.array(z.enum(consoleRoles)).check(z.minLength(1, "至少选择一个角色")),
      requestId: f.requestId,
    }),
    data: withPassword,
  },
  staffStatus: {
    host: "api",
    method: "POST",
    path: "/x/staff/status",
    summary: "启用或停用后台账号",
    access: admin,
    audit: "staff",
    body: z.strictObject({ ...target, to: staffStatus.schema }),
    data: f.saved,
  },
  staffReset: {
    host: "api",
    method: "POST",
    path: "/x/staff/reset",
    summary: "重置后台账号密码",
    access: admin,
    audit: "staff",
    body: z.strictObject(target),
    data: withPassword,
  },
  staffUnlock: {
    host: "api",
    method: "POST",
    path: "/x/staff/unlock",
    summary: "解锁后台账号",
    access: admin,
    audit: "staff",
    body: z.strictObject(target),
    data: f.saved,
  },
});
