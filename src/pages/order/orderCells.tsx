import { type OrderRow, orderStatus } from "../../../adapters/contract/order.ts";
import type { OrderPayRow } from "../../../adapters/contract/orderPay.ts";
import { orderStatusMachine } from "../../../machines/status/order.ts";
import { FileLink } from "../../list/FileLink.tsx";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { StatusTag } from "../../ui/StatusTag.tsx";

/** An amount in words; `-` where it is kept from the role. */
export const formatAmount = (fen: number | null): string => (fen === null ? "-" : formatMoney(fen));

/** The status as a tag, 部分付款 where something is paid and the rest is due. */
export function StatusCell(row: OrderRow) {
  const color = orderStatus.options.find(({ value }) => value === row.status)?.color ?? "gray";
  return <StatusTag label={orderStatusMachine.label(row)} color={color} />;
}

/** What is still due in fen; null where amounts are kept from the role, 0 for an order that is over. */
export function getDueFen({ status, payableFen, paidFen }: OrderRow): number | null {
  if (payableFen === null || paidFen === null) return null;
  return status === "pending" || status === "auditing" ? payableFen - paidFen : 0;
}

/** What is still due, and how much of it waits for its audit. */
export function DueCell(row: OrderRow) {
  const pendingHint = row.pendingFen ? `其中 ${formatAmount(row.pendingFen)} 已登记，待审核` : undefined;
  return <span title={pendingHint}>{formatAmount(getDueFen(row))}</span>;
}

export const RatioCell = ({ channelRatio }: OrderRow) => `${channelRatio}%`;

/** The contract's file, which opens beside the console. */
export const ContractCell = ({ contractUrl }: OrderRow) => renderFileLink(contractUrl, "查看合同");

/** A payment's voucher, which opens beside the console. */
export const VoucherCell = ({ voucherUrl }: OrderPayRow) => renderFileLink(voucherUrl, "查看凭证");

function renderFileLink(address: string, text: string) {
  if (address === "") return null;
  return (
    <FileLink url={address} inherit>
      {text}
    </FileLink>
  );
}
