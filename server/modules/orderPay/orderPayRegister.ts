import type { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import { type Handler, RefusalError } from "../../call.ts";
import { orderPays } from "../../db/schema/orderPay.ts";
import { lockOrder, nextStatus } from "../order/getOrder.ts";
import { nextSerialNumber } from "../order/serialNumber.ts";
import { transitionOrder } from "../order/transitionOrder.ts";
import { handleUniqueViolation } from "../refusals.ts";
import { assertUploadExists } from "../upload/saveUpload.ts";
import { isSameName } from "./isSameName.ts";

const duplicateMessages = {
  order_pays_bank_serial_no_key: "该银行流水号已登记过回款，请核对是否重复登记",
} as const;

/** Clocks of people and servers differ by a few minutes. */
const clockToleranceMs = 300_000;

const formatYuan = (fen: number) => (fen / 100).toFixed(2);

/** Registers a transfer, of all that is due or of a part; it counts once somebody else has audited it. */
export const orderPayRegister: Handler<typeof orderPayCalls.orderPayRegister> = async ({ body }, call) => {
  const { id, version, bankName, bankSerialNo = "", voucherUrl = "" } = body;
  const { db, now, actor } = call;
  const order = await lockOrder(call, id, version);
  const status = nextStatus(order, "register");
  if (order.payMethod !== "bank") throw new RefusalError("只有对公转账的订单需要登记回款");
  const dueFen = order.payableFen - order.paidFen;
  const amountFen = body.amountFen ?? dueFen;
  if (amountFen > dueFen) throw new RefusalError(`登记金额不能超过待付金额 ${formatYuan(dueFen)} 元`);
  const paidAt = body.paidAt ? new Date(body.paidAt) : now;
  if (paidAt.getTime() > now.getTime() + clockToleranceMs) throw new RefusalError("到账时间不能晚于当前时间");
  if (voucherUrl) await assertUploadExists(db, "payment", voucherUrl, "付款凭证");
  const payerName = body.payerName || order.companyName;
  const pay = {
    id: call.newId(),
    createdAt: now,
    updatedAt: now,
    orderId: id,
    payNo: await nextSerialNumber(db, "ZF", now),
    method: order.payMethod,
    bankName,
    bankSerialNo,
    amountFen,
    payerName,
    payerDiffers: !isSameName(payerName, order.companyName),
    voucherUrl,
    paidAt,
    registeredBy: actor.id,
    registeredByName: actor.name,
  };
  await handleUniqueViolation(duplicateMessages, () => db.insert(orderPays).values(pay));
  return transitionOrder(
    call,
    order,
    {
      kind: "register",
      amountFen,
      pay,
      remark: `${bankName}${bankSerialNo ? `，流水号 ${bankSerialNo}` : ""}`,
    },
    { status, pendingFen: amountFen, submittedBy: actor.id, submittedByName: actor.name },
  );
};
