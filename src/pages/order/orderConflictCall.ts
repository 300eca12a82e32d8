import * as z from "zod/mini";
import { orderCalls, orderRow } from "../../../adapters/contract/order.ts";
import { type OrderEventName, orderStatusMachine } from "../../../machines/status/order.ts";

/** A version conflict of an order returns the list row, without items and events. */
export const orderConflictCall = { ...orderCalls.orderOne, data: orderRow };

/**
 * The same for an event of an order. A row whose event somebody else has made impossible does not parse: saving again
 * would not help, so that the form shows the server's refusal instead of the other's changes.
 */
export const eventConflictCall = (event: OrderEventName) => ({
  ...orderCalls.orderOne,
  data: orderRow.check(z.refine((row) => orderStatusMachine.next(row, event) !== null)),
});
