import * as z from "zod/mini";
import { callRights } from "../../../adapters/contract/callRights.ts";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { departmentCalls } from "../../../adapters/contract/department.ts";
import { lookUp } from "../../../adapters/contract/lookUp.ts";
import { managementCalls } from "../../../adapters/contract/management.ts";
import { roleRightCalls } from "../../../adapters/contract/roleRight.ts";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { dataScope, type StaffRow, staffCalls, staffStatus } from "../../../adapters/contract/staff.ts";
import { type UserRow, userCalls, userRole, userStatus } from "../../../adapters/contract/user.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { CallOptions, Client } from "../../../adapters/http/client.ts";
import { createRequestId } from "../../../adapters/http/createRequestId.ts";
import { staffStatusMachine } from "../../../machines/status/staff.ts";
import { userStatusMachine } from "../../../machines/status/user.ts";
import { companyColumn } from "../../list/companyColumn.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { BatchAction, PageAction, RowAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import { consoleRole } from "../../list/people/consoleRole.ts";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { tabbedPage } from "../../list/tabbedPage.tsx";
import { lazyDialog } from "../../loading/lazyDialog.tsx";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { formatTime } from "../../ui/format/formatTime.ts";
import { createAccountAction, createResetPasswordAction } from "./createAccountAction.ts";
import { createMoveUserForm } from "./createMoveUserForm.ts";
import { staffForm } from "./staffForm.ts";

const user = { entity: "user", noun: word.user, detailCall: userCalls.userOne };
const reasonSchema = z.string().check(z.minLength(1, "请选择冻结原因"), z.maxLength(100));

const moveUser: RowAction<UserRow> = {
  name: "move",
  label: word.move,
  call: managementCalls.changeCompany,
  form: createMoveUserForm(),
};

const freezeUser: RowAction<UserRow> = {
  name: "freeze",
  label: word.freeze,
  call: userCalls.userStatus,
  destructive: true,
  isApplicable: ({ status }) => userStatusMachine.allowed(status).includes("freeze"),
  form: actionForm({
    name: "user-freeze",
    title: ({ name }: UserRow) => `冻结用户 ${name}`,
    call: userCalls.userStatus,
    detailCall: userCalls.userOne,
    destructive: true,
    submitLabel: word.freeze,
    consequence: ({ name, companyName }) => `冻结后 ${companyName} 的 ${name} 将退出登录，且无法再登录。`,
    fields: [
      { kind: "dictionary", name: "reason", label: word.freezeReason, key: "user_freeze_reason", wide: true },
    ],
    schemas: { reason: reasonSchema },
    args: ({ id, version }, values, requestId) => ({
      body: { id, version, to: "frozen" as const, reason: values.reason, requestId },
    }),
  }),
};

const unfreezeUser: RowAction<UserRow> = createAccountAction(user, {
  name: "unfreeze",
  label: "解冻",
  call: userCalls.userStatus,
  isApplicable: ({ status }: UserRow) => userStatusMachine.allowed(status).includes("unfreeze"),
  consequence: ({ name }) => `解冻后 ${name} 可以重新登录。`,
  args: ({ id, version }, requestId) => ({ body: { id, version, to: "normal" as const, requestId } }),
});

const resetUser: RowAction<UserRow> = createResetPasswordAction(user, userCalls.userReset);

const freezeUsers: BatchAction<UserRow> = {
  name: "freeze",
  label: "批量冻结",
  call: userCalls.userStatus,
  destructive: true,
  reasonDictionary: "user_freeze_reason",
  consequence: (rows) => `将冻结 ${rows.length} 个用户，他们会退出登录且无法再登录。`,
  run: (client, { id, version }, reason, signal) => {
    const body = { id, version, to: "frozen" as const, reason, requestId: createRequestId() };
    return client.call(userCalls.userStatus, { body }, { signal });
  },
};

const unfreezeUsers: BatchAction<UserRow> = {
  name: "unfreeze",
  label: "批量解冻",
  call: userCalls.userStatus,
  consequence: (rows) => `将解冻 ${rows.length} 个用户，他们可以重新登录。`,
  run: (client, { id, version }, _, signal) => {
    const body = { id, version, to: "normal" as const, requestId: createRequestId() };
    return client.call(userCalls.userStatus, { body }, { signal });
  },
};

/** Sends one user a message. */
const sendSmsToUser: RowAction<UserRow> = {
  name: "sms",
  label: "发短信",
  call: smsCalls.smsSendAll,
  refusal: ({ status }) => (status === "frozen" ? "用户已冻结，不能接收短信" : null),
  dialog: lazyDialog(async () => (await import("./UserSms.tsx")).UserSms),
};

