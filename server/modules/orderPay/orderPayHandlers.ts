import { desc, eq } from "drizzle-orm";
import type { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import type { Handlers } from "../../call.ts";
import { orderPays } from "../../db/schema/orderPay.ts";
import { liveOrder } from "../order/liveOrder.ts";
import { keepUpload } from "../upload/keptUpload.ts";
import { signedUploadUrl } from "../upload/signedUpload.ts";
import { orderPayRegister } from "./orderPayRegister.ts";
import { orderPayRow } from "./orderPayRow.ts";
import { orderPayWithdraw } from "./orderPayWithdraw.ts";
import { voucherOf } from "./voucher.ts";

export const orderPayHandlers: Handlers<typeof orderPayCalls> = {
  orderPayForOrder: async ({ params }, call) => {
    const { id } = await liveOrder(call.db, params.id);
    const records = await call.db
      .select()
      .from(orderPays)
      .where(eq(orderPays.orderId, id))
      .orderBy(desc(orderPays.id));
    return records.map((record) => orderPayRow(record, call));
  },
  orderPayRegister,
  orderPayWithdraw,
  orderPayVoucher: {
    prepare: async ({ file }) => {
      const voucher = await voucherOf(file);
      return async (_input, call) => {
        const url = await keepUpload(call, "payment", voucher);
        const previewUrl = signedUploadUrl(call.secretKey, url, call.now);
        return { url, previewUrl, contentType: voucher.contentType };
      };
    },
  },
};
