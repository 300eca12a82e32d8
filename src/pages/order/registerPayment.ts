import * as z from "zod/mini";
import * as f from "../../../adapters/contract/fields.ts";
import type { OrderRow } from "../../../adapters/contract/order.ts";
import {
  bankSerialNo,
  orderPayCalls,
  voucherMaxBytes,
  voucherTypes,
} from "../../../adapters/contract/orderPay.ts";
import { findPayAmountError } from "../../../adapters/contract/payAmount.ts";
import { uploadUrl } from "../../../adapters/contract/upload.ts";
import * as word from "../../../adapters/contract/words.ts";
import { orderStatusMachine } from "../../../machines/status/order.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { formatTime } from "../../ui/format/formatTime.ts";
import { formatAmount, getDueFen } from "./orderCells.tsx";
import { eventConflictCall } from "./orderConflictCall.ts";

/** Fields that are optional in the contract but required for a transfer. */
const transferSchemas = {
  amountFen: z.int(word.exactToFen).check(z.minimum(1, word.aboveZero)),
  bankSerialNo: bankSerialNo.check(z.minLength(1, "请输入银行流水号")),
  payerName: f.name(2, 60),
  paidAt: f.instant,
  voucherUrl: uploadUrl,
};

/** Why the typed amount is more than what is due; nothing is asked of a role that may not see amounts. */
function findTypedAmountError(row: OrderRow, typed: unknown): string | null {
  const dueFen = getDueFen(row);
  return dueFen === null ? null : findPayAmountError(dueFen, Math.round(Number(typed) * 100));
}

/** Registers a transfer of the full or a partial amount; it counts once another user has audited it. */
export const registerPayment: RowAction<OrderRow> = {
  name: "register",
  label: word.registerPayment,
  call: orderPayCalls.orderPayRegister,
  isApplicable: (row) => orderStatusMachine.next(row, "register") !== null,
  // Another platform may not tell how an order is paid.
  refusal: ({ payMethod }) =>
    payMethod === "alipay" || payMethod === "wechat" ? "只有对公转账的订单需要登记回款" : null,
  form: actionForm({
    name: "order-register",
    title: ({ orderNo }: OrderRow) => `登记回款 ${orderNo}`,
    call: orderPayCalls.orderPayRegister,
    detailCall: eventConflictCall("register"),
    container: "drawer",
    submitLabel: word.register,
    consequence: (row) =>
      `${row.companyName}：应付 ${formatAmount(row.payableFen)}，已付 ${formatAmount(row.paidFen)}，待付 ${formatAmount(getDueFen(row))}。登记后由财务审核，通过才算到账。`,
    fields: [
      {
        kind: "money",
        name: "amountFen",
        label: word.paidAmount,
        hint: "默认为全部待付金额，分次到账可改小",
      },
      { kind: "moment", name: "paidAt", label: word.paidAt },
      { kind: "text", name: "bankName", label: word.bankName, placeholder: "如：招商银行深圳分行" },
      { kind: "text", name: "bankSerialNo", label: word.bankSerialNo },
      {
        kind: "text",
        name: "payerName",
        label: word.payer,
        hint: "与企业名称不一致的视为代付，财务审核时须核实",
        wide: true,
      },
      {
        kind: "file",
        name: "voucherUrl",
        label: word.paymentVoucher,
        upload: orderPayCalls.orderPayVoucher,
        accept: voucherTypes,
        maxBytes: voucherMaxBytes,
        hint: "PNG、JPEG、WebP 或 PDF，不超过 10 MB",
        wide: true,
      },
    ],
    schemas: transferSchemas,
    checks: { amountFen: (row, values) => findTypedAmountError(row, values["amountFen"]) },
    getInitialValues: (row) => ({
      amountFen: (getDueFen(row) ?? 0) / 100,
      payerName: row.companyName,
      paidAt: formatTime(new Date().toISOString()),
    }),
    args: ({ id, version }, values, requestId) => ({ body: { id, version, ...values, requestId } }),
  }),
};
