import type { OrderDetail, OrderRow } from "../../../adapters/contract/order.ts";
import { orderStatus, unpaidStatuses } from "../../../adapters/contract/orderEvent.ts";
import type { OrderPayRow } from "../../../adapters/contract/orderPay.ts";
import { FileLink } from "../../list/FileLink.tsx";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { formatPercent } from "../../ui/format/formatPercent.ts";

/** Whether the row is the full order, with items and events, instead of the list's copy. */
export const isOrderDetail = (row: OrderRow): row is OrderDetail => "items" in row && "events" in row;

/** Formats an amount; `-` if hidden from the role. */
export const formatAmount = (fen: number | null): string => (fen === null ? "-" : formatMoney(fen));

/** The unpaid amount in fen; null if hidden from the role or of a status that is not known, 0 for a closed order. */
export function getDueFen({ status, payableFen, paidFen }: OrderRow): number | null {
  if (payableFen === null || paidFen === null || !orderStatus.options.some(({ value }) => value === status))
    return null;
  return unpaidStatuses.includes(status) ? payableFen - paidFen : 0;
}

/** The unpaid amount, with the part that awaits its audit as tooltip. */
export function DueCell(row: OrderRow) {
  const pendingHint = row.pendingFen ? `其中 ${formatAmount(row.pendingFen)} 已登记，待审核` : undefined;
  return <span title={pendingHint}>{formatAmount(getDueFen(row))}</span>;
}

export const RatioCell = ({ channelRatio }: OrderRow) => formatPercent(channelRatio);

/** Links to the contract file. */
export const ContractCell = ({ contractUrl }: OrderRow) => renderFileLink(contractUrl, "查看合同");

/** Links to a payment's voucher. */
export const VoucherCell = ({ voucherUrl }: OrderPayRow) => renderFileLink(voucherUrl, "查看凭证");

/** Links to the voucher of a refund. */
export const RefundVoucherCell = ({ refundVoucherUrl }: OrderRow) =>
  renderFileLink(refundVoucherUrl, "查看凭证");

function renderFileLink(url: string, text: string) {
  if (url === "") return null;
  return (
    <FileLink url={url} inherit>
      {text}
    </FileLink>
  );
}
