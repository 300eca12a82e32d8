import { orderCalls, orderRow } from "../../../adapters/contract/order.ts";

/** What a version conflict of an order answers with: the order as the list has it, without its goods and steps. */
export const orderConflictCall = { ...orderCalls.orderOne, data: orderRow };
