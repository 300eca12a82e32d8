import { Group, Text } from "@mantine/core";
import {
  type InvoiceRow,
  invoiceCalls,
  invoiceDateField,
  invoiceStatus,
  invoiceTitleType,
  invoiceType,
} from "../../../adapters/contract/invoice.ts";
import type { OrderRow } from "../../../adapters/contract/order.ts";
import type { InvoiceRed } from "../../../adapters/contract/redInvoice.ts";
import { taxRate } from "../../../adapters/contract/service.ts";
import * as word from "../../../adapters/contract/words.ts";
import { companyColumn } from "../../list/companyColumn.ts";
import { subTable } from "../../list/detail/subTable.tsx";
import { FileLink } from "../../list/FileLink.tsx";
import { InvoiceStatusCell } from "../../list/InvoiceStatusCell.tsx";
import { RecordLink } from "../../list/links/RecordLink.tsx";
import type { DetailSection } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import { OrderStatusCell } from "../../list/OrderStatusCell.tsx";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { formatAmountInCapitals } from "./formatAmountInCapitals.ts";
import {
  confirmRedInvoice,
  issueInvoice,
  rejectInvoice,
  rejectRedInvoice,
  remarkInvoice,
  reverseInvoice,
  withdrawInvoice,
} from "./invoiceActions.ts";
import { reapplyForInvoice } from "./invoiceApplyActions.tsx";

/** The total in capitals and digits, as at the bottom of an invoice. */
const invoiceAmountSection: DetailSection<InvoiceRow> = {
  title: word.invoiceAmount,
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
  /** Empty in the sum line. */
  readonly taxRate: string;
  readonly amountFen: number;
  readonly exTaxFen: number;
  readonly taxFen: number;
}

/** The lines of an invoice with their tax, and their sums. */
const invoiceLinesSection = subTable<InvoiceRow, InvoiceLineRow>({
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
    return [...rows, { id: "sum", name: word.total, taxCode: "", taxRate: "", amountFen, exTaxFen, taxFen }];
  },
  columns: [
    { key: "name", title: "项目名称", width: 120 },
    { key: "exTaxFen", title: word.exTax, width: 104, as: "money" },
    { key: "taxRate", title: word.taxRate, width: 52, as: "label", dictionary: taxRate },
    { key: "taxFen", title: "税额", width: 96, as: "money" },
    { key: "amountFen", title: word.invoiceAmount, width: 106, as: "money" },
    { key: "taxCode", title: word.taxCode, width: 166, as: "copy" },
  ],
  emptyText: "没有明细",
});

/** The orders of an invoice, linked to their details. */
const invoicedOrdersSection = subTable<InvoiceRow, OrderRow>({
  title: "开票订单",
  rows: ({ id }, client, signal) => client.call(invoiceCalls.invoiceOrders, { params: { id } }, { signal }),
  columns: [
    { key: "orderNo", title: word.orderNo, width: 156, as: "link", record: "order", getId: (row) => row.id },
    { key: "goodsNames", title: word.goods, width: 200 },
    { key: "payableFen", title: word.payable, width: 130, as: "money" },
    { key: "status", title: word.status, width: 86, as: "custom", cell: OrderStatusCell },
  ],
  emptyText: "没有订单",
});

const renderFileLink = (url: string, label: string) =>
  url === "" ? null : (
    <FileLink url={url} inherit>
      {label}
    </FileLink>
  );

const FileCell = ({ fileUrl }: InvoiceRow) => renderFileLink(fileUrl, "下载发票");
const RedFileCell = ({ redFileUrl }: InvoiceRow) => renderFileLink(redFileUrl, "下载红字发票");
const OneRedFileCell = ({ fileUrl }: InvoiceRed) => renderFileLink(fileUrl, "下载红票");

/** The red invoices of an invoice; one without a number is requested. */
const invoiceRedsSection = subTable<InvoiceRow, InvoiceRed>({
  title: "红字发票",
  rows: async ({ id }, client, signal) =>
    (await client.call(invoiceCalls.invoiceDetail, { params: { id } }, { signal })).reds,
  columns: [
    { key: "redInvoiceNo", title: word.redInvoiceNo, width: 190, as: "copy" },
    { key: "amountFen", title: word.invoiceAmount, width: 110, as: "money" },
    { key: "taxFen", title: "税额", width: 96, as: "money" },
    { key: "reason", title: word.redReason, width: 100 },
    { key: "createdAt", title: "发起时间", width: 160, as: "time" },
    { key: "issueDate", title: word.redIssueDate, width: 104, as: "day" },
    { key: "fileUrl", title: word.redFile, width: 110, as: "custom", cell: OneRedFileCell },
  ],
  emptyText: "没有红字发票",
});

/** The first order number and the number of orders, which are in the invoice's detail. */
function OrdersCell({ id, orderNos, orderCount }: InvoiceRow) {
  const [first = ""] = orderNos.split("、");
  const link = <RecordLink record="orderByNo" id={first} text={first} />;
  return orderCount > 1 ? (
    <>
      {link} <RecordLink record="invoice" id={id} text={`等 ${orderCount} 单`} />
    </>
  ) : (
    link
  );
}

