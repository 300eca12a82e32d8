import type { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import { type Handler, RefusalError } from "../../call.ts";
import { lockOrder, nextStatus } from "../order/getOrder.ts";
import { transitionOrder } from "../order/transitionOrder.ts";
import { closePay, findPendingPay, toPayRef } from "./payAudit.ts";

/** Takes a registration back before its audit; only who submitted it may. */
export const orderPayWithdraw: Handler<typeof orderPayCalls.orderPayWithdraw> = async ({ body }, call) => {
  const order = await lockOrder(call, body.id, body.version);
  const status = nextStatus(order, "withdraw");
  if (order.submittedBy !== call.actor.id)
    throw new RefusalError(`只有登记人${order.submittedByName}可以撤回，财务人员可以驳回`);
  const pay = await findPendingPay(call.db, order.id);
  if (pay) await closePay(call, pay);
  return transitionOrder(
    call,
    order,
    { kind: "withdraw", amountFen: pay?.amountFen ?? 0, ...(pay && { pay: toPayRef(pay) }) },
    { status, pendingFen: 0, submittedBy: null, submittedByName: "" },
  );
};
