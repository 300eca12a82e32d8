import { type Caller, mayCall } from "../../adapters/contract/mayCall.ts";
import { orderCalls } from "../../adapters/contract/order.ts";

/** What a staff member may see of a record. */
export interface Viewer {
  readonly canSeeAmounts: boolean;
}

/** The right to see orders includes amounts. Phone numbers are masked for every role and revealed one at a time. */
export const toViewer = (actor: Caller): Viewer => ({
  canSeeAmounts: mayCall(actor, orderCalls.orderPageList),
});
