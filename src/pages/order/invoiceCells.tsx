import type { InvoiceRow } from "../../../adapters/contract/invoice.ts";
import { FileLink } from "../../list/FileLink.tsx";

/** The first order's number, and how many there are. */
export const ordersOf = ({ orderNos, orderCount }: InvoiceRow) =>
  orderCount > 1 ? `${orderNos.split("、")[0]} 等 ${orderCount} 单` : orderNos;

const fileLink = (address: string, label: string) =>
  address === "" ? null : (
    <FileLink address={address} inherit>
      {label}
    </FileLink>
  );

export const fileOf = ({ fileUrl }: InvoiceRow) => fileLink(fileUrl, "下载发票");
export const redFileOf = ({ redFileUrl }: InvoiceRow) => fileLink(redFileUrl, "下载红字发票");