/** Sends the selected or found users a text, with a preview before and the progress after. */
const sendSmsToUsers: PageAction = {
  name: "sms-all",
  label: word.sendBulkSms,
  call: smsCalls.smsSendAll,
  dialog: lazyDialog(async () => (await import("../../list/sms/BulkSmsDialog.tsx")).UserSmsDialog),
};

/** Whoever may create a company with its first user may add further ones. */
const importUsers: PageAction = {
  name: "import",
  label: word.importRows,
  also: callRights.importRun,
  call: companyCalls.companyCreate,
  dialog: lazyDialog(async () => (await import("../../list/sheetImport/SheetImportDialog.tsx")).UserImport),
};

const CompanyUsers = listPage({
  name: "user",
  noun: word.user,
  call: userCalls.userPageList,
  export: userCalls.userExport,
  detailCall: userCalls.userOne,
  getTitle: (row) => row.name,
  rowActions: [moveUser, resetUser, sendSmsToUser, unfreezeUser, freezeUser],
  batchActions: [freezeUsers, unfreezeUsers],
  pageActions: [importUsers, sendSmsToUsers],
  emptyStateAction: {
    description: "新增企业时会一并开通它的第一个用户",
    label: "去新增企业",
    to: "/account/accountList",
    call: companyCalls.companyCreate,
  },
  columns: [
    { key: "name", title: word.personName, width: 120, main: true, sort: "name" },
    { key: "status", title: word.status, width: 100, as: "tag", dictionary: userStatus, sort: "status" },
    {
      key: "phoneNumber",
      title: word.phoneNumber,
      width: 160,
      as: "phone",
      reveal: { entity: "user", field: "phoneNumber" },
    },
    { ...companyColumn(word.owner, 240), sort: "companyName" },
    { key: "role", title: word.role, width: 100, as: "label", dictionary: userRole },
    { key: "licenceNo", title: word.licenceNo, width: 170, as: "copy" },
    { key: "lastLoginAt", title: word.lastLoginAt, width: 180, as: "time", sort: "lastLoginAt" },
    { key: "createdAt", title: word.createdAt, width: 180, as: "time", sort: "createdAt" },
  ],
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "姓名 / 完整手机号或后四位" },
    { kind: "choice", name: "companyId", label: word.owner, source: companyChoices },
    { kind: "region", name: "regionId", label: word.region },
    { kind: "select", name: "status", label: word.status, dictionary: userStatus },
    { kind: "select", name: "role", label: word.role, dictionary: userRole },
    { kind: "days", from: "from", to: "to", label: word.createdAt },
  ],
});

const staff = { entity: "staff", noun: word.staff, detailCall: staffCalls.staffOne };
const allows = (event: "disable" | "enable") => (row: StaffRow) =>
  staffStatusMachine.allowed(row.status).includes(event);

const disableStaff: RowAction<StaffRow> = createAccountAction(staff, {
  name: "disable",
  label: word.disable,
  call: staffCalls.staffStatus,
  destructive: true,
  isApplicable: allows("disable"),
  refusal: ({ id }: StaffRow, userId) => (id === userId ? "不能停用自己的账号" : null),
  consequence: ({ name }) => `停用后 ${name} 将立即退出登录，且无法再登录后台。`,
  args: ({ id, version }, requestId) => ({ body: { id, version, to: "disabled" as const, requestId } }),
});

const enableStaff: RowAction<StaffRow> = createAccountAction(staff, {
  name: "enable",
  label: word.enable,
  call: staffCalls.staffStatus,
  isApplicable: allows("enable"),
  consequence: ({ name }) => `启用后 ${name} 可以重新登录后台。`,
  args: ({ id, version }, requestId) => ({ body: { id, version, to: "normal" as const, requestId } }),
});

const resetStaff: RowAction<StaffRow> = createResetPasswordAction(staff, staffCalls.staffReset);

const resetSecondFactor: RowAction<StaffRow> = createAccountAction(staff, {
  name: "resetSecondFactor",
  label: "重置二次验证",
  title: ({ name }) => `重置 ${name} 的二次验证`,
  call: staffCalls.staffSecondFactorReset,
  destructive: true,
  isApplicable: ({ secondFactor }: StaffRow) => secondFactor,
  refusal: ({ id }: StaffRow, userId) =>
    id === userId ? "不能重置自己的二次验证，请由其他管理员操作" : null,
  consequence: ({ name }) =>
    `重置后 ${name} 将立即退出登录，只凭密码即可登录，直到重新启用二次验证。请先确认是本人要求。`,
  args: ({ id, version }, requestId) => ({ body: { id, version, requestId } }),
});

const unlockStaff: RowAction<StaffRow> = createAccountAction(staff, {
  name: "unlock",
  label: "解锁",
  call: staffCalls.staffUnlock,
  isApplicable: ({ lockedUntil }: StaffRow) => lockedUntil !== null,
  consequence: ({ name, lockedUntil }) =>
    `${name} 因多次输错密码被锁定至 ${formatTime(lockedUntil ?? "")}，解锁后可立即登录。`,
  args: ({ id, version }, requestId) => ({ body: { id, version, requestId } }),
});

