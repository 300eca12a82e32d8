import { bankStatementCalls } from "../../../adapters/contract/bankStatement.ts";
import { payMethod } from "../../../adapters/contract/order.ts";
import {
  type OrderPayRow,
  orderPayCalls,
  orderPayDateField,
  orderPayStatus,
} from "../../../adapters/contract/orderPay.ts";
import * as word from "../../../adapters/contract/words.ts";
import { companyColumn } from "../../list/companyColumn.ts";
import type { DetailSection } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { lazyDialog } from "../../loading/lazyDialog.tsx";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { StatusTag } from "../../ui/StatusTag.tsx";
import { VoucherCell } from "./orderCells.tsx";
import { VoucherView } from "./VoucherView.tsx";

/** The payer; tagged where it is not the company. */
const PayerCell = ({ payerName, payerDiffers }: OrderPayRow) =>
  payerDiffers ? (
    <>
      {payerName} <StatusTag label="代付" color="orange" />
    </>
  ) : (
    payerName
  );

const voucherSection: DetailSection<OrderPayRow> = {
  title: word.paymentVoucher,
  content: ({ row: { voucherUrl } }) =>
    voucherUrl === "" ? "登记时没有上传凭证" : <VoucherView url={voucherUrl} title={word.paymentVoucher} />,
};

export const meta = {
  path: "/order/payment",
  title: "回款流水",
  group: "order",
  order: 3,
  icon: "IconCash",
  own: true,
  roles: ["admin", "operator", "finance"],
  right: "/x/orderPay/pageList",
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "每一笔回款的流水：哪家银行、流水号、付款方、金额、对应的订单和审核结果。",
  lines: [
    "按银行流水号、付款方或回款编号查找；同一流水号不能登记两次。",
    "页签按状态分开：待审核、已到账、已驳回、已关闭、已退款。",
    "表下是全部结果的笔数、金额和其中已到账的金额，月底对账看这里。",
    "「代付」表示付款方不是该企业，审核时须确认代付已核实。",
    "「导入对账单」读取银行的 CSV 或 XLSX，按金额和付款方提出匹配的订单。",
    "匹配只是建议，要逐笔确认才登记；登记人不能审核同一笔。",
    "点订单号看订单，点回款编号看凭证图片。",
    "日期可按登记时间或到账时间，导出带上当前条件。",
  ],
};

export default listPage({
  name: "payment",
  noun: word.payment,
  call: orderPayCalls.orderPayPageList,
  detailCall: orderPayCalls.orderPayOne,
  export: orderPayCalls.orderPayExport,
  emptyStateAction: {
    description: "在订单列表中登记回款",
    label: word.openOrders,
    to: "/order/orderList",
    call: orderPayCalls.orderPayRegister,
  },
  pageActions: [
    {
      name: "import",
      label: "导入对账单",
      call: bankStatementCalls.bankStatementRead,
      dialog: lazyDialog(async () => (await import("./StatementImport.tsx")).StatementImport),
    },
  ],
  detailSections: [voucherSection],
  getTitle: (row) => row.payNo,
  tabs: { name: "state", dictionary: orderPayStatus, getCounts: ({ counts }) => counts },
  sums: [
    { label: word.payment, as: "number", getValue: ({ sums }) => sums.count },
    { label: word.amount, as: "money", getValue: ({ sums }) => sums.amountFen },
    { label: "其中已到账", as: "money", getValue: ({ sums }) => sums.arrivedFen },
  ],
  selectedSums: ["amountFen"],
  columns: [
    { key: "payNo", title: word.payNo, width: 176, main: true },
    { key: "status", title: word.status, width: 96, as: "tag", dictionary: orderPayStatus },
    { key: "amountFen", title: word.amount, width: 130, as: "money", sort: "amountFen" },
    { key: "payerName", title: word.payer, width: 230, as: "custom", cell: PayerCell },
    { key: "paidAt", title: word.paidAt, width: 180, as: "time", sort: "paidAt" },
    { key: "bankSerialNo", title: word.bankSerialNo, width: 190, as: "copy" },
    {
      key: "orderNo",
      title: word.orderNo,
      width: 176,
      as: "link",
      record: "order",
      getId: (row) => row.orderId,
    },
    companyColumn(word.company, 210),
    { key: "createdAt", title: word.registeredAt, width: 180, as: "time", sort: "createdAt" },
    { key: "bankName", title: word.bankName, width: 160 },
    { key: "method", title: word.payMethod, width: 100, as: "label", dictionary: payMethod },
    { key: "voucherUrl", title: word.voucher, width: 90, as: "custom", cell: VoucherCell },
    { key: "registeredByName", title: word.registeredBy, width: 100 },
    { key: "auditorName", title: word.auditor, width: 100 },
    { key: "auditedAt", title: word.auditedAt, width: 180, as: "time", hidden: true },
    { key: "auditRemark", title: word.auditRemark, width: 180, hidden: true },
  ],
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "流水号 / 付款方 / 回款编号" },
    { kind: "choice", name: "companyId", label: word.company, source: companyChoices },
    { kind: "numbers", min: "minFen", max: "maxFen", label: word.amount, unit: "fen" },
    { kind: "select", name: "method", label: word.payMethod, dictionary: payMethod },
    {
      kind: "select",
      name: "dateField",
      label: word.dateType,
      dictionary: orderPayDateField,
      placeholder: word.registeredAt,
    },
    { kind: "days", from: "from", to: "to", of: "dateField", label: word.date },
  ],
});
