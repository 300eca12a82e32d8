import { desc, inArray } from "drizzle-orm";
import type { invoiceCalls } from "../../../adapters/contract/invoice.ts";
import type { Handlers } from "../../call.ts";
import { orders } from "../../db/schema/order.ts";
import { createExportHandler } from "../exportJob/createExportHandler.ts";
import { toOrderRow } from "../order/orderRow.ts";
import { saveUpload } from "../upload/saveUpload.ts";
import { signUploadUrl } from "../upload/signedUploadUrl.ts";
import { getInvoice, lockInvoice } from "./getInvoice.ts";
import { invoiceApply } from "./invoiceApply.ts";
import { invoiceCancel } from "./invoiceCancel.ts";
import { invoiceRejected, invoiceUpdateNo } from "./invoiceDecide.ts";
import { getInvoiceOrderIds } from "./invoiceOrders.ts";
import { invoicePage } from "./invoicePage.ts";
import { toInvoiceDetail } from "./invoiceRow.ts";
import { parseInvoiceFile } from "./parseInvoiceFile.ts";
import { transitionInvoice } from "./transitionInvoice.ts";

export const invoiceHandlers: Handlers<typeof invoiceCalls> = {
  invoiceApply,
  invoicePageList: invoicePage,
  invoiceDetail: async ({ params }, call) => {
    const invoice = await getInvoice(call.db, params.id);
    return toInvoiceDetail(invoice, await getInvoiceOrderIds(call.db, invoice.id), call);
  },
  invoiceOrders: async ({ params }, call) => {
    const { id } = await getInvoice(call.db, params.id);
    const records = await call.db
      .select()
      .from(orders)
      .where(inArray(orders.id, await getInvoiceOrderIds(call.db, id)))
      .orderBy(desc(orders.id));
    return records.map((record) => toOrderRow(record, call));
  },
  invoiceRejected,
  invoiceCancel,
  invoiceUpdateNo,
  invoiceUpdateRemark: async ({ body }, call) =>
    transitionInvoice(call, await lockInvoice(call, body.id, body.version), { remark: body.remark }),
  invoiceFile: async ({ file }, call) => {
    const parsed = parseInvoiceFile(file);
    const url = await saveUpload(call, "invoice", parsed);
    const previewUrl = signUploadUrl(call.secretKey, url, call.now);
    return { url, previewUrl, contentType: parsed.contentType };
  },
  invoiceExport: createExportHandler("invoiceExport"),
};
