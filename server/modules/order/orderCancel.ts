import type { orderCalls } from "../../../adapters/contract/order.ts";
import { type Call, type Handler, RefusalError } from "../../call.ts";
import type { OrderRecord } from "../../db/schema/order.ts";
import { lockOrder, nextStatus } from "./getOrder.ts";
import { transitionOrder } from "./transitionOrder.ts";

/** Cancels an order that nothing was paid of; with `refundFen` it asks for the money to go back instead. */
export const orderCancel: Handler<typeof orderCalls.orderCancel> = async ({ body }, call) => {
  const { id, version, reason, refundFen } = body;
  const order = await lockOrder(call, id, version);
  if (refundFen !== undefined) return askRefund(call, order, reason, refundFen);
  if (order.status === "pending" && order.paidFen > 0)
    throw new RefusalError("订单当前状态为「部分付款」，已收到款项，请申请退款");
  const status = nextStatus(order, "cancel");
  return transitionOrder(call, order, { kind: "cancel", remark: reason }, { status, closeReason: reason });
};

async function askRefund(call: Call, order: OrderRecord, reason: string, refundFen: number) {
  const status = nextStatus(order, "askRefund");
  if (refundFen !== order.paidFen) throw new RefusalError("退款金额应等于已付金额，仅支持全额退款");
  const { id, name } = call.actor;
  return transitionOrder(
    call,
    order,
    { kind: "askRefund", remark: reason, amountFen: refundFen },
    { status, closeReason: reason, submittedBy: id, submittedByName: name },
  );
}
