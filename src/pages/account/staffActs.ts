import { type StaffRow, staffCalls } from "../../../adapters/contract/staff.ts";
import { staffStatusMachine } from "../../../machines/status/staff.ts";
import type { RowAction } from "../../list/definition.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import { formatTime } from "../../ui/format/time.ts";
import { initialPasswordShown } from "./initialPasswordShown.ts";

export const disableStaff: RowAction<StaffRow> = {
  name: "disable",
  label: "停用",
  call: staffCalls.staffStatus,
  destructive: true,
  fits: ({ status }) => staffStatusMachine.allowed(status).includes("disable"),
  refusal: ({ id }, userId) => (id === userId ? "不能停用自己的账号" : null),
  form: actionForm({
    name: "staff-disable",
    title: ({ name }: StaffRow) => `停用后台账号 ${name}`,
    call: staffCalls.staffStatus,
    one: staffCalls.staffOne,
    destructive: true,
    submitLabel: "停用",
    consequence: ({ name }) => `停用后 ${name} 将立即退出登录，且无法再登录后台。`,
    args: ({ id, version }, _, requestId) => ({ body: { id, version, to: "disabled" as const, requestId } }),
  }),
};

export const enableStaff: RowAction<StaffRow> = {
  name: "enable",
  label: "启用",
  call: staffCalls.staffStatus,
  fits: ({ status }) => staffStatusMachine.allowed(status).includes("enable"),
  form: actionForm({
    name: "staff-enable",
    title: ({ name }: StaffRow) => `启用后台账号 ${name}`,
    call: staffCalls.staffStatus,
    one: staffCalls.staffOne,
    submitLabel: "启用",
    consequence: ({ name }) => `启用后 ${name} 可以重新登录后台。`,
    args: ({ id, version }, _, requestId) => ({ body: { id, version, to: "normal" as const, requestId } }),
  }),
};

export const resetStaff: RowAction<StaffRow> = {
  name: "reset",
  label: "重置密码",
  call: staffCalls.staffReset,
  form: actionForm({
    name: "staff-reset",
    title: ({ name }: StaffRow) => `重置 ${name} 的密码`,
    call: staffCalls.staffReset,
    one: staffCalls.staffOne,
    submitLabel: "重置密码",
    consequence: ({ name }) => `${name} 的现有密码将失效并退出登录，系统会生成新的初始密码。`,
    args: ({ id, version }, _, requestId) => ({ body: { id, version, requestId } }),
    shown: (data, { phoneNumber }) => initialPasswordShown(data, phoneNumber),
  }),
};

export const unlockStaff: RowAction<StaffRow> = {
  name: "unlock",
  label: "解锁",
  call: staffCalls.staffUnlock,
  fits: ({ lockedUntil }) => lockedUntil !== null,
  form: actionForm({
    name: "staff-unlock",
    title: ({ name }: StaffRow) => `解锁后台账号 ${name}`,
    call: staffCalls.staffUnlock,
    one: staffCalls.staffOne,
    submitLabel: "解锁",
    consequence: ({ name, lockedUntil }) =>
      `${name} 因多次输错密码被锁定至 ${formatTime(lockedUntil ?? "")}，解锁后可立即登录。`,
    args: ({ id, version }, _, requestId) => ({ body: { id, version, requestId } }),
  }),
};
