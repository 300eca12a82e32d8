import * as z from "zod/mini";
import { managementCalls } from "../../../adapters/contract/management.ts";
import { type UserRow, userCalls } from "../../../adapters/contract/user.ts";
import { userStatusMachine } from "../../../machines/status/user.ts";
import type { BatchAction, RowAction } from "../../list/definition.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import { initialPasswordShown } from "./initialPasswordShown.ts";
import { moveUserForm } from "./moveUserForm.ts";

const reason = z.string().check(z.minLength(1, "请选择冻结原因"), z.maxLength(100));

export const moveUser: RowAction<UserRow> = {
  name: "move",
  label: "转移",
  call: managementCalls.changeCompany,
  form: moveUserForm(),
};

export const freezeUser: RowAction<UserRow> = {
  name: "freeze",
  label: "冻结",
  call: userCalls.userStatus,
  destructive: true,
  fits: ({ status }) => userStatusMachine.allowed(status).includes("freeze"),
  form: actionForm({
    name: "user-freeze",
    title: ({ name }: UserRow) => `冻结用户 ${name}`,
    call: userCalls.userStatus,
    one: userCalls.userOne,
    destructive: true,
    submitLabel: "冻结",
    consequence: ({ name, companyName }) => `冻结后 ${companyName} 的 ${name} 将退出登录，且无法再登录。`,
    fields: [
      { kind: "dictionary", name: "reason", label: "冻结原因", key: "user_freeze_reason", wide: true },
    ],
    schemas: { reason },
    args: ({ id, version }, values, requestId) => ({
      body: { id, version, to: "frozen" as const, reason: values.reason, requestId },
    }),
  }),
};

export const unfreezeUser: RowAction<UserRow> = {
  name: "unfreeze",
  label: "解冻",
  call: userCalls.userStatus,
  fits: ({ status }) => userStatusMachine.allowed(status).includes("unfreeze"),
  form: actionForm({
    name: "user-unfreeze",
    title: ({ name }: UserRow) => `解冻用户 ${name}`,
    call: userCalls.userStatus,
    one: userCalls.userOne,
    submitLabel: "解冻",
    consequence: ({ name }) => `解冻后 ${name} 可以重新登录。`,
    args: ({ id, version }, _, requestId) => ({ body: { id, version, to: "normal" as const, requestId } }),
  }),
};

export const resetUser: RowAction<UserRow> = {
  name: "reset",
  label: "重置密码",
  call: userCalls.userReset,
  form: actionForm({
    name: "user-reset",
    title: ({ name }: UserRow) => `重置 ${name} 的密码`,
    call: userCalls.userReset,
    one: userCalls.userOne,
    submitLabel: "重置密码",
    consequence: ({ name }) => `${name} 的现有密码将失效并退出登录，系统会生成新的初始密码。`,
    args: ({ id, version }, _, requestId) => ({ body: { id, version, requestId } }),
    shown: (data, { phoneNumber }) => initialPasswordShown(data, phoneNumber),
  }),
};

export const freezeUsers: BatchAction<UserRow> = {
  name: "freeze",
  label: "批量冻结",
  call: userCalls.userStatus,
  destructive: true,
  reasons: "user_freeze_reason",
  consequence: (rows) => `将冻结 ${rows.length} 个用户，他们会退出登录且无法再登录。`,
  act: (client, { id, version }, why, signal) => {
    const body = { id, version, to: "frozen" as const, reason: why, requestId: crypto.randomUUID() };
    return client.call(userCalls.userStatus, { body }, { signal });
  },
};

export const unfreezeUsers: BatchAction<UserRow> = {
  name: "unfreeze",
  label: "批量解冻",
  call: userCalls.userStatus,
  consequence: (rows) => `将解冻 ${rows.length} 个用户，他们可以重新登录。`,
  act: (client, { id, version }, _, signal) => {
    const body = { id, version, to: "normal" as const, requestId: crypto.randomUUID() };
    return client.call(userCalls.userStatus, { body }, { signal });
  },
};
