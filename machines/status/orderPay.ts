import { createStatusMachine } from "./createStatusMachine.ts";

/** A registered payment awaits audit; a confirmed one can be refunded. */
export const orderPayStatusMachine = createStatusMachine("orderPayStatus", "pending", {
  pending: { label: "待审核", on: { confirm: "confirmed", reject: "rejected", close: "closed" } },
  confirmed: { label: "已到账", on: { refund: "refunded" } },
  rejected: { label: "已驳回", on: {} },
  closed: { label: "已关闭", on: {} },
  refunded: { label: "已退款", on: {} },
});
