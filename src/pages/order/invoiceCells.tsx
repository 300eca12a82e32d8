import type { InvoiceRow } from "../../../adapters/contract/invoice.ts";
import { FileLink } from "../../list/FileLink.tsx";

/** The first order's number, and how many there are. */
export const OrdersCell = ({ orderNos, orderCount }: InvoiceRow) =>
  orderCount > 1 ? `${orderNos.split("、")[0]} 等 ${orderCount} 单` : orderNos;

const renderFileLink = (address: string, label: string) =>
  address === "" ? null : (
    <FileLink url={address} inherit>
      {label}
    </FileLink>
  );

export const FileCell = ({ fileUrl }: InvoiceRow) => renderFileLink(fileUrl, "下载发票");
export const RedFileCell = ({ redFileUrl }: InvoiceRow) => renderFileLink(redFileUrl, "下载红字发票");
