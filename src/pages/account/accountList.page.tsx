import {
  companyCalls,
  companyLevel,
  companyStatus,
  companyType,
  expireWithin,
} from "../../../adapters/contract/company.ts";
import { listPage } from "../../list/listPage.tsx";
import { channelChoices } from "../../list/pickers/channelChoices.ts";
import { managerChoices } from "../../list/pickers/managerChoices.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import {
  freezeCompanies,
  freezeCompany,
  resetOwnerPassword,
  unfreezeCompanies,
  unfreezeCompany,
} from "./companyActions.ts";
import { editCompanyLogo, manageAccessKeys, showChildUsers } from "./companyDialogs.ts";
import { companyForm } from "./companyForm.ts";
import { createOrder, renewOrder, showCompanyServices } from "./companyOrders.ts";

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
  call: companyCalls.companyPageList,
  detailCall: companyCalls.companyOne,
  export: companyCalls.companyExport,
  form: companyForm,
  rowActions: [
    showChildUsers,
    showCompanyServices,
    createOrder,
    renewOrder,
    unfreezeCompany,
    editCompanyLogo,
    manageAccessKeys,
    resetOwnerPassword,
    freezeCompany,
  ],
  batchActions: [freezeCompanies, unfreezeCompanies],
  getTitle: (row) => row.name,
  columns: [
    { key: "name", title: "企业名称", width: 230, main: true, sort: "name" },
    { key: "status", title: "状态", width: 96, as: "tag", dictionary: companyStatus, sort: "status" },
    { key: "creditCode", title: "统一社会信用代码", width: 190, as: "copy" },
    { key: "type", title: "类型", width: 96, as: "label", dictionary: companyType },
    { key: "level", title: "级别", width: 90, as: "label", dictionary: companyLevel, sort: "level" },
    { key: "regionName", title: "地区", width: 190 },
    { key: "contact", title: "联系人", width: 96 },
    {
      key: "phone",
      title: "联系电话",
      width: 150,
      as: "phone",
      reveal: { entity: "company", field: "phone" },
    },
    {
      key: "accountPhone",
      title: "登录手机号",
      width: 150,
      as: "phone",
      reveal: { entity: "company", field: "accountPhone" },
    },
    { key: "channelName", title: "渠道", width: 130 },
    { key: "managerName", title: "客户经理", width: 100 },
    { key: "userCount", title: "用户数", width: 96, as: "number", sort: "userCount" },
    { key: "boxCount", title: "云盒数", width: 96, as: "number", sort: "boxCount" },
    { key: "orderAmountFen", title: "订单总额", width: 140, as: "money", sort: "orderAmountFen" },
    { key: "freezeReason", title: "冻结原因", width: 130 },
    { key: "expireAt", title: "到期时间", width: 130, as: "day", sort: "expireAt" },
    { key: "createdAt", title: "创建时间", width: 180, as: "time", sort: "createdAt" },
    { key: "shortName", title: "简称", width: 120, hidden: true },
    {
      key: "emergencyPhone",
      title: "紧急电话",
      width: 150,
      as: "phone",
      reveal: { entity: "company", field: "emergencyPhone" },
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
