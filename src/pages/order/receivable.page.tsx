import { orderCalls } from "../../../adapters/contract/order.ts";
import { unpaidStatuses } from "../../../adapters/contract/orderEvent.ts";
import { type ReceivableRow, receivableCalls } from "../../../adapters/contract/receivable.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { managerChoices } from "../../list/pickers/managerChoices.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";

/** The orders that the company's sum consists of, with their own acts. */
const openOrders: RowAction<ReceivableRow> = {
  name: "orders",
  label: "查看订单",
  call: orderCalls.orderPageList,
  to: ({ id }) => `/order/orderList?companyId=${id}&status=${unpaidStatuses.join(",")}`,
};

export const meta = {
  path: "/order/receivable",
  title: "应收账款",
  group: "order",
  order: 4,
  icon: "IconHistory",
  own: true,
  roles: ["admin", "operator", "finance"],
  right: "/x/receivable/list",
} as const satisfies PageMeta;

export default listPage({
  name: "receivable",
  noun: "应收企业",
  call: receivableCalls.receivableList,
  export: receivableCalls.receivableExport,
  getTitle: (row) => row.companyName,
  recordPage: "company",
  defaultSort: "dueFen",
  rowActions: [openOrders],
  sums: [
    { label: "未付清订单", as: "number", getValue: ({ sums }) => sums.orderCount },
    { label: "应收合计", as: "money", getValue: ({ sums }) => sums.dueFen },
    { label: "0–30 天", as: "money", getValue: ({ sums }) => sums.days30Fen },
    { label: "31–60 天", as: "money", getValue: ({ sums }) => sums.days60Fen },
    { label: "61–90 天", as: "money", getValue: ({ sums }) => sums.days90Fen },
    { label: "90 天以上", as: "money", getValue: ({ sums }) => sums.olderFen },
  ],
  selectedSums: ["dueFen"],
  columns: [
    { key: "companyName", title: "企业", width: 230, main: true, sort: "companyName" },
    { key: "orderCount", title: "未付清订单", width: 110, as: "number" },
    { key: "dueFen", title: "应收合计", width: 140, as: "money", sort: "dueFen" },
    { key: "days30Fen", title: "0–30 天", width: 130, as: "money", sort: "days30Fen" },
    { key: "days60Fen", title: "31–60 天", width: 130, as: "money", sort: "days60Fen" },
    { key: "days90Fen", title: "61–90 天", width: 130, as: "money", sort: "days90Fen" },
    { key: "olderFen", title: "90 天以上", width: 130, as: "money", sort: "olderFen" },
    { key: "oldestAt", title: "最早下单时间", width: 180, as: "time", sort: "oldestAt" },
    { key: "managerName", title: "客户经理", width: 110 },
  ],
  filters: [
    { kind: "text", name: "keyword", label: "关键字", placeholder: "企业名称或拼音" },
    { kind: "choice", name: "companyId", label: "企业", source: companyChoices },
    { kind: "choice", name: "managerId", label: "客户经理", source: managerChoices },
    { kind: "days", from: "from", to: "to", label: "下单日期" },
  ],
});