export const meta = {
  path: "/order/invoice",
  title: "发票列表",
  group: "order",
  order: 2,
  icon: "IconFileInvoice",
  roles: ["admin", "operator", "finance"],
  right: "/invoice/pageList",
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "发票从申请、开具到红冲的全过程；在税务系统开好后把号码登记到这里。",
  lines: [
    "申请由运营在订单列表提交；财务在这里开票、驳回或红冲。",
    "「开票」列出抬头、税号、明细，点一下即可复制；填好号码、日期，可上传文件。",
    "被驳回的申请改正后可以「再次申请」，也可以「撤回」。",
    "已开具的发票不能作废，只能红冲：选原因，确认每行明细的红冲金额。",
    "只冲一部分时改小金额或清空某行；原因为开票有误的须全额红冲。",
    "发起红冲后，拿到红字发票号码再「登记红票」；对方不确认则「红冲未通过」。",
    "部分红冲的发票其余部分仍有效，可以再次红冲，直到冲完。",
    "红冲的金额回到订单，可以重新开票或退款；详情中列出每张红字发票。",
    "导出带上当前条件，金额以元为单位。",
  ],
};

export default listPage({
  name: "invoice",
  noun: word.invoice,
  call: invoiceCalls.invoicePageList,
  detailCall: invoiceCalls.invoiceDetail,
  export: invoiceCalls.invoiceExport,
  rowActions: [
    issueInvoice,
    confirmRedInvoice,
    reapplyForInvoice,
    remarkInvoice,
    rejectInvoice,
    rejectRedInvoice,
    withdrawInvoice,
    reverseInvoice,
  ],
  emptyStateAction: {
    description: "在订单列表中勾选同一企业的订单，点击“申请发票”",
    label: word.openOrders,
    to: "/order/orderList",
    call: invoiceCalls.invoiceApply,
  },
  detailSections: [invoiceAmountSection, invoiceLinesSection, invoiceRedsSection, invoicedOrdersSection],
  getTitle: (row) => row.title,
  tabs: { name: "status", dictionary: invoiceStatus, getCounts: ({ counts }) => counts },
  sums: [
    { label: word.invoice, as: "number", getValue: ({ sums }) => sums.count },
    { label: word.invoiceAmount, as: "money", getValue: ({ sums }) => sums.amountFen },
    { label: word.exTax, as: "money", getValue: ({ sums }) => sums.exTaxFen },
    { label: "税额", as: "money", getValue: ({ sums }) => sums.taxFen },
  ],
  selectedSums: ["amountFen"],
  columns: [
    { key: "title", title: word.invoiceTitle, width: 230, main: true },
    { key: "status", title: word.status, width: 96, as: "custom", cell: InvoiceStatusCell, align: "center" },
    { key: "amountFen", title: word.invoiceAmount, width: 130, as: "money", sort: "amountFen" },
    {
      key: "invoiceNo",
      title: word.invoiceNo,
      width: 200,
      as: "link",
      record: "invoice",
      getId: (row) => row.id,
      copy: true,
    },
    { key: "taxNo", title: word.taxNo, width: 200, as: "copy" },
    { key: "type", title: word.invoiceType, width: 100, as: "label", dictionary: invoiceType },
    { key: "exTaxFen", title: word.exTax, width: 130, as: "money" },
    { key: "taxFen", title: "税额", width: 120, as: "money" },
    { key: "orderNos", title: word.order, width: 230, as: "custom", cell: OrdersCell },
    { ...companyColumn(word.company, 220), sort: "companyName" },
    { key: "applicantName", title: "申请人", width: 100 },
    { key: "appliedAt", title: word.appliedAt, width: 180, as: "time", sort: "appliedAt" },
    { key: "issueDate", title: word.issueDate, width: 120, as: "day", sort: "issueDate" },
    {
      key: "redInvoiceNo",
      title: word.redInvoiceNo,
      width: 200,
      as: "link",
      record: "invoice",
      getId: (row) => row.id,
      copy: true,
    },
    {
      key: "titleType",
      title: word.titleType,
      width: 100,
      as: "label",
      dictionary: invoiceTitleType,
      hidden: true,
    },
    { key: "redFen", title: word.reversed, width: 130, as: "money", hidden: true },
    { key: "redReason", title: word.redReason, width: 110, hidden: true },
    { key: "redIssueDate", title: word.redIssueDate, width: 120, as: "day", hidden: true },
    { key: "rejectReason", title: word.rejectReason, width: 200, hidden: true },
    { key: "handlerName", title: "经办人", width: 100, hidden: true },
    { key: "email", title: word.invoiceEmail, width: 200, hidden: true },
    { key: "bankAccount", title: word.bankAccount, width: 220, hidden: true },
    { key: "address", title: word.invoiceAddress, width: 220, hidden: true },
    { key: "fileUrl", title: word.invoiceFile, width: 120, as: "custom", cell: FileCell, hidden: true },
    { key: "redFileUrl", title: word.redFile, width: 130, as: "custom", cell: RedFileCell, hidden: true },
    { key: "createdAt", title: word.createdAt, width: 180, as: "time", sort: "createdAt", hidden: true },
    { key: "remark", title: word.remark, width: 200, hidden: true },
  ],
  filters: [
    {
      kind: "text",
      name: "keyword",
      label: word.keyword,
      placeholder: "发票号 / 抬头 / 企业 / 税号",
    },
    { kind: "select", name: "type", label: word.invoiceType, dictionary: invoiceType },
    { kind: "select", name: "titleType", label: word.titleType, dictionary: invoiceTitleType },
    { kind: "choice", name: "companyId", label: word.company, source: companyChoices },
    {
      kind: "select",
      name: "dateField",
      label: word.dateType,
      dictionary: invoiceDateField,
      placeholder: word.appliedAt,
    },
    { kind: "days", from: "from", to: "to", of: "dateField", label: word.date },
  ],
});
