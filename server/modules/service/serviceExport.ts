import {
  type ServiceRow,
  type serviceCalls,
  serviceKind,
  serviceStatus,
  taxRate,
} from "../../../adapters/contract/service.ts";
import { numberColumn, textColumn, timeColumn, yuanColumn } from "../../list/exportColumn.ts";
import { prepareRowExport, type RowSheet } from "../../list/prepareExport.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";
import { findMatchingTreeIds, serviceList } from "./serviceList.ts";
import { toServiceRows } from "./serviceRow.ts";

/** The workbook of 服务列表. */
const serviceSheet: RowSheet<ServiceRow> = {
  title: "服务列表",
  columns: [
    textColumn("name", "服务名称", 30, ({ name }) => name),
    textColumn("status", "状态", 10, ({ status }) => serviceStatus.label(status)),
    textColumn("code", "服务编码", 14, ({ code }) => code),
    textColumn("kind", "类型", 10, ({ kind }) => serviceKind.label(kind)),
    textColumn("unit", "单位", 10, ({ unit }) => unit),
    yuanColumn("priceFen", "单价", 14, ({ priceFen }) => priceFen),
    textColumn("taxRate", "税率", 10, (row) => taxRate.label(row.taxRate)),
    numberColumn("goodsCount", "所属商品", 10, ({ goodsCount }) => goodsCount),
    textColumn("taxCode", "税收分类编码", 22, ({ taxCode }) => taxCode),
    textColumn("parentName", "上级服务", 24, ({ parentName }) => parentName),
    textColumn("description", "服务说明", 40, ({ description }) => description),
    timeColumn("updatedAt", "更新时间", ({ updatedAt }) => updatedAt),
    timeColumn("createdAt", "创建时间", ({ createdAt }) => createdAt),
  ],
};

/** Prepares the services that match, with their ancestors as on the page; of selected ones only these. */
export const prepareServiceExport: ExportPreparer<typeof serviceCalls.serviceExport> = async (
  { sort, columns, ...filters },
  call,
) => {
  const ids = filters.ids ?? (await findMatchingTreeIds(call, filters));
  const query = { ...(sort ? { sort } : {}), ...(columns ? { columns } : {}), ...(ids ? { ids } : {}) };
  const prepared = await prepareRowExport(call, serviceList, query, toServiceRows, serviceSheet);
  // The conditions, not the ids that they found.
  return { ...prepared, filters: { ...filters, ...(sort ? { sort } : {}) } };
};
