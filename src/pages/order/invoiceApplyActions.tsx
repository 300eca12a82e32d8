import { Input, Stack, Table, Text, TextInput } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import * as z from "zod/mini";
import { companyCalls } from "../../../adapters/contract/company.ts";
import {
  type InvoiceRow,
  invoiceCalls,
  invoiceTitleType,
  invoiceType,
  maxInvoiceOrders,
} from "../../../adapters/contract/invoice.ts";
import type { OrderRow } from "../../../adapters/contract/order.ts";
import { orderInvoiceCalls } from "../../../adapters/contract/orderInvoice.ts";
import { taxNo } from "../../../adapters/contract/taxNo.ts";
import * as word from "../../../adapters/contract/words.ts";
import { invoiceStatusMachine } from "../../../machines/status/invoice.ts";
import { getInvoiceableFen, invoiceRefusal } from "../../../machines/status/invoiceRefusal.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { CustomFieldProps } from "../../list/form/formConfig.ts";
import { toInputProps } from "../../list/form/toInputProps.ts";
import { RecordLink } from "../../list/links/RecordLink.tsx";
import type { RowAction, RowSelection, SelectionAction } from "../../list/listDefinition.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";

/** The parts of an order that an application shows. */
const invoicedOrderSchema = z.object({
  id: z.string(),
  orderNo: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  goodsNames: z.string(),
  payableFen: z.nullable(z.number()),
});
const invoicedOrdersSchema = z.array(invoicedOrderSchema);
type InvoicedOrder = z.infer<typeof invoicedOrderSchema>;

/** Converts orders to the field's value, with what can be invoiced of them now. */
const toInvoicedOrders = (orders: readonly OrderRow[]): readonly InvoicedOrder[] =>
  invoicedOrdersSchema.parse(
    orders.map((order) => ({
      ...order,
      // NaN is an amount that another platform does not tell.
      payableFen:
        order.payableFen === null || Number.isNaN(order.payableFen) ? null : getInvoiceableFen(order),
    })),
  );

/** Parses the field's value; empty if it is not valid. */
function parseInvoicedOrders(value: unknown): readonly InvoicedOrder[] {
  const parsed = invoicedOrdersSchema.safeParse(value);
  return parsed.success ? parsed.data : [];
}

