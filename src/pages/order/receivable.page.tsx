import { orderCalls } from "../../../adapters/contract/order.ts";
import { unpaidStatuses } from "../../../adapters/contract/orderEvent.ts";
import { type ReceivableRow, receivableCalls } from "../../../adapters/contract/receivable.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { managerChoices } from "../../list/pickers/managerChoices.ts";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
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

export const help: PageHelp = {
  purpose: "客户还欠多少、欠了多久：未付清订单按企业汇总，并按账龄分段。",
  lines: [
    "应收是待支付和待审核订单的应付减已付；已登记未审核的回款仍算未付。",
    "账龄从下单当天起算，按北京时间的自然日：0–30、31–60、61–90、90 天以上。",
    "各段相加等于应收合计；表下是全部结果的合计。",
    "默认欠得最多的在前，点列头可按任一账龄段或最早下单时间排序。",
    "「查看订单」打开这家企业的未付清订单，在那里登记回款或取消。",
    "点企业名称打开企业全景，可以直接发短信或联系。",
    "按客户经理筛选，得到每个人要催收的名单。",
    "按下单日期筛选时，金额只算这段时间内的订单。",
    "「导出」得到同样的数字，便于对账和汇报。",
  ],
};

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
    { key: "companyName", title: word.company, width: 230, main: true, sort: "companyName" },
    { key: "orderCount", title: "未付清订单", width: 110, as: "number" },
    { key: "dueFen", title: "应收合计", width: 140, as: "money", sort: "dueFen" },
    { key: "days30Fen", title: "0–30 天", width: 130, as: "money", sort: "days30Fen" },
    { key: "days60Fen", title: "31–60 天", width: 130, as: "money", sort: "days60Fen" },
    { key: "days90Fen", title: "61–90 天", width: 130, as: "money", sort: "days90Fen" },
    { key: "olderFen", title: "90 天以上", width: 130, as: "money", sort: "olderFen" },
    { key: "oldestAt", title: word.oldestOrderAt, width: 180, as: "time", sort: "oldestAt" },
    { key: "managerName", title: word.manager, width: 110 },
  ],
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "企业名称或拼音" },
    { kind: "choice", name: "companyId", label: word.company, source: companyChoices },
    { kind: "choice", name: "managerId", label: word.manager, source: managerChoices },
    { kind: "days", from: "from", to: "to", label: "下单日期" },
  ],
});
