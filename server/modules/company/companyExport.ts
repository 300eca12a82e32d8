import { companyLevel, companyStatus, companyType } from "../../../adapters/contract/company.ts";
import {
  type ExportColumn,
  numberColumn,
  textColumn,
  timeColumn,
  yuanColumn,
} from "../../list/exportColumn.ts";
import type { Sheet } from "../../list/exportOf.ts";
import { maskPhone } from "../maskPhone.ts";
import type { Viewer } from "../viewer.ts";
import type { CompanyRecord } from "./companyList.ts";

const reads = [
  "id",
  "name",
  "shortName",
  "creditCode",
  "type",
  "level",
  "contact",
  "phone",
  "accountPhone",
  "regionName",
  "address",
  "channelName",
  "managerName",
  "userCount",
  "boxCount",
  "orderAmountFen",
  "status",
  "freezeReason",
  "expireAt",
  "createdAt",
  "remark",
] as const;
type Exported = (typeof reads)[number];

/** The company workbook. */
export const companySheet = (viewer: Viewer): Sheet<CompanyRecord, Exported> => ({
  title: "企业列表",
  reads,
  columns: companyColumns(viewer),
});

function companyColumns(viewer: Viewer): readonly ExportColumn<Pick<CompanyRecord, Exported>>[] {
  return [
    textColumn("企业编号", 22, ({ id }) => id),
    textColumn("企业名称", 36, ({ name }) => name),
    textColumn("简称", 14, ({ shortName }) => shortName),
    textColumn("统一社会信用代码", 22, ({ creditCode }) => creditCode),
    textColumn("企业类型", 10, ({ type }) => companyType.label(type)),
    textColumn("等级", 8, ({ level }) => companyLevel.label(level)),
    textColumn("联系人", 10, ({ contact }) => contact),
    textColumn("联系电话", 14, ({ phone }) => maskPhone(phone)),
    textColumn("登录账号", 14, ({ accountPhone }) => maskPhone(accountPhone)),
    textColumn("所在地区", 26, ({ regionName }) => regionName),
    textColumn("详细地址", 36, ({ address }) => address),
    textColumn("渠道", 18, ({ channelName }) => channelName),
    textColumn("客户经理", 10, ({ managerName }) => managerName),
    numberColumn("用户数", 8, ({ userCount }) => userCount),
    numberColumn("云盒数", 8, ({ boxCount }) => boxCount),
    yuanColumn("订单金额（元）", 16, ({ orderAmountFen }) => (viewer.amounts ? orderAmountFen : null)),
    textColumn("状态", 8, ({ status }) => companyStatus.label(status)),
    textColumn("冻结原因", 16, ({ freezeReason }) => freezeReason),
    timeColumn("到期时间", ({ expireAt }) => expireAt),
    timeColumn("创建时间", ({ createdAt }) => createdAt),
    textColumn("备注", 30, ({ remark }) => remark),
  ];
}
