import { type OrderRow, orderStatus } from "../../../adapters/contract/order.ts";
import type { OrderPayRow } from "../../../adapters/contract/orderPay.ts";
import { orderStatusMachine } from "../../../machines/status/order.ts";
import { FileLink } from "../../list/FileLink.tsx";
import { formatMoney } from "../../ui/format/money.ts";
import { StatusTag } from "../../ui/StatusTag.tsx";

/** An amount in words; `-` where it is kept from the role. */
export const money = (fen: number | null): string => (fen === null ? "-" : formatMoney(fen));

/** The status as a tag, 部分付款 where something is paid and the rest is due. */
export function statusOf(row: OrderRow) {
  const color = orderStatus.options.find(({ value }) => value === row.status)?.color ?? "gray";
  return <StatusTag label={orderStatusMachine.label(row)} color={color} />;
}

/** What is still due in fen; null where amounts are kept from the role, 0 for an order that is over. */
export function dueFen({ status, payableFen, paidFen }: OrderRow): number | null {
  if (payableFen === null || paidFen === null) return null;
  return status === "pending" || status === "auditing" ? payableFen - paidFen : 0;
}

/** What is still due, and how much of it waits for its audit. */
export function dueOf(row: OrderRow) {
  const waiting = row.pendingFen ? `其中 ${money(row.pendingFen)} 已登记，待审核` : undefined;
  return <span title={waiting}>{money(dueFen(row))}</span>;
}

export const ratioOf = ({ channelRatio }: OrderRow) => `${channelRatio}%`;

/** The contract's file, which opens beside the console. */
export const contractOf = ({ contractUrl }: OrderRow) => fileLink(contractUrl, "查看合同");

/** A payment's voucher, which opens beside the console. */
export const voucherOf = ({ voucherUrl }: OrderPayRow) => fileLink(voucherUrl, "查看凭证");

function fileLink(address: string, text: string) {
  if (address === "") return null;
  return (
    <FileLink address={address} inherit>
      {text}
    </FileLink>
  );
}
