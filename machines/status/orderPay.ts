import { orderPayStatus } from "../../adapters/contract/orderPay.ts";
import { createStatusMachine } from "./createStatusMachine.ts";

/** A registered payment awaits audit; a confirmed one can be refunded. */
export const orderPayStatusMachine = createStatusMachine("orderPayStatus", "pending", orderPayStatus, {
  pending: { confirm: "confirmed", reject: "rejected", close: "closed" },
  confirmed: { refund: "refunded" },
  rejected: {},
  closed: {},
  refunded: {},
});
