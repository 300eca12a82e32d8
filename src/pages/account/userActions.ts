import * as z from "zod/mini";
import { managementCalls } from "../../../adapters/contract/management.ts";
import { type UserRow, userCalls } from "../../../adapters/contract/user.ts";
import { userStatusMachine } from "../../../machines/status/user.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { BatchAction, RowAction } from "../../list/listDefinition.ts";
import { createAccountAction, createResetPasswordAction } from "./createAccountAction.ts";
import { createMoveUserForm } from "./createMoveUserForm.ts";

const user = { entity: "user", noun: "用户", detailCall: userCalls.userOne };
const reason = z.string().check(z.minLength(1, "请选择冻结原因"), z.maxLength(100));

export const moveUser: RowAction<UserRow> = {
  name: "move",
  label: "转移",
  call: managementCalls.changeCompany,
  form: createMoveUserForm(),
};

export const freezeUser: RowAction<UserRow> = {
  name: "freeze",
  label: "冻结",
  call: userCalls.userStatus,
  destructive: true,
  isApplicable: ({ status }) => userStatusMachine.allowed(status).includes("freeze"),
  form: actionForm({
    name: "user-freeze",
    title: ({ name }: UserRow) => `冻结用户 ${name}`,
    call: userCalls.userStatus,
    detailCall: userCalls.userOne,
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

export const unfreezeUser: RowAction<UserRow> = createAccountAction(user, {
  name: "unfreeze",
  label: "解冻",
  call: userCalls.userStatus,
  isApplicable: ({ status }: UserRow) => userStatusMachine.allowed(status).includes("unfreeze"),
  consequence: ({ name }) => `解冻后 ${name} 可以重新登录。`,
  args: ({ id, version }, requestId) => ({ body: { id, version, to: "normal" as const, requestId } }),
});

export const resetUser: RowAction<UserRow> = createResetPasswordAction(user, userCalls.userReset);

export const freezeUsers: BatchAction<UserRow> = {
  name: "freeze",
  label: "批量冻结",
  call: userCalls.userStatus,
  destructive: true,
  reasonDictionary: "user_freeze_reason",
  consequence: (rows) => `将冻结 ${rows.length} 个用户，他们会退出登录且无法再登录。`,
  run: (client, { id, version }, why, signal) => {
    const body = { id, version, to: "frozen" as const, reason: why, requestId: crypto.randomUUID() };
    return client.call(userCalls.userStatus, { body }, { signal });
  },
};

export const unfreezeUsers: BatchAction<UserRow> = {
  name: "unfreeze",
  label: "批量解冻",
  call: userCalls.userStatus,
  consequence: (rows) => `将解冻 ${rows.length} 个用户，他们可以重新登录。`,
  run: (client, { id, version }, _, signal) => {
    const body = { id, version, to: "normal" as const, requestId: crypto.randomUUID() };
    return client.call(userCalls.userStatus, { body }, { signal });
  },
};