/** The invoice's orders and their sum, read-only. */
function InvoiceOrdersField({ id, label, value }: CustomFieldProps) {
  const orders = parseInvoicedOrders(value);
  const sum = orders.reduce((total, { payableFen }) => total + (payableFen ?? Number.NaN), 0);
  return (
    <Input.Wrapper id={id} label={label} labelElement="div">
      <Stack gap={4}>
        {orders[0] && (
          <Text size="sm">
            <RecordLink record="company" id={orders[0].companyId} text={orders[0].companyName} />
          </Text>
        )}
        <Table.ScrollContainer minWidth={280} mah={220} scrollAreaProps={{ type: "auto" }}>
          <Table aria-label={label} withRowBorders={false} verticalSpacing={4} horizontalSpacing={0}>
            <Table.Tbody>
              {orders.map((order) => (
                <Table.Tr key={order.id}>
                  <Table.Td>
                    <Text size="sm">
                      <RecordLink record="order" id={order.id} text={order.orderNo} />
                    </Text>
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
          <span>{`共 ${orders.length} 个订单，开票金额 `}</span>
          <b>{formatMoney(sum)}</b>
        </Text>
      </Stack>
    </Input.Wrapper>
  );
}

/** The buyer's tax number. Fills in the buyer that is kept with the company, or the company's credit code. */
function TaxNoField(field: CustomFieldProps) {
  const { value, values, onChange, onPrefill } = field;
  const { client } = usePageApi();
  const companyId = parseInvoicedOrders(values["orders"])[0]?.companyId ?? null;
  const { result } = useQuery(companyId, async (signal) => {
    const params = { id: companyId ?? "" };
    const [{ creditCode }, profile] = await Promise.all([
      client.call(companyCalls.companyOne, { params }, { signal }),
      // Without it the credit code is filled in, as on a platform that keeps no buyers.
      client.call(orderInvoiceCalls.invoiceProfile, { params }, { signal, quiet: true }).catch(() => null),
    ]);
    if (profile === null) return { taxNo: creditCode };
    const { id, version, ...kept } = profile;
    return kept;
  });
  const buyer = result.state === "success" ? result.data : null;
  // Only once, so that a user can empty a field.
  const fillBuyer = useEffectEvent(() => value === "" && buyer && onPrefill(buyer));
  useEffect(() => void (buyer && fillBuyer()), [buyer]);
  return (
    <TextInput
      {...toInputProps(field)}
      value={typeof value === "string" ? value : ""}
      placeholder="统一社会信用代码或纳税人识别号"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const whenCompanyTitle = { field: "titleType", is: ["company"] } as const;

/** The fields about the buyer, in every application. */
const buyerFields = [
  { kind: "select", name: "titleType", label: word.titleType, dictionary: invoiceTitleType },
  { kind: "select", name: "type", label: word.invoiceType, dictionary: invoiceType, when: whenCompanyTitle },
  { kind: "text", name: "title", label: word.invoiceTitle, wide: true },
  {
    kind: "custom",
    name: "taxNo",
    label: word.taxNo,
    control: TaxNoField,
    when: whenCompanyTitle,
    wide: true,
  },
  { kind: "text", name: "email", label: word.invoiceEmail, wide: true },
  { kind: "text", name: "bankAccount", label: word.bankAccount, when: whenCompanyTitle, wide: true },
  { kind: "text", name: "address", label: word.invoiceAddress, when: whenCompanyTitle, wide: true },
  { kind: "longText", name: "remark", label: word.remark, wide: true },
] as const;

interface BuyerValues {
  readonly titleType: string;
  readonly type: string;
  readonly title: string;
  readonly taxNo: unknown;
  readonly email: string;
  readonly bankAccount: string;
  readonly address: string;
  readonly remark: string;
}

/** Converts the values for the call; a person gets a normal invoice. */
const toBuyer = ({ titleType, type, taxNo: number, ...others }: BuyerValues) => ({
  ...others,
  titleType: invoiceTitleType.schema.parse(titleType),
  type: titleType === "person" ? ("normal" as const) : invoiceType.schema.parse(type),
  taxNo: typeof number === "string" ? number : "",
});

const createApplicationForm = <R extends { readonly id: string }>(
  name: string,
  getOrders: (row: R) => readonly OrderRow[],
) =>
  actionForm({
    name,
    title: () => word.applyForInvoice,
    call: invoiceCalls.invoiceApply,
    submitLabel: "提交申请",
    container: "drawer",
    fields: [
      {
        kind: "custom",
        name: "orders",
        label: "开票订单",
        control: InvoiceOrdersField,
        prefilled: true,
        wide: true,
      },
      ...buyerFields,
    ],
    schemas: { titleType: invoiceTitleType.schema, taxNo },
    getInitialValues: (row: R) => ({
      orders: toInvoicedOrders(getOrders(row)),
      titleType: "company",
      type: "normal",
      title: getOrders(row)[0]?.companyName ?? "",
    }),
    args: (row: R, { orders: _, ...buyer }, requestId) => ({
      body: { orderIds: getOrders(row).map(({ id }) => id), ...toBuyer(buyer), requestId },
    }),
  });

/** One invoice for all selected orders, which must be of one company. */
export const applyForInvoice: SelectionAction<OrderRow> = {
  name: "invoice",
  label: word.applyForInvoice,
  call: invoiceCalls.invoiceApply,
  refusal: (rows) =>
    rows.length > maxInvoiceOrders ? `一张发票最多包含 ${maxInvoiceOrders} 个订单` : invoiceRefusal(rows),
  form: createApplicationForm("invoice-apply", ({ rows }: RowSelection<OrderRow>) => rows),
};

/** One invoice for one order. */
export const applyForOrderInvoice: RowAction<OrderRow> = {
  name: "applyForInvoice",
  label: word.applyForInvoice,
  call: invoiceCalls.invoiceApply,
  isApplicable: (row) => invoiceRefusal([row]) === null,
  form: createApplicationForm("invoice-apply-one", (row: OrderRow) => [row]),
};

/** Applies again after a rejection, for the same orders. */
export const reapplyForInvoice: RowAction<InvoiceRow> = {
  name: "applyAgain",
  label: "再次申请",
  call: invoiceCalls.invoiceApply,
  isApplicable: ({ status }) => invoiceStatusMachine.allowed(status).includes("applyAgain"),
  form: actionForm({
    name: "invoice-apply-again",
    title: ({ title }: InvoiceRow) => `再次申请 ${title} 的发票`,
    call: invoiceCalls.invoiceApply,
    detailCall: invoiceCalls.invoiceDetail,
    submitLabel: "提交申请",
    container: "drawer",
    consequence: ({ rejectReason, orderNos, amountFen }) =>
      `驳回原因：${rejectReason}。订单：${orderNos}，开票金额 ${formatMoney(amountFen)}。`,
    fields: buyerFields,
    schemas: { titleType: invoiceTitleType.schema, taxNo },
    getInitialValues: ({ titleType, type, title, taxNo: number, email, bankAccount, address, remark }) => ({
      titleType,
      type,
      title,
      taxNo: number,
      email,
      bankAccount,
      address,
      remark,
    }),
    args: async ({ id, version }, buyer, requestId, client) => {
      // Its orders by their own call: another platform's invoice need not name them.
      const orders = await client.call(invoiceCalls.invoiceOrders, { params: { id } });
      return {
        body: { id, version, orderIds: orders.map((order) => order.id), ...toBuyer(buyer), requestId },
      };
    },
  }),
};
