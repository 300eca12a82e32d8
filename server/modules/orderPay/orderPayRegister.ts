import type { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import { type Handler, Refusal } from "../../call.ts";
import { orderPays } from "../../db/schema/orderPay.ts";
import { lockOrder, nextStatus } from "../order/liveOrder.ts";
import { moveOrder } from "../order/moveOrder.ts";
import { nextSerialNumber } from "../order/serialNumber.ts";
import { refusingDuplicates } from "../refusing.ts";
import { keptUpload } from "../upload/keptUpload.ts";
import { sameName } from "./sameName.ts";

const duplicates = {
  order_pays_bank_serial_no_key: "该银行流水号已登记过回款，请核对是否重复登记",
} as const;

/** Clocks of people and servers differ by a few minutes. */
const clockSlackMs = 300_000;

const yuan = (fen: number) => (fen / 100).toFixed(2);

/** Registers a transfer, of all that is due or of a part; it counts once somebody else has audited it. */
export const orderPayRegister: Handler<typeof orderPayCalls.orderPayRegister> = async ({ body }, call) => {
  const { id, version, bankName, bankSerialNo = "", voucherUrl = "" } = body;
  const { db, now, actor } = call;
  const order = await lockOrder(call, id, version);
  const status = nextStatus(order, "register");
  if (order.payMethod !== "bank") throw new Refusal("只有对公转账的订单需要登记回款");
  const dueFen = order.payableFen - order.paidFen;
  const amountFen = body.amountFen ?? dueFen;
  if (amountFen > dueFen) throw new Refusal(`登记金额不能超过待付金额 ${yuan(dueFen)} 元`);
  const paidAt = body.paidAt ? new Date(body.paidAt) : now;
  if (paidAt.getTime() > now.getTime() + clockSlackMs) throw new Refusal("到账时间不能晚于当前时间");
  if (voucherUrl) await keptUpload(db, "payment", voucherUrl, "付款凭证");
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
    payerDiffers: !sameName(payerName, order.companyName),
    voucherUrl,
    paidAt,
    registeredBy: actor.id,
    registeredByName: actor.name,
  };
  await refusingDuplicates(duplicates, () => db.insert(orderPays).values(pay));
  return moveOrder(
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
