import { Text } from "@mantine/core";
import type { CompanyView } from "../../../../adapters/contract/graphql/companyView.ts";
import { payMethod } from "../../../../adapters/contract/order.ts";
import { orderPayStatus } from "../../../../adapters/contract/orderPay.ts";
import { PlainTable } from "../../../list/detail/PlainTable.tsx";
import type { Column } from "../../../list/listDefinition.ts";
import { formatNumber } from "../../../ui/format/formatNumber.ts";
import classes from "./CompanyPanorama.module.css";

type Payments = NonNullable<CompanyView["payments"]>;
type PaymentRow = Payments["rows"][number];

export const paymentColumns: readonly Column<PaymentRow>[] = [
  { key: "payNo", title: "回款编号", width: 190, as: "copy" },
  { key: "amountFen", title: "金额", width: 130, as: "money" },
  { key: "status", title: "状态", width: 96, as: "tag", dictionary: orderPayStatus },
  {
    key: "orderNo",
    title: "订单号",
    width: 180,
    as: "link",
    record: "order",
    getId: ({ orderId }) => orderId,
  },
  { key: "paidAt", title: "到账时间", width: 180, as: "time" },
  { key: "payerName", title: "付款方", width: 200 },
  { key: "method", title: "支付方式", width: 100, as: "label", dictionary: payMethod },
  { key: "bankSerialNo", title: "银行流水号", width: 180, as: "copy" },
];

/** The company's latest payments; each is registered and audited at its order. */
export function CompanyPayments({ payments: { total, rows } }: { readonly payments: Payments }) {
  return (
    <div className={classes["card"]}>
      {total > 0 && <PlainTable title="回款" columns={paymentColumns} rows={rows} />}
      <Text size="sm" c="dimmed" mt={total > 0 ? "sm" : 0}>
        {total === 0
          ? "还没有回款，在订单列表中登记"
          : total > rows.length
            ? `共 ${formatNumber(total)} 笔，显示最近 ${formatNumber(rows.length)} 笔；更早的在各订单的回款记录中`
            : `共 ${formatNumber(total)} 笔`}
      </Text>
    </div>
  );
}
