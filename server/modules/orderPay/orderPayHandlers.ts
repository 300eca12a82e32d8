import { desc, eq } from "drizzle-orm";
import type { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import type { Handlers } from "../../call.ts";
import { orderPays } from "../../db/schema/orderPay.ts";
import { getOrder } from "../order/getOrder.ts";
import { saveUpload } from "../upload/saveUpload.ts";
import { signUploadUrl } from "../upload/signedUploadUrl.ts";
import { orderPayRegister } from "./orderPayRegister.ts";
import { toOrderPayRow } from "./orderPayRow.ts";
import { orderPayWithdraw } from "./orderPayWithdraw.ts";
import { processVoucher } from "./processVoucher.ts";

export const orderPayHandlers: Handlers<typeof orderPayCalls> = {
  orderPayForOrder: async ({ params }, call) => {
    const { id } = await getOrder(call.db, params.id);
    const records = await call.db
      .select()
      .from(orderPays)
      .where(eq(orderPays.orderId, id))
      .orderBy(desc(orderPays.id));
    return records.map((record) => toOrderPayRow(record, call));
  },
  orderPayRegister,
  orderPayWithdraw,
  orderPayVoucher: {
    prepare: async ({ file }) => {
      const voucher = await processVoucher(file);
      return async (_input, call) => {
        const url = await saveUpload(call, "payment", voucher);
        const previewUrl = signUploadUrl(call.secretKey, url, call.now);
        return { url, previewUrl, contentType: voucher.contentType };
      };
    },
  },
};
