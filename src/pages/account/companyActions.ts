import * as z from "zod/mini";
import { type CompanyRow, companyCalls } from "../../../adapters/contract/company.ts";
import { userCalls } from "../../../adapters/contract/user.ts";
import { companyStatusMachine } from "../../../machines/status/company.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { BatchAction, RowAction } from "../../list/listDefinition.ts";
import { toInitialPasswordDisplay } from "./toInitialPasswordDisplay.ts";

const freezeReasonSchema = z.string().check(z.minLength(1, "请选择冻结原因"), z.maxLength(100));

/** Freezes a company with a reason, said beforehand what it does and to how many. */
export const freezeCompany: RowAction<CompanyRow> = {
  name: "freeze",
  label: "冻结",
  call: companyCalls.companyFrozen,
  destructive: true,
  isApplicable: ({ status }) => companyStatusMachine.allowed(status).includes("freeze"),
  form: actionForm({
    name: "company-freeze",
    title: ({ name }: CompanyRow) => `冻结 ${name}`,
    call: companyCalls.companyFrozen,
    detailCall: companyCalls.companyOne,
    destructive: true,
    submitLabel: "冻结",
    consequence: ({ userCount }) => `冻结后该企业下 ${userCount} 个账号将无法登录，正在飞行的任务不受影响。`,
    fields: [{ kind: "dictionary", name: "reason", label: "冻结原因", key: "freeze_reason", wide: true }],
    schemas: { reason: freezeReasonSchema },
    args: ({ id, version }, { reason }, requestId) => ({
      params: { id },
      query: { to: "frozen" as const, version, reason, requestId },
    }),
  }),
};

export const unfreezeCompany: RowAction<CompanyRow> = {
  name: "unfreeze",
  label: "解冻",
  call: companyCalls.companyFrozen,
  isApplicable: ({ status }) => companyStatusMachine.allowed(status).includes("unfreeze"),
  form: actionForm({
    name: "company-unfreeze",
    title: ({ name }: CompanyRow) => `解冻 ${name}`,
    call: companyCalls.companyFrozen,
    detailCall: companyCalls.companyOne,
    submitLabel: "解冻",
    consequence: ({ userCount, freezeReason }) =>
      `冻结原因：${freezeReason || "未填写"}。解冻后该企业下 ${userCount} 个账号恢复登录。`,
    args: ({ id, version }, _, requestId) => ({
      params: { id },
      query: { to: "normal" as const, version, requestId },
    }),
  }),
};

/** Gives the owner of a company a new first password. */
export const resetOwnerPassword: RowAction<CompanyRow> = {
  name: "reset",
  label: "重置密码",
  call: userCalls.userReset,
  refusal: ({ accountUserId }) => (accountUserId === null ? "该企业没有登录账号" : null),
  form: actionForm({
    name: "company-reset",
    title: ({ name }: CompanyRow) => `重置 ${name} 的登录密码`,
    call: userCalls.userReset,
    submitLabel: "重置密码",
    consequence: ({ accountPhone }) =>
      `登录账号 ${accountPhone} 的密码将失效并退出登录，系统会生成新的初始密码。`,
    args: async ({ accountUserId }, _, requestId, client) => {
      const id = accountUserId ?? "";
      const { version } = await client.call(userCalls.userOne, { params: { id } });
      return { body: { id, version, requestId } };
    },
    toOneTimeResult: (data, { accountPhone }) => toInitialPasswordDisplay(data, accountPhone),
  }),
};

export const freezeCompanies: BatchAction<CompanyRow> = {
  name: "freeze",
  label: "批量冻结",
  call: companyCalls.companyFrozen,
  destructive: true,
  reasonDictionary: "freeze_reason",
  consequence: (rows) => {
    const users = rows.reduce((sum, { userCount }) => sum + userCount, 0);
    return `将冻结 ${rows.length} 家企业，其下共 ${users} 个账号将无法登录。`;
  },
  run: (client, { id, version }, reason, signal) =>
    client.call(
      companyCalls.companyFrozen,
      { params: { id }, query: { to: "frozen", version, reason, requestId: crypto.randomUUID() } },
      { signal },
    ),
};

export const unfreezeCompanies: BatchAction<CompanyRow> = {
  name: "unfreeze",
  label: "批量解冻",
  call: companyCalls.companyFrozen,
  consequence: (rows) => `将解冻 ${rows.length} 家企业，其下账号恢复登录。`,
  run: (client, { id, version }, _, signal) =>
    client.call(
      companyCalls.companyFrozen,
      { params: { id }, query: { to: "normal", version, requestId: crypto.randomUUID() } },
      { signal },
    ),
};
