import { Anchor, Group, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { type InvoiceRow, invoiceCalls } from "../../../adapters/contract/invoice.ts";
import type { OrderRow } from "../../../adapters/contract/order.ts";
import { taxRate } from "../../../adapters/contract/service.ts";
import { subTable } from "../../list/detail/subTable.tsx";
import type { DetailSection } from "../../list/listDefinition.ts";
import { formatAmountInCapitals } from "../../ui/format/formatAmountInCapitals.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { StatusCell } from "./orderCells.tsx";

/** What stands at the foot of every invoice. */
export const invoiceAmountSection: DetailSection<InvoiceRow> = {
  title: "价税合计",
  content: ({ row: { amountFen } }) => (
    <Group gap="xs">
      <Text size="sm">
        （大写）<b>{formatAmountInCapitals(amountFen)}</b>
      </Text>
      <Text size="sm">
        （小写）<b>{formatMoney(amountFen)}</b>
      </Text>
    </Group>
  ),
};

interface InvoiceLineRow {
  readonly id: string;
  readonly name: string;
  readonly taxCode: string;
  /** Empty in the line of sums. */
  readonly taxRate: string;
  readonly amountFen: number;
  readonly exTaxFen: number;
  readonly taxFen: number;
}

/** The lines of an invoice with their tax, and their sums. */
export const invoiceLinesSection = subTable<InvoiceRow, InvoiceLineRow>({
  title: "开票明细",
  rows: async ({ id }, client, signal) => {
    const { lines, amountFen, exTaxFen, taxFen } = await client.call(
      invoiceCalls.invoiceDetail,
      { params: { id } },
      { signal },
    );
    const rows = lines.map((line, index) => ({
      ...line,
      id: String(index + 1),
      amountFen: line.exTaxFen + line.taxFen,
    }));
    return [...rows, { id: "sum", name: "合计", taxCode: "", taxRate: "", amountFen, exTaxFen, taxFen }];
  },
  columns: [
    { key: "name", title: "项目名称", width: 120 },
    { key: "exTaxFen", title: "不含税", width: 104, as: "money" },
    { key: "taxRate", title: "税率", width: 52, as: "label", dictionary: taxRate },
    { key: "taxFen", title: "税额", width: 96, as: "money" },
    { key: "amountFen", title: "价税合计", width: 106, as: "money" },
    { key: "taxCode", title: "税收分类编码", width: 166, as: "copy" },
  ],
  emptyText: "没有明细",
});

/** The orders that an invoice is for, each leading to its own detail. */
export const invoicedOrdersSection = subTable<InvoiceRow, OrderRow>({
  title: "开票订单",
  rows: ({ id }, client, signal) => client.call(invoiceCalls.invoiceOrders, { params: { id } }, { signal }),
  columns: [
    {
      key: "orderNo",
      title: "订单号",
      width: 156,
      as: "custom",
      cell: ({ id, orderNo }) => (
        <Anchor
          component={Link}
          to={`/order/orderList?detail=${id}`}
          inherit
          style={{ whiteSpace: "nowrap" }}
        >
          {orderNo}
        </Anchor>
      ),
    },
    { key: "goodsNames", title: "商品", width: 200 },
    { key: "payableFen", title: "应付", width: 130, as: "money" },
    { key: "status", title: "状态", width: 86, as: "custom", cell: StatusCell },
  ],
  emptyText: "没有订单",
});
