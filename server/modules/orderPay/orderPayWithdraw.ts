import type { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import { type Handler, Refusal } from "../../call.ts";
import { lockOrder, nextStatus } from "../order/liveOrder.ts";
import { moveOrder } from "../order/moveOrder.ts";
import { closePay, named, pendingPay } from "./payAudit.ts";

/** Takes a registration back before its audit; only who submitted it may. */
export const orderPayWithdraw: Handler<typeof orderPayCalls.orderPayWithdraw> = async ({ body }, call) => {
  const order = await lockOrder(call, body.id, body.version);
  const status = nextStatus(order, "withdraw");
  if (order.submittedBy !== call.actor.id)
    throw new Refusal(`只有登记人${order.submittedByName}可以撤回，财务人员可以驳回`);
  const pay = await pendingPay(call.db, order.id);
  if (pay) await closePay(call, pay);
  return moveOrder(
    call,
    order,
    { kind: "withdraw", amountFen: pay?.amountFen ?? 0, ...(pay && { pay: named(pay) }) },
    { status, pendingFen: 0, submittedBy: null, submittedByName: "" },
  );
};
