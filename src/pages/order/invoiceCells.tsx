import { Anchor } from "@mantine/core";
import type { InvoiceRow } from "../../../adapters/contract/invoice.ts";

/** The first order's number, and how many there are. */
export const ordersOf = ({ orderNos, orderCount }: InvoiceRow) =>
  orderCount > 1 ? `${orderNos.split("、")[0]} 等 ${orderCount} 单` : orderNos;

const fileLink = (address: string, label: string) =>
  address === "" ? null : (
    <Anchor href={address} target="_blank" rel="noreferrer" inherit>
      {label}
    </Anchor>
  );

export const fileOf = ({ fileUrl }: InvoiceRow) => fileLink(fileUrl, "下载发票");
export const redFileOf = ({ redFileUrl }: InvoiceRow) => fileLink(redFileUrl, "下载红字发票");
