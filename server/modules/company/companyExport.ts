import type * as z from "zod/mini";
import {
  type companyCalls,
  companyLevel,
  companyStatus,
  companyType,
} from "../../../adapters/contract/company.ts";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import { type Call, RefusalError } from "../../call.ts";
import {
  type ExportColumn,
  numberColumn,
  textColumn,
  timeColumn,
  yuanColumn,
} from "../../list/exportColumn.ts";
import { type PreparedExport, prepareExport, type SheetDefinition } from "../../list/prepareExport.ts";
import { maskPhone } from "../maskPhone.ts";
import { toViewer, type Viewer } from "../viewer.ts";
import { type CompanyRecord, companyList } from "./companyList.ts";

const exportFields = [
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
type ExportField = (typeof exportFields)[number];

/** Prepares the workbook of the company list; phone numbers are unmasked if an admin gives a reason. */
export async function prepareCompanyExport(
  { revealReason, ...query }: z.output<typeof companyCalls.companyExport.body>,
  call: Pick<Call, "db" | "dbOutsideTransaction" | "now" | "actor">,
): Promise<PreparedExport> {
  const { actor } = call;
  const isUnmasked = revealReason !== undefined;
  if (isUnmasked && !actor.roles.includes("admin"))
    throw new RefusalError("仅超级管理员可导出完整号码", stateCodes.roleForbidden);
  return prepareExport(call, companyList, query, createCompanySheet(toViewer(actor), isUnmasked));
}

const createCompanySheet = (
  viewer: Viewer,
  isUnmasked: boolean,
): SheetDefinition<CompanyRecord, ExportField> => ({
  title: "企业列表",
  reads: exportFields,
  columns: createCompanyColumns(viewer, isUnmasked ? (phone) => phone : maskPhone),
});

function createCompanyColumns(
  viewer: Viewer,
  formatPhone: (phone: string) => string,
): readonly ExportColumn<Pick<CompanyRecord, ExportField>>[] {
  return [
    textColumn("企业编号", 22, ({ id }) => id),
    textColumn("企业名称", 36, ({ name }) => name),
    textColumn("简称", 14, ({ shortName }) => shortName),
    textColumn("统一社会信用代码", 22, ({ creditCode }) => creditCode),
    textColumn("企业类型", 10, ({ type }) => companyType.label(type)),
    textColumn("等级", 8, ({ level }) => companyLevel.label(level)),
    textColumn("联系人", 10, ({ contact }) => contact),
    textColumn("联系电话", 14, ({ phone }) => formatPhone(phone)),
    textColumn("登录账号", 14, ({ accountPhone }) => formatPhone(accountPhone)),
    textColumn("所在地区", 26, ({ regionName }) => regionName),
    textColumn("详细地址", 36, ({ address }) => address),
    textColumn("渠道", 18, ({ channelName }) => channelName),
    textColumn("客户经理", 10, ({ managerName }) => managerName),
    numberColumn("用户数", 8, ({ userCount }) => userCount),
    numberColumn("云盒数", 8, ({ boxCount }) => boxCount),
    yuanColumn("订单金额（元）", 16, ({ orderAmountFen }) => (viewer.canSeeAmounts ? orderAmountFen : null)),
    textColumn("状态", 8, ({ status }) => companyStatus.label(status)),
    textColumn("冻结原因", 16, ({ freezeReason }) => freezeReason),
    timeColumn("到期时间", ({ expireAt }) => expireAt),
    timeColumn("创建时间", ({ createdAt }) => createdAt),
    textColumn("备注", 30, ({ remark }) => remark),
  ];
}
