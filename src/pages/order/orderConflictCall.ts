import { orderCalls, orderRow } from "../../../adapters/contract/order.ts";

/** A version conflict of an order returns the list row, without items and events. */
export const orderConflictCall = { ...orderCalls.orderOne, data: orderRow };
