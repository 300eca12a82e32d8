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
  "emergencyPhone",
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
    textColumn("name", "企业名称", 36, ({ name }) => name),
    textColumn("shortName", "简称", 14, ({ shortName }) => shortName),
    textColumn("creditCode", "统一社会信用代码", 22, ({ creditCode }) => creditCode),
    textColumn("type", "类型", 10, ({ type }) => companyType.label(type)),
    textColumn("level", "级别", 8, ({ level }) => companyLevel.label(level)),
    textColumn("contact", "联系人", 10, ({ contact }) => contact),
    textColumn("phone", "联系电话", 14, ({ phone }) => formatPhone(phone)),
    textColumn("accountPhone", "登录手机号", 14, ({ accountPhone }) => formatPhone(accountPhone)),
    textColumn("regionName", "地区", 26, ({ regionName }) => regionName),
    textColumn("address", "详细地址", 36, ({ address }) => address),
    textColumn("channelName", "渠道", 18, ({ channelName }) => channelName),
    textColumn("managerName", "客户经理", 10, ({ managerName }) => managerName),
    numberColumn("userCount", "用户数", 8, ({ userCount }) => userCount),
    numberColumn("boxCount", "云盒数", 8, ({ boxCount }) => boxCount),
    yuanColumn("orderAmountFen", "实收金额", 16, ({ orderAmountFen }) =>
      viewer.canSeeAmounts ? orderAmountFen : null,
    ),
    textColumn("status", "状态", 8, ({ status }) => companyStatus.label(status)),
    textColumn("freezeReason", "冻结原因", 16, ({ freezeReason }) => freezeReason),
    timeColumn("expireAt", "到期时间", ({ expireAt }) => expireAt),
    timeColumn("createdAt", "创建时间", ({ createdAt }) => createdAt),
    textColumn("emergencyPhone", "紧急电话", 14, ({ emergencyPhone }) => formatPhone(emergencyPhone)),
    textColumn("remark", "备注", 30, ({ remark }) => remark),
    textColumn("id", "企业编号", 22, ({ id }) => id),
  ];
}
