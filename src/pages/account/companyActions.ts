import * as z from "zod/mini";
import { callRights } from "../../../adapters/contract/callRights.ts";
import { type CompanyRow, companyCalls } from "../../../adapters/contract/company.ts";
import { logoCalls } from "../../../adapters/contract/logo.ts";
import { orderCalls } from "../../../adapters/contract/order.ts";
import { serviceGrantCalls } from "../../../adapters/contract/serviceGrant.ts";
import { userCalls } from "../../../adapters/contract/user.ts";
import * as word from "../../../adapters/contract/words.ts";
import { companyStatusMachine } from "../../../machines/status/company.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { lazyDialog } from "../../loading/lazyDialog.tsx";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { companyForm } from "./companyForm.ts";
import { toInitialPasswordDisplay } from "./toInitialPasswordDisplay.ts";
import { toNewOrderPath } from "./toNewOrderPath.ts";

const freezeReasonSchema = z.string().check(z.minLength(1, "请选择冻结原因"), z.maxLength(100));

/** Freezes a company with a reason; the dialog states the effect and the number of accounts. */
const freezeCompany: RowAction<CompanyRow> = {
  name: "freeze",
  label: word.freeze,
  call: companyCalls.companyFrozen,
  destructive: true,
  isApplicable: ({ status }) => companyStatusMachine.allowed(status).includes("freeze"),
  form: actionForm({
    name: "company-freeze",
    title: ({ name }: CompanyRow) => `冻结 ${name}`,
    call: companyCalls.companyFrozen,
    detailCall: companyCalls.companyOne,
    destructive: true,
    submitLabel: word.freeze,
    consequence: ({ userCount }) =>
      `冻结后该企业下 ${formatNumber(userCount)} 个账号将无法登录，正在飞行的任务不受影响。`,
    fields: [
      {
        kind: "dictionary",
        name: "reason",
        label: word.freezeReason,
        key: "freeze_reason",
        isOwn: true,
        wide: true,
      },
    ],
    schemas: { reason: freezeReasonSchema },
    args: ({ id, version }, { reason }, requestId) => ({
      params: { id },
      query: { to: "frozen" as const, version, reason, requestId },
    }),
  }),
};

const unfreezeCompany: RowAction<CompanyRow> = {
  name: "unfreeze",
  label: "解冻",
  call: companyCalls.companyFrozen,
  isOwn: true,
  isApplicable: ({ status }) => companyStatusMachine.allowed(status).includes("unfreeze"),
  form: actionForm({
    name: "company-unfreeze",
    title: ({ name }: CompanyRow) => `解冻 ${name}`,
    call: companyCalls.companyFrozen,
    detailCall: companyCalls.companyOne,
    submitLabel: "解冻",
    consequence: ({ userCount, freezeReason }) =>
      `冻结原因：${freezeReason || "未填写"}。解冻后该企业下 ${formatNumber(userCount)} 个账号恢复登录。`,
    args: ({ id, version }, _, requestId) => ({
      params: { id },
      query: { to: "normal" as const, version, requestId },
    }),
  }),
};

/** Resets the password of a company's owner. */
const resetOwnerPassword: RowAction<CompanyRow> = {
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

/** Freeze reason that still allows a renewal: a company that owes may pay and continue. */
const unpaidReason = word.arrears;

/** A company's grants with their quota bars. */
const showCompanyServices: RowAction<CompanyRow> = {
  name: "services",
  label: word.service,
  call: serviceGrantCalls.companyServiceInfo,
  dialog: lazyDialog(async () => (await import("./CompanyServices.tsx")).CompanyServices),
};

/** Starts an order of the company on the order page. */
const createOrder: RowAction<CompanyRow> = {
  name: "createOrder",
  label: word.createOrder,
  call: orderCalls.orderCreate,
  refusal: ({ status }) => (status === "frozen" ? "该企业已冻结，解冻后才能创建订单" : null),
  to: ({ id }) => toNewOrderPath(id, "new"),
};

/** Starts a renewal on the order page. */
const renewOrder: RowAction<CompanyRow> = {
  name: "renew",
  label: "续费",
  call: orderCalls.orderCreate,
  isApplicable: ({ expireAt }) => expireAt !== null,
  refusal: ({ status, freezeReason }) =>
    status === "frozen" && freezeReason !== unpaidReason ? "该企业已冻结，解冻后才能续费" : null,
  to: ({ id }) => toNewOrderPath(id, "renew"),
};

const showChildUsers: RowAction<CompanyRow> = {
  name: "childUsers",
  label: "子账号",
  call: companyCalls.companyChildUsers,
  dialog: lazyDialog(async () => (await import("./ChildUsers.tsx")).ChildUsers),
};

/** Chooses, crops, previews and submits a company's logo. */
const editCompanyLogo: RowAction<CompanyRow> = {
  name: "logo",
  label: "Logo",
  call: logoCalls.logoSubmit,
  dialog: lazyDialog(async () => (await import("./CompanyLogo.tsx")).CompanyLogo),
};

/** Edits the buyer that applications for invoices begin with. */
const editInvoiceProfile: RowAction<CompanyRow> = {
  name: "invoiceProfile",
  label: word.invoiceProfile,
  call: callRights.invoiceProfileSave,
  dialog: lazyDialog(async () => (await import("./InvoiceProfile.tsx")).InvoiceProfileDialog),
};

/** Lists and creates a company's access keys; the secret is shown once. */
const manageAccessKeys: RowAction<CompanyRow> = {
  name: "accessKeys",
  label: word.accessKey,
  call: callRights.accessKeyCreate,
  dialog: lazyDialog(async () => (await import("./AccessKeys.tsx")).AccessKeys),
};

const editCompany: RowAction<CompanyRow> = {
  name: "edit",
  label: word.edit,
  call: companyCalls.companyUpdate,
  form: companyForm,
};

/** Notes what was agreed with the company, without the rest of its form. */
const noteOnCompany: RowAction<CompanyRow> = {
  name: "note",
  label: word.remark,
  call: companyCalls.companyUpdate,
  form: actionForm({
    name: "company-note",
    title: ({ name }: CompanyRow) => `备注 ${name}`,
    call: companyCalls.companyUpdate,
    detailCall: companyCalls.companyOne,
    submitLabel: word.save,
    fields: [{ kind: "longText", name: "remark", label: word.remark, wide: true }],
    getInitialValues: ({ remark }) => ({ remark }),
    args: ({ id, version }, { remark }, requestId) => ({ body: { id, version, remark, requestId } }),
  }),
};

/** Sends a text to users of the company. */
const sendSmsToCompany: RowAction<CompanyRow> = {
  name: "sms",
  label: "发短信",
  call: callRights.smsSendAll,
  dialog: lazyDialog(async () => (await import("./CompanySms.tsx")).CompanySms),
};

/** What can be done with a company in the list, which adds 编辑. */
export const companyRowActions: readonly RowAction<CompanyRow>[] = [
  showChildUsers,
  showCompanyServices,
  createOrder,
  renewOrder,
  unfreezeCompany,
  editInvoiceProfile,
  editCompanyLogo,
  manageAccessKeys,
  resetOwnerPassword,
  freezeCompany,
];

/** What can be done on the company's own page, whose tabs have its accounts and services; the most frequent first. */
export const companyPageActions: readonly RowAction<CompanyRow>[] = [
  editCompany,
  createOrder,
  renewOrder,
  noteOnCompany,
  sendSmsToCompany,
  unfreezeCompany,
  editInvoiceProfile,
  editCompanyLogo,
  manageAccessKeys,
  resetOwnerPassword,
  freezeCompany,
];
