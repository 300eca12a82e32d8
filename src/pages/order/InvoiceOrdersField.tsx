import { Input, Stack, Table, Text } from "@mantine/core";
import * as z from "zod/mini";
import type { OrderRow } from "../../../adapters/contract/order.ts";
import type { CustomFieldProps } from "../../list/form/formConfig.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";

/** What an application shows of an order. */
const invoicedOrderSchema = z.object({
  id: z.string(),
  orderNo: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  goodsNames: z.string(),
  payableFen: z.nullable(z.int()),
});
const invoicedOrdersSchema = z.array(invoicedOrderSchema);
export type InvoicedOrder = z.infer<typeof invoicedOrderSchema>;

/** The value of the field: what it shows of the orders. */
export const toInvoicedOrders = (orders: readonly OrderRow[]): readonly InvoicedOrder[] =>
  invoicedOrdersSchema.parse(orders);

/** The same, read back from a form's values; none where they hold none. */
export function parseInvoicedOrders(value: unknown): readonly InvoicedOrder[] {
  const parsed = invoicedOrdersSchema.safeParse(value);
  return parsed.success ? parsed.data : [];
}

/** The orders that the invoice is for, with their sum; not to be changed here. */
export function InvoiceOrdersField({ id, label, value }: CustomFieldProps) {
  const orders = parseInvoicedOrders(value);
  const sum = orders.reduce((total, { payableFen }) => total + (payableFen ?? 0), 0);
  return (
    <Input.Wrapper id={id} label={label} labelElement="div">
      <Stack gap={4}>
        <Text size="sm">{orders[0]?.companyName}</Text>
        <Table.ScrollContainer minWidth={280} mah={220} scrollAreaProps={{ type: "auto" }}>
          <Table aria-label={label} withRowBorders={false} verticalSpacing={4} horizontalSpacing={0}>
            <Table.Tbody>
              {orders.map((order) => (
                <Table.Tr key={order.id}>
                  <Table.Td>
                    <Text size="sm">{order.orderNo}</Text>
                    <Text size="xs" c="dimmed">
                      {order.goodsNames}
                    </Text>
                  </Table.Td>
                  <Table.Td ta="right" style={{ fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }}>
                    {order.payableFen === null ? "-" : formatMoney(order.payableFen)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Text size="sm" ta="right">
          共 {orders.length} 个订单，开票金额 <b>{formatMoney(sum)}</b>
        </Text>
      </Stack>
    </Input.Wrapper>
  );
}
