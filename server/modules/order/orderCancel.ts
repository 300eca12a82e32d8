import type { orderCalls } from "../../../adapters/contract/order.ts";
import { findRefundAmountError } from "../../../adapters/contract/refundAmount.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Call, EndpointInput, Handler } from "../../call.ts";
import type { OrderRecord } from "../../db/schema/order.ts";
import { RefusalError } from "../../errors.ts";
import { ValidationError } from "../../http/validationError.ts";
import { assertUploadExists } from "../upload/saveUpload.ts";
import { getNextStatus, lockOrder } from "./getOrder.ts";
import { transitionOrder } from "./transitionOrder.ts";

type Cancel = typeof orderCalls.orderCancel;
type Request = EndpointInput<Cancel>["body"];

/** Cancels an unpaid order; with `refundFen` it requests a refund instead. */
export const orderCancel: Handler<Cancel> = async ({ body }, call) => {
  const { reason, refundFen } = body;
  const order = await lockOrder(call, body, () => (refundFen === undefined ? "cancel" : "askRefund"));
  if (refundFen !== undefined) return askRefund(call, order, { ...body, refundFen });
  if (order.status === "pending" && order.paidFen > 0)
    throw new RefusalError("订单当前状态为「部分付款」，已收到款项，请申请退款");
  const status = getNextStatus(order, "cancel");
  return transitionOrder(call, order, { kind: "cancel", remark: reason }, { status, closeReason: reason });
};

async function askRefund(call: Call, order: OrderRecord, request: Request & { readonly refundFen: number }) {
  const status = getNextStatus(order, "askRefund");
  const { reason, refundFen, refundPayee = "", refundBank = "", refundAccount = "" } = request;
  const { refundVoucherUrl = "" } = request;
  const leftFen = order.paidFen - order.refundFen;
  const amountError = findRefundAmountError(order, refundFen);
  if (amountError !== null) throw new ValidationError([{ path: "refundFen", message: amountError }]);
  const isPartOfTransfer = refundFen < leftFen && order.payMethod === "bank";
  if (isPartOfTransfer && [refundPayee, refundBank, refundAccount].includes(""))
    throw new RefusalError("部分退款请填写收款户名、开户行和账号");
  if (refundVoucherUrl) await assertUploadExists(call.db, "payment", refundVoucherUrl, word.refundVoucher);
  const { id, name } = call.actor;
  // A later request overwrites what the order holds of this one.
  const payee = [refundPayee, refundBank, refundAccount].filter((text) => text !== "").join(" ");
  return transitionOrder(
    call,
    order,
    {
      kind: "askRefund",
      remark: payee === "" ? reason : `${reason}；退至 ${payee}`,
      amountFen: refundFen,
      voucherUrl: refundVoucherUrl,
    },
    {
      status,
      closeReason: reason,
      refundAskFen: refundFen,
      refundPayee,
      refundBank,
      refundAccount,
      refundVoucherUrl,
      submittedBy: id,
      submittedByName: name,
    },
  );
}
