import { Anchor, Group, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { type InvoiceRow, invoiceCalls } from "../../../adapters/contract/invoice.ts";
import type { OrderRow } from "../../../adapters/contract/order.ts";
import { taxRate } from "../../../adapters/contract/service.ts";
import type { DetailSection } from "../../list/definition.ts";
import { subTable } from "../../list/detail/subTable.tsx";
import { amountInCapitals } from "../../ui/format/amountInCapitals.ts";
import { formatMoney } from "../../ui/format/money.ts";
import { statusOf } from "./orderCells.tsx";

/** What stands at the foot of every invoice. */
export const invoiceAmount: DetailSection<InvoiceRow> = {
  title: "价税合计",
  content: ({ row: { amountFen } }) => (
    <Group gap="xs">
      <Text size="sm">
        （大写）<b>{amountInCapitals(amountFen)}</b>
      </Text>
      <Text size="sm">
        （小写）<b>{formatMoney(amountFen)}</b>
      </Text>
    </Group>
  ),
};

interface Line {
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
export const invoiceLines = subTable<InvoiceRow, Line>({
  title: "开票明细",
  rows: async ({ id }, client, signal) => {
    const { lines, amountFen, exTaxFen, taxFen } = await client.call(
      invoiceCalls.invoiceDetail,
      { params: { id } },
      { signal },
    );
    const shown = lines.map((line, index) => ({
      ...line,
      id: String(index + 1),
      amountFen: line.exTaxFen + line.taxFen,
    }));
    return [...shown, { id: "sum", name: "合计", taxCode: "", taxRate: "", amountFen, exTaxFen, taxFen }];
  },
  columns: [
    { key: "name", title: "项目名称", width: 120 },
    { key: "exTaxFen", title: "不含税", width: 104, as: "money" },
    { key: "taxRate", title: "税率", width: 52, as: "label", of: taxRate },
    { key: "taxFen", title: "税额", width: 96, as: "money" },
    { key: "amountFen", title: "价税合计", width: 106, as: "money" },
    { key: "taxCode", title: "税收分类编码", width: 166, as: "copy" },
  ],
  empty: "没有明细",
});

/** The orders that an invoice is for, each leading to its own detail. */
export const invoicedOrderTable = subTable<InvoiceRow, OrderRow>({
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
    { key: "status", title: "状态", width: 86, as: "custom", cell: statusOf },
  ],
  empty: "没有订单",
});
