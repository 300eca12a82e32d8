import {
  type ServiceRow,
  serviceCalls,
  serviceFieldLabels,
  serviceRow,
  taxRate,
} from "../../../adapters/contract/service.ts";
import * as word from "../../../adapters/contract/words.ts";
import { numberColumn, textColumn, yuanColumn } from "../../list/exportColumn.ts";
import { prepareRowExport, type RowSheet } from "../../list/prepareExport.ts";
import { createRowColumns } from "../../list/sheetColumns.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";
import { findMatchingTreeIds, serviceList } from "./serviceList.ts";
import { toServiceRows } from "./serviceRow.ts";

const column = createRowColumns(serviceRow, serviceFieldLabels);

/** The workbook of 服务列表. */
const serviceSheet: RowSheet<ServiceRow> = {
  title: serviceCalls.servicePageList.summary,
  columns: [
    column.text("name", 30),
    column.label("status", 10),
    column.text("code", 14),
    column.label("kind", 10),
    textColumn("unit", word.unit, 10, ({ unit }) => unit),
    yuanColumn("priceFen", word.unitPrice, 14, ({ priceFen }) => priceFen),
    textColumn("taxRate", word.taxRate, 10, (row) => taxRate.label(row.taxRate)),
    numberColumn("goodsCount", "所属商品", 10, ({ goodsCount }) => goodsCount),
    column.text("taxCode", 22),
    textColumn("parentName", word.parentService, 24, ({ parentName }) => parentName),
    column.text("description", 40),
    column.time("updatedAt"),
    column.time("createdAt"),
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
