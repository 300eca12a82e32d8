import { desc, eq } from "drizzle-orm";
import type { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import type { Handlers } from "../../call.ts";
import { orderPays } from "../../db/schema/orderPay.ts";
import { uploads } from "../../db/schema/upload.ts";
import { liveOrder } from "../order/liveOrder.ts";
import { signedUploadUrl } from "../upload/signedUpload.ts";
import { randomUploadId, uploadUrl } from "../upload/uploadUrl.ts";
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
        const id = randomUploadId(call.randomBytes);
        const row = { id, ...voucher, createdAt: call.now, createdBy: call.actor.id, confidential: true };
        await call.db.insert(uploads).values(row);
        const { contentType, bytes } = voucher;
        call.audit({ entityId: id, after: { contentType, size: bytes.length } });
        const url = uploadUrl(id);
        return { url, previewUrl: signedUploadUrl(call.secretKey, url, call.now), contentType };
      };
    },
  },
};
