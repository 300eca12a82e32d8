import { type StaffRow, staffCalls } from "../../../adapters/contract/staff.ts";
import { staffStatusMachine } from "../../../machines/status/staff.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { formatTime } from "../../ui/format/formatTime.ts";
import { createAccountAction, createResetPasswordAction } from "./createAccountAction.ts";

const staff = { entity: "staff", noun: "后台账号", detailCall: staffCalls.staffOne };
const allows = (event: "disable" | "enable") => (row: StaffRow) =>
  staffStatusMachine.allowed(row.status).includes(event);

export const disableStaff: RowAction<StaffRow> = createAccountAction(staff, {
  name: "disable",
  label: "停用",
  call: staffCalls.staffStatus,
  destructive: true,
  isApplicable: allows("disable"),
  refusal: ({ id }: StaffRow, userId) => (id === userId ? "不能停用自己的账号" : null),
  consequence: ({ name }) => `停用后 ${name} 将立即退出登录，且无法再登录后台。`,
  args: ({ id, version }, requestId) => ({ body: { id, version, to: "disabled" as const, requestId } }),
});

export const enableStaff: RowAction<StaffRow> = createAccountAction(staff, {
  name: "enable",
  label: "启用",
  call: staffCalls.staffStatus,
  isApplicable: allows("enable"),
  consequence: ({ name }) => `启用后 ${name} 可以重新登录后台。`,
  args: ({ id, version }, requestId) => ({ body: { id, version, to: "normal" as const, requestId } }),
});

export const resetStaff: RowAction<StaffRow> = createResetPasswordAction(staff, staffCalls.staffReset);

export const unlockStaff: RowAction<StaffRow> = createAccountAction(staff, {
  name: "unlock",
  label: "解锁",
  call: staffCalls.staffUnlock,
  isApplicable: ({ lockedUntil }: StaffRow) => lockedUntil !== null,
  consequence: ({ name, lockedUntil }) =>
    `${name} 因多次输错密码被锁定至 ${formatTime(lockedUntil ?? "")}，解锁后可立即登录。`,
  args: ({ id, version }, requestId) => ({ body: { id, version, requestId } }),
});