/** The specification's list of staff, which says less of each. */
async function loadSysAdmins(client: Client, options: CallOptions): Promise<readonly StaffRow[]> {
  const staff = await client.call(staffCalls.sysAdminList, {}, options);
  // Safe cast: what the call does not say is unknown, as in every answer that is read leniently.
  return staff as unknown as readonly StaffRow[];
}

const editDepartments: PageAction = {
  name: "departments",
  label: word.department,
  call: departmentCalls.departmentSave,
  dialog: lazyDialog(async () => (await import("./departments/Departments.tsx")).Departments),
};

const editRoleRights: PageAction = {
  name: "roleRights",
  label: word.roleRights,
  call: roleRightCalls.roleRightSave,
  dialog: lazyDialog(async () => (await import("./roleRights/RoleRights.tsx")).RoleRights),
};

const passwordTexts = { true: word.initialPassword, false: "已修改" };
const secondFactorTexts = { true: word.enabled, false: "未启用" };

const ConsoleStaff = listPage({
  name: "staff",
  noun: word.staff,
  call: staffCalls.staffList,
  specified: loadSysAdmins,
  export: staffCalls.staffExport,
  detailCall: staffCalls.staffOne,
  getTitle: (row) => row.name,
  form: staffForm,
  pageActions: [editDepartments, editRoleRights],
  rowActions: [resetStaff, resetSecondFactor, unlockStaff, enableStaff, disableStaff],
  columns: [
    { key: "name", title: word.personName, width: 120, main: true, sort: "name" },
    { key: "status", title: word.status, width: 100, as: "tag", dictionary: staffStatus, sort: "status" },
    {
      key: "phoneNumber",
      title: word.phoneNumber,
      width: 160,
      as: "phone",
      reveal: { entity: "staff", field: "phoneNumber" },
    },
    {
      key: "roles",
      title: word.role,
      width: 200,
      as: "custom",
      cell: ({ roles, ownRoleName }) => ownRoleName || roles.map(consoleRole.label).join("、"),
    },
    { key: "departmentName", title: word.department, width: 120 },
    { key: "dataScope", title: word.dataScope, width: 100, as: "label", dictionary: dataScope },
    {
      key: "mustChange",
      title: word.password,
      width: 120,
      as: "custom",
      cell: ({ mustChange }) => lookUp(passwordTexts, String(mustChange)) ?? "-",
    },
    {
      key: "secondFactor",
      title: word.secondFactor,
      width: 120,
      as: "custom",
      cell: ({ secondFactor }) => lookUp(secondFactorTexts, String(secondFactor)) ?? "-",
    },
    { key: "lockedUntil", title: "锁定至", width: 180, as: "time" },
    { key: "lastLoginAt", title: word.lastLoginAt, width: 180, as: "time", sort: "lastLoginAt" },
    { key: "createdAt", title: word.createdAt, width: 180, as: "time", sort: "createdAt" },
  ],
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "姓名 / 完整手机号或后四位" },
    { kind: "select", name: "role", label: word.role, dictionary: consoleRole },
    { kind: "select", name: "status", label: word.status, dictionary: staffStatus },
  ],
});

export const meta = {
  path: "/account/userList",
  title: "用户列表",
  group: "account",
  order: 2,
  icon: "IconUsers",
  roles: ["admin", "operator", "finance"],
  right: "/user/pageList",
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "企业用户和后台账号：谁能登录、属于哪家企业、是什么角色。",
  lines: [
    "「企业用户」是客户企业的人员，「后台账号」是使用本系统的同事，仅管理员可见。",
    "按姓名、完整手机号或后四位查找；按所属企业、角色、状态筛选。",
    "「转移」把用户移到另一家企业；企业的最后一个所有者不能移走。",
    "冻结立即结束该用户的登录；重置密码会给出一次性显示的新密码。",
    "勾选多人可以批量冻结、解冻或群发短信，结束后逐行列出结果。",
    "后台账号连续输错密码会被锁定，管理员可以解锁，或重置其二次验证。",
    "「数据范围」限定账号看到的企业：全部、客户经理在本部门的、或只有自己的；「部门」在列表上方新增。",
    "「角色权限」决定每个角色能打开的页面、能做的操作和能导出的数据；也可以新增自己的角色。",
    "不能停用自己，也不能停用最后一个管理员。",
    "「导入」按模板一次新增多个用户，「导出」带上当前条件。",
  ],
};

export default tabbedPage([
  { key: "company", title: "企业用户", call: userCalls.userPageList, page: CompanyUsers },
  { key: "staff", title: word.staff, call: staffCalls.staffList, isSpecified: true, page: ConsoleStaff },
]);
