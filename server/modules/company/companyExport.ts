import {
  type companyCalls,
  companyLevel,
  companyStatus,
  companyType,
} from "../../../adapters/contract/company.ts";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import type { Db } from "../../db/handle.ts";
import { RefusalError } from "../../errors.ts";
import {
  type ExportColumn,
  numberColumn,
  textColumn,
  timeColumn,
  yuanColumn,
} from "../../list/exportColumn.ts";
import { prepareRowExport } from "../../list/prepareExport.ts";
import { maskPhone } from "../../records/maskPhone.ts";
import { toViewer, type Viewer } from "../../records/viewer.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";
import { noServiceEnds, readServiceEnds, type ServiceEnds } from "../serviceGrant/serviceEnds.ts";
import { type CompanyRecord, companyList } from "./companyList.ts";

type ExportRow = CompanyRecord & ServiceEnds;

/** Prepares the workbook of the company list; phone numbers are unmasked if an admin gives a reason. */
export const prepareCompanyExport: ExportPreparer<typeof companyCalls.companyExport> = async (
  { revealReason, ...query },
  call,
) => {
  const { actor } = call;
  const isUnmasked = revealReason !== undefined;
  if (isUnmasked && !actor.roles.includes("admin"))
    throw new RefusalError("仅超级管理员可导出完整号码", stateCodes.roleForbidden);
  const toRows = async (db: Db, records: CompanyRecord[]): Promise<ExportRow[]> => {
    const ids = records.map(({ id }) => id);
    const ends = await readServiceEnds(db, ids, call.now);
    return records.map((record) => ({ ...record, ...(ends.get(record.id) ?? noServiceEnds) }));
  };
  return prepareRowExport(call, companyList, query, toRows, {
    title: "企业列表",
    columns: createCompanyColumns(toViewer(actor), isUnmasked ? (phone) => phone : maskPhone),
  });
};

function createCompanyColumns(
  viewer: Viewer,
  formatPhone: (phone: string) => string,
): readonly ExportColumn<ExportRow>[] {
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
    textColumn("expireServiceName", "到期服务", 24, ({ expireServiceName }) => expireServiceName),
    numberColumn("expiring30", "30 天内到期（项）", 18, ({ expiring30 }) => expiring30),
    timeColumn("createdAt", "创建时间", ({ createdAt }) => createdAt),
    textColumn("emergencyPhone", "紧急电话", 14, ({ emergencyPhone }) => formatPhone(emergencyPhone)),
    textColumn("remark", "备注", 30, ({ remark }) => remark),
    textColumn("id", "企业编号", 22, ({ id }) => id),
  ];
}
