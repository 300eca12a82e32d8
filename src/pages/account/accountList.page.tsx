import * as z from "zod/mini";
import { accessKeyCalls } from "../../../adapters/contract/accessKey.ts";
import {
  type CompanyRow,
  companyCalls,
  companyLevel,
  companyStatus,
  companyType,
  expireWithin,
} from "../../../adapters/contract/company.ts";
import { logoCalls } from "../../../adapters/contract/logo.ts";
import { orderCalls } from "../../../adapters/contract/order.ts";
import { serviceGrantCalls } from "../../../adapters/contract/serviceGrant.ts";
import { userCalls } from "../../../adapters/contract/user.ts";
import { companyStatusMachine } from "../../../machines/status/company.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import { toRecordPath } from "../../list/links/recordLinks.ts";
import type { BatchAction, PageAction, RowAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import type { RevealTarget } from "../../list/people/revealTarget.ts";
import { channelChoices } from "../../list/pickers/channelChoices.ts";
import { managerChoices } from "../../list/pickers/managerChoices.ts";
import { lazyDialog } from "../../loading/lazyDialog.tsx";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { companyForm } from "./companyForm.ts";
import { toInitialPasswordDisplay } from "./toInitialPasswordDisplay.ts";
import { toNewOrderPath } from "./toNewOrderPath.ts";

const freezeReasonSchema = z.string().check(z.minLength(1, "请选择冻结原因"), z.maxLength(100));

/** Freezes a company with a reason; the dialog states the effect and the number of accounts. */
const freezeCompany: RowAction<CompanyRow> = {
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
    consequence: ({ userCount }) =>
      `冻结后该企业下 ${formatNumber(userCount)} 个账号将无法登录，正在飞行的任务不受影响。`,
    fields: [{ kind: "dictionary", name: "reason", label: "冻结原因", key: "freeze_reason", wide: true }],
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

const freezeCompanies: BatchAction<CompanyRow> = {
  name: "freeze",
  label: "批量冻结",
  call: companyCalls.companyFrozen,
  destructive: true,
  reasonDictionary: "freeze_reason",
  consequence: (rows) => {
    const users = rows.reduce((sum, { userCount }) => sum + userCount, 0);
    return `将冻结 ${rows.length} 家企业，其下共 ${formatNumber(users)} 个账号将无法登录。`;
  },
  run: (client, { id, version }, reason, signal) =>
    client.call(
      companyCalls.companyFrozen,
      { params: { id }, query: { to: "frozen", version, reason, requestId: crypto.randomUUID() } },
      { signal },
    ),
};

const unfreezeCompanies: BatchAction<CompanyRow> = {
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

/** Sends users of the selected or found companies a text, with a preview before and the progress after. */
const sendSmsToCompanies: PageAction = {
  name: "sms",
  label: "群发短信",
  // Has the roles of `smsSendAll`, whose contract this page need not load.
  call: companyCalls.companyCreate,
  dialog: lazyDialog(async () => (await import("../../list/sms/BulkSmsDialog.tsx")).CompanySmsDialog),
};

const importCompanies: PageAction = {
  name: "import",
  label: "导入",
  own: true,
  call: companyCalls.companyCreate,
  dialog: lazyDialog(
    async () => (await import("../../list/sheetImport/SheetImportDialog.tsx")).CompanyImport,
  ),
};

/** Freeze reason that still allows a renewal: a company that owes may pay and continue. */
const unpaidReason = "欠费";

/** A company's grants with their quota bars. */
const showCompanyServices: RowAction<CompanyRow> = {
  name: "services",
  label: "服务",
  call: serviceGrantCalls.companyServiceInfo,
  dialog: lazyDialog(async () => (await import("./CompanyServices.tsx")).CompanyServices),
};

/** Starts an order of the company on the order page. */
const createOrder: RowAction<CompanyRow> = {
  name: "createOrder",
  label: "创建订单",
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

/** Opens everything about the company on a page of its own. */
const openPanorama: RowAction<CompanyRow> = {
  name: "panorama",
  label: "全景",
  call: companyCalls.companyPageList,
  to: ({ id }) => toRecordPath("company", id),
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
  label: "开票信息",
  // Has the roles of `invoiceProfileSave`, whose contract this page need not load.
  call: companyCalls.companyUpdate,
  own: true,
  dialog: lazyDialog(async () => (await import("./InvoiceProfile.tsx")).InvoiceProfileDialog),
};

/** Lists and creates a company's access keys; the secret is shown once. */
const manageAccessKeys: RowAction<CompanyRow> = {
  name: "accessKeys",
  label: "访问密钥",
  call: accessKeyCalls.accessKeyCreate,
  dialog: lazyDialog(async () => (await import("./AccessKeys.tsx")).AccessKeys),
};

/** One of the company's phones, which is shown in full for a reason. */
const toReveal = (field: RevealTarget["field"]): RevealTarget => ({ entity: "company", field });

export const meta = {
  path: "/account/accountList",
  title: "账号列表",
  group: "account",
  order: 1,
  icon: "IconBuilding",
  roles: ["admin", "operator", "finance"],
} as const satisfies PageMeta;

export default listPage({
  name: "company",
  noun: "企业",
  measure: "家",
  call: companyCalls.companyPageList,
  detailCall: companyCalls.companyOne,
  export: companyCalls.companyExport,
  form: companyForm,
  rowActions: [
    showChildUsers,
    openPanorama,
    showCompanyServices,
    createOrder,
    renewOrder,
    unfreezeCompany,
    editInvoiceProfile,
    editCompanyLogo,
    manageAccessKeys,
    resetOwnerPassword,
    freezeCompany,
  ],
  pageActions: [importCompanies, sendSmsToCompanies],
  batchActions: [freezeCompanies, unfreezeCompanies],
  getTitle: (row) => row.name,
  columns: [
    { key: "name", title: "企业名称", width: 200, main: true, sort: "name" },
    { key: "status", title: "状态", width: 88, as: "tag", dictionary: companyStatus, sort: "status" },
    { key: "expireAt", title: "到期时间", width: 112, as: "expiry", sort: "expireAt" },
    { key: "managerName", title: "客户经理", width: 88 },
    { key: "phone", title: "联系电话", width: 148, as: "phone", reveal: toReveal("phone") },
    { key: "orderAmountFen", title: "实收金额", width: 134, as: "money", sort: "orderAmountFen" },
    { key: "expireServiceName", title: "到期服务", width: 150 },
    { key: "expiring30", title: "30 天内到期（项）", width: 168, as: "number" },
    { key: "createdAt", title: "创建时间", width: 180, as: "time", sort: "createdAt" },
    { key: "contact", title: "联系人", width: 96 },
    { key: "level", title: "级别", width: 90, as: "label", dictionary: companyLevel, sort: "level" },
    { key: "type", title: "类型", width: 96, as: "label", dictionary: companyType },
    { key: "regionName", title: "地区", width: 190 },
    { key: "accountPhone", title: "登录手机号", width: 150, as: "phone", reveal: toReveal("accountPhone") },
    { key: "channelName", title: "渠道", width: 130 },
    { key: "userCount", title: "用户数", width: 96, as: "number", sort: "userCount" },
    { key: "boxCount", title: "云盒数", width: 96, as: "number", sort: "boxCount" },
    { key: "freezeReason", title: "冻结原因", width: 130 },
    { key: "creditCode", title: "统一社会信用代码", width: 190, as: "copy" },
    { key: "shortName", title: "简称", width: 120, hidden: true },
    {
      key: "emergencyPhone",
      title: "紧急电话",
      width: 150,
      as: "phone",
      reveal: toReveal("emergencyPhone"),
      hidden: true,
    },
    { key: "address", title: "详细地址", width: 240, hidden: true },
    { key: "remark", title: "备注", width: 200, hidden: true },
  ],
  filters: [
    {
      kind: "text",
      name: "keyword",
      label: "关键字",
      placeholder: "名称/信用代码/完整手机号或后四位",
    },
    { kind: "select", name: "status", label: "状态", dictionary: companyStatus },
    { kind: "select", name: "expireWithin", label: "到期", dictionary: expireWithin },
    { kind: "select", name: "type", label: "类型", dictionary: companyType },
    { kind: "select", name: "level", label: "级别", dictionary: companyLevel },
    { kind: "region", name: "regionId", label: "地区" },
    { kind: "choice", name: "managerId", label: "客户经理", source: managerChoices },
    { kind: "choice", name: "channelCodeId", label: "渠道", source: channelChoices },
    { kind: "days", from: "from", to: "to", label: "创建时间" },
  ],
});
