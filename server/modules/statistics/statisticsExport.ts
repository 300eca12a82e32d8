import { formatIncomplete } from "../../../adapters/contract/flownSum.ts";
import type { statisticsExportCalls } from "../../../adapters/contract/statisticsExport.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Handlers } from "../../call.ts";
import { type ExportColumn, numberColumn, textColumn, yuanColumn } from "../../list/exportColumn.ts";
import { formatExportFileName } from "../../list/prepareExport.ts";
import { writeXlsx } from "../../xlsx/writeXlsx.ts";
import { statisticsHandlers } from "./statisticsHandlers.ts";

const title = "增量统计";

/** One bucket, or the last row with the sums. */
interface ExportedRow {
  readonly days: string;
  readonly companies: number;
  readonly companiesTotal: number | null;
  readonly users: number;
  readonly orders: number;
  readonly ordersTotal: number | null;
  readonly amountFen: number;
  readonly refunds: number;
  readonly refundFen: number;
  readonly tasks: number;
  readonly flights: number;
  readonly durationS: number;
  readonly distanceM: number;
  /** Of the sums; null in a bucket. */
  readonly incompleteFlights: number | null;
}

const columns: readonly ExportColumn<ExportedRow>[] = [
  textColumn("days", word.date, 26, ({ days }) => days),
  numberColumn("companies", word.addCompany, 12, ({ companies }) => companies),
  numberColumn("companiesTotal", "累计企业", 12, ({ companiesTotal }) => companiesTotal),
  numberColumn("users", "新增用户", 12, ({ users }) => users),
  numberColumn("orders", word.orderCount, 12, ({ orders }) => orders),
  numberColumn("ordersTotal", "累计订单", 12, ({ ordersTotal }) => ordersTotal),
  yuanColumn("amountFen", word.orderAmount, 18, ({ amountFen }) => amountFen),
  numberColumn("refunds", "退款单数", 12, ({ refunds }) => refunds),
  yuanColumn("refundFen", word.refundAmount, 18, ({ refundFen }) => refundFen),
  numberColumn("tasks", word.task, 12, ({ tasks }) => tasks),
  numberColumn("flights", "飞行架次", 12, ({ flights }) => flights),
  // In the units of the page.
  numberColumn("durationS", "飞行时长（小时）", 18, ({ durationS }) => Math.round(durationS / 36) / 100),
  numberColumn("distanceM", "飞行里程（km）", 16, ({ distanceM }) => Math.round(distanceM / 10) / 100),
  textColumn("incompleteFlights", "里程说明", 20, ({ incompleteFlights }) =>
    formatIncomplete(incompleteFlights),
  ),
];

const formatDays = ({ from, to }: { readonly from: string; readonly to: string }) =>
  from === to ? from : `${from} 至 ${to}`;

export const statisticsExportHandlers: Handlers<typeof statisticsExportCalls> = {
  statisticsExport: async (input, call) => {
    // The page's own calls: the file holds the same figures.
    const company = await statisticsHandlers.statisticsCompany(input, call);
    const order = await statisticsHandlers.statisticsOrder(input, call);
    const task = await statisticsHandlers.statisticsTask(input, call);
    const toRow = (
      days: string,
      companies: Pick<typeof company.sums, "added" | "users">,
      orders: Pick<typeof order.sums, "added" | "amountFen" | "refunds" | "refundFen">,
      { added: tasks, flights, durationS, distanceM }: typeof task.sums,
      totals: { readonly companiesTotal: number; readonly ordersTotal: number } | null,
      incompleteFlights: number | null = null,
    ): ExportedRow => ({
      days,
      companies: companies.added,
      companiesTotal: totals?.companiesTotal ?? null,
      users: companies.users,
      orders: orders.added,
      ordersTotal: totals?.ordersTotal ?? null,
      amountFen: orders.amountFen,
      refunds: orders.refunds,
      refundFen: orders.refundFen,
      tasks,
      flights,
      durationS,
      distanceM,
      incompleteFlights,
    });
    const rows = company.buckets.flatMap((bucket, index) => {
      const [orders, tasks] = [order.buckets[index], task.buckets[index]];
      if (!orders || !tasks) return [];
      const totals = { companiesTotal: bucket.total, ordersTotal: orders.total };
      return [toRow(formatDays(bucket), bucket, orders, tasks, totals)];
    });
    rows.push(toRow(word.total, company.sums, order.sums, task.sums, null, task.incompleteFlights));
    call.audit({ entityId: null, after: { filters: input.body, rows: rows.length } });
    async function* readCells() {
      for (const row of rows) yield columns.map((column) => column.cell(row));
    }
    return {
      fileName: formatExportFileName(title, call.now),
      rows: rows.length,
      stream: writeXlsx({ title, columns }, readCells()),
    };
  },
};
