import { callRights } from "../../../adapters/contract/callRights.ts";
import {
  type CompanyRow,
  companyCalls,
  companyLevel,
  companyStatus,
  companyType,
  expireWithin,
} from "../../../adapters/contract/company.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { BatchAction, PageAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import type { RevealTarget } from "../../list/people/revealTarget.ts";
import { channelChoices } from "../../list/pickers/channelChoices.ts";
import { managerChoices } from "../../list/pickers/managerChoices.ts";
import { lazyDialog } from "../../loading/lazyDialog.tsx";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { companyRowActions } from "./companyActions.ts";
import type { companyBatches } from "./companyBatches.ts";
import { companyForm } from "./companyForm.ts";

/** Loaded when the first batch runs. */
const run =
  (name: keyof typeof companyBatches): BatchAction<CompanyRow>["run"] =>
  async (...row) =>
    (await import("./companyBatches.ts")).companyBatches[name](...row);

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
  run: run("freeze"),
};

const unfreezeCompanies: BatchAction<CompanyRow> = {
  name: "unfreeze",
  label: "批量解冻",
  call: companyCalls.companyFrozen,
  isOwn: true,
  consequence: (rows) => `将解冻 ${rows.length} 家企业，其下账号恢复登录。`,
  run: run("unfreeze"),
};

const setManagers: BatchAction<CompanyRow> = {
  name: "manager",
  label: "批量改经理",
  call: companyCalls.companyUpdate,
  target: { label: word.manager, source: managerChoices },
  consequence: (rows) => `将为 ${rows.length} 家企业更换客户经理。`,
  done: (count) => `已为 ${count}更换客户经理`,
  run: run("setManager"),
};

const setLevels: BatchAction<CompanyRow> = {
  name: "level",
  label: "批量改级别",
  call: companyCalls.companyUpdate,
  target: { label: word.level, options: companyLevel.options },
  consequence: (rows) => `将修改 ${rows.length} 家企业的级别。`,
  done: (count) => `已修改 ${count}的级别`,
  run: run("setLevel"),
};

/** Sends users of the selected or found companies a text, with a preview before and the progress after. */
const sendSmsToCompanies: PageAction = {
  name: "sms",
  label: word.sendBulkSms,
  call: callRights.smsSendAll,
  dialog: lazyDialog(async () => (await import("../../list/sms/BulkSmsDialog.tsx")).CompanySmsDialog),
};

const importCompanies: PageAction = {
  name: "import",
  label: word.importRows,
  also: callRights.importRun,
  call: companyCalls.companyCreate,
  dialog: lazyDialog(
    async () => (await import("../../list/sheetImport/SheetImportDialog.tsx")).CompanyImport,
  ),
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
  right: "/company/pageList",
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "全部客户企业：新增、查找、冻结，以及围绕一家企业的订单、服务和短信。",
  lines: [
    "关键字可以是企业名称、拼音、信用代码、完整手机号或手机号后四位。",
    "点企业名称打开企业全景，那里有它的服务、订单、发票、用户和飞行。",
    "「新增」同时建立企业和登录账号，初始密码只显示一次，请当场交给客户。",
    "「到期」可选 7 天或 30 天内到期，用来安排续费；到期时间是最先到期的服务。",
    "勾选若干企业，或直接按当前条件，可以群发短信；发送前可看条数和样例。",
    "勾选若干企业，可以一次更换客户经理或级别、冻结或解冻，结束后列出失败的和原因。",
    "冻结后该企业的用户不能登录，新任务被拒绝；请选好原因，解冻后恢复。",
    "「导入」按模板一次新增多家企业，先检查再导入，有错误会指出行和列；一天内可以撤销。",
    "「导出」带上当前条件，列和顺序可以选择，文件在导出中心保留。",
    "列可以在「列设置」中增减、排序，您的设置会被记住。",
  ],
};

export default listPage({
  name: "company",
  measure: "家",
  call: companyCalls.companyPageList,
  detailCall: companyCalls.companyOne,
  export: companyCalls.companyExport,
  form: companyForm,
  recordPage: "company",
  rowActions: companyRowActions,
  pageActions: [importCompanies, sendSmsToCompanies],
  batchActions: [setManagers, setLevels, freezeCompanies, unfreezeCompanies],
  getTitle: (row) => row.name,
  columns: [
    { key: "name", title: word.companyName, width: 200, main: true, sort: "name" },
    { key: "status", title: word.status, width: 88, as: "tag", dictionary: companyStatus, sort: "status" },
    { key: "expireAt", title: "到期时间", width: 112, as: "expiry", sort: "expireAt" },
    { key: "managerName", title: word.manager, width: 88 },
    { key: "phone", title: word.contactPhone, width: 148, as: "phone", reveal: toReveal("phone") },
    { key: "orderAmountFen", title: word.receivedAmount, width: 134, as: "money", sort: "orderAmountFen" },
    { key: "expireServiceName", title: "到期服务", width: 150 },
    { key: "expiring30", title: "30 天内到期（项）", width: 168, as: "number" },
    { key: "createdAt", title: word.createdAt, width: 180, as: "time", sort: "createdAt" },
    { key: "contact", title: word.contact, width: 96 },
    { key: "level", title: word.level, width: 90, as: "label", dictionary: companyLevel, sort: "level" },
    { key: "type", title: word.type, width: 96, as: "label", dictionary: companyType },
    { key: "regionName", title: word.region, width: 190 },
    {
      key: "accountPhone",
      title: word.accountPhone,
      width: 150,
      as: "phone",
      reveal: toReveal("accountPhone"),
    },
    { key: "channelName", title: word.channel, width: 130 },
    { key: "userCount", title: "用户数", width: 96, as: "number", sort: "userCount" },
    { key: "boxCount", title: "云盒数", width: 96, as: "number", sort: "boxCount" },
    { key: "freezeReason", title: word.freezeReason, width: 130 },
    { key: "creditCode", title: word.creditCode, width: 190, as: "copy" },
    { key: "shortName", title: word.shortName, width: 120, hidden: true },
    {
      key: "emergencyPhone",
      title: word.emergencyPhone,
      width: 150,
      as: "phone",
      reveal: toReveal("emergencyPhone"),
      hidden: true,
    },
    { key: "address", title: word.fullAddress, width: 240, hidden: true },
    { key: "remark", title: word.remark, width: 200, hidden: true },
  ],
  filters: [
    {
      kind: "text",
      name: "keyword",
      label: word.keyword,
      placeholder: "名称/信用代码/手机/后四位",
    },
    { kind: "select", name: "status", label: word.status, dictionary: companyStatus },
    { kind: "select", name: "expireWithin", label: word.expiry, dictionary: expireWithin },
    { kind: "select", name: "type", label: word.type, dictionary: companyType },
    { kind: "select", name: "level", label: word.level, dictionary: companyLevel },
    { kind: "region", name: "regionId", label: word.region },
    { kind: "choice", name: "managerId", label: word.manager, source: managerChoices },
    { kind: "choice", name: "channelCodeId", label: word.channel, source: channelChoices },
    { kind: "days", from: "from", to: "to", label: word.createdAt },
  ],
});
