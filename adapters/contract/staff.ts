import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { recordActs } from "./recordActs.ts";
import { recordCalls } from "./recordCalls.ts";
import { consoleRoles } from "./roles.ts";
import { staffNames } from "./staffNames.ts";
import * as word from "./words.ts";

export const staffStatus = defineEnum("staff_status", {
  normal: ["正常", "green"],
  disabled: ["已停用", "red"],
});

/** Whose companies somebody sees, with all that hangs on them; an admin sees all. */
export const dataScope = defineEnum("staff_data_scope", {
  all: "全部",
  department: "本部门",
  own: "仅本人",
});
export type DataScope = z.infer<typeof dataScope.schema>;

export const staffRow = z.object({
  ...f.recordFields,
  name: z.string(),
  /** Masked. */
  phoneNumber: z.string(),
  roles: z.array(z.enum(consoleRoles)),
  /** Id of the custom role, whose base is in `roles`; null without one. */
  ownRoleId: z.nullable(f.id),
  ownRoleName: z.string(),
  departmentId: z.nullable(f.id),
  departmentName: z.string(),
  dataScope: dataScope.schema,
  status: staffStatus.schema,
  mustChange: z.boolean(),
  /** Whether signing in takes a second factor. */
  secondFactor: z.boolean(),
  lastLoginAt: z.nullable(f.instant),
  lockedUntil: z.nullable(f.instant),
});
export type StaffRow = z.infer<typeof staffRow>;

const adminRoles = ["admin"] as const;
const versionedTarget = { id: f.id, version: f.version, requestId: f.requestId };
const initialPasswordResult = z.object({
  id: f.id,
  version: f.version,
  initialPassword: z.nullable(z.string()),
});

const sortableFields = ["createdAt", "name", "lastLoginAt", "status"] as const;

export const staffFieldLabels = { email: "接收通知的邮箱", name: word.personName } as const;

export const staffCalls = defineCalls({
  ...recordCalls("staff", {
    noun: "后台账号",
    kind: "staff",
    access: adminRoles,
    row: staffRow,
    sortable: sortableFields,
    filters: ["status"],
    otherFilters: { role: z.optional(z.enum(consoleRoles)) },
    search: { hasPhoneSearch: true },
    rights: { isAdminOnly: true },
  }),
  sysAdminList: staffNames,
  staffSave: {
    host: "api",
    method: "POST",
    path: "/x/staff/save",
    summary: "新增或编辑后台账号",
    access: adminRoles,
    isAdminOnly: true,
    audit: "staff",
    // Without an id it creates an account and returns the initial password once.
    body: z.strictObject({
      id: z.optional(f.id),
      version: z.optional(f.version),
      name: f.name(2, 20),
      phoneNumber: z.optional(f.phone),
      roles: z.array(z.enum(consoleRoles)).check(z.minLength(1, "至少选择一个角色")),
      /** Id of a custom role, which replaces `roles`; empty for none, absent to leave it unchanged. */
      ownRoleId: z.optional(z.union([f.id, z.literal("")])),
      /** Empty for none; a save without it changes nothing. */
      departmentId: z.optional(z.union([f.id, z.literal("")])),
      dataScope: z.optional(dataScope.schema),
      requestId: f.requestId,
    }),
    data: initialPasswordResult,
  },
  staffStatus: {
    host: "api",
    method: "POST",
    path: "/x/staff/status",
    summary: "启用或停用后台账号",
    access: adminRoles,
    isAdminOnly: true,
    audit: "staff",
    body: z.strictObject({ ...versionedTarget, to: staffStatus.schema }),
    data: f.saveResult,
  },
  staffReset: {
    host: "api",
    method: "POST",
    path: "/x/staff/reset",
    summary: "重置后台账号密码",
    access: adminRoles,
    isAdminOnly: true,
    audit: "staff",
    body: z.strictObject(versionedTarget),
    data: initialPasswordResult,
  },
  ...recordActs("staff", {
    kind: "staff",
    access: adminRoles,
    rights: { isAdminOnly: true },
    acts: { unlock: "解锁后台账号" },
  }),
  /** For somebody who lost phone and recovery codes; ends all sessions of the account. */
  staffSecondFactorReset: {
    host: "api",
    method: "POST",
    path: "/x/staff/secondFactor/reset",
    summary: "重置后台账号的二次验证",
    access: adminRoles,
    isAdminOnly: true,
    audit: "staff",
    body: z.strictObject(versionedTarget),
    data: f.saveResult,
  },
});
