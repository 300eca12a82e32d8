import { desc, inArray } from "drizzle-orm";
import type { invoiceCalls } from "../../../adapters/contract/invoice.ts";
import type { Handlers } from "../../call.ts";
import { orders } from "../../db/schema/order.ts";
import { exportHandler } from "../exportJob/exportHandler.ts";
import { orderRow } from "../order/orderRow.ts";
import { keepUpload } from "../upload/keptUpload.ts";
import { signedUploadUrl } from "../upload/signedUpload.ts";
import { invoiceApply } from "./invoiceApply.ts";
import { invoiceCancel } from "./invoiceCancel.ts";
import { invoiceRejected, invoiceUpdateNo } from "./invoiceDecide.ts";
import { orderIdsOf } from "./invoicedOrders.ts";
import { invoiceFileOf } from "./invoiceFile.ts";
import { invoicePage } from "./invoicePage.ts";
import { invoiceDetail } from "./invoiceRow.ts";
import { liveInvoice, lockInvoice } from "./liveInvoice.ts";
import { moveInvoice } from "./moveInvoice.ts";

export const invoiceHandlers: Handlers<typeof invoiceCalls> = {
  invoiceApply,
  invoicePageList: invoicePage,
  invoiceDetail: async ({ params }, call) => {
    const invoice = await liveInvoice(call.db, params.id);
    return invoiceDetail(invoice, await orderIdsOf(call.db, invoice.id), call);
  },
  invoiceOrders: async ({ params }, call) => {
    const { id } = await liveInvoice(call.db, params.id);
    const records = await call.db
      .select()
      .from(orders)
      .where(inArray(orders.id, await orderIdsOf(call.db, id)))
      .orderBy(desc(orders.id));
    return records.map((record) => orderRow(record, call));
  },
  invoiceRejected,
  invoiceCancel,
  invoiceUpdateNo,
  invoiceUpdateRemark: async ({ body }, call) =>
    moveInvoice(call, await lockInvoice(call, body.id, body.version), { remark: body.remark }),
  invoiceFile: async ({ file }, call) => {
    const checked = invoiceFileOf(file);
    const url = await keepUpload(call, "invoice", checked);
    const previewUrl = signedUploadUrl(call.secretKey, url, call.now);
    return { url, previewUrl, contentType: checked.contentType };
  },
  invoiceExport: exportHandler("invoiceExport"),
};
