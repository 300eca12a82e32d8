import {
  type companyCalls,
  companyFieldLabels,
  companyLevel,
  companyStatus,
  companyType,
} from "../../../adapters/contract/company.ts";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Db } from "../../db/handle.ts";
import { RefusalError } from "../../errors.ts";
import { type ExportColumn, numberColumn, textColumn, yuanColumn } from "../../list/exportColumn.ts";
import { prepareRowExport } from "../../list/prepareExport.ts";
import { createSheetColumns } from "../../list/sheetColumns.ts";
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
    throw new RefusalError("仅超级管理员可导出完整号码，请导出脱敏的号码", stateCodes.roleForbidden);
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

const column = createSheetColumns<ExportRow>(companyFieldLabels);

function createCompanyColumns(
  viewer: Viewer,
  formatPhone: (phone: string) => string,
): readonly ExportColumn<ExportRow>[] {
  return [
    column.text("name", 36),
    column.text("shortName", 14),
    column.text("creditCode", 22),
    column.label("type", 10, companyType),
    column.label("level", 8, companyLevel),
    column.text("contact", 10),
    column.text("phone", 14, ({ phone }) => formatPhone(phone)),
    column.text("accountPhone", 14, ({ accountPhone }) => formatPhone(accountPhone)),
    column.text("regionName", 26),
    column.text("address", 36),
    column.text("channelName", 18),
    column.text("managerName", 10),
    column.number("userCount", 8),
    column.number("boxCount", 8),
    yuanColumn("orderAmountFen", word.receivedAmount, 16, ({ orderAmountFen }) =>
      viewer.canSeeAmounts ? orderAmountFen : null,
    ),
    column.label("status", 8, companyStatus),
    column.text("freezeReason", 16),
    column.time("expireAt"),
    textColumn("expireServiceName", "到期服务", 24, ({ expireServiceName }) => expireServiceName),
    numberColumn("expiring30", "30 天内到期（项）", 18, ({ expiring30 }) => expiring30),
    column.time("createdAt"),
    column.text("emergencyPhone", 14, ({ emergencyPhone }) => formatPhone(emergencyPhone)),
    column.text("remark", 30),
    textColumn("id", "企业编号", 22, ({ id }) => id),
  ];
}
