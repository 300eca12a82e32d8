import type { OrderRecord } from "../../db/schema/order.ts";
import type { OrderEventRecord } from "../../db/schema/orderEvent.ts";
import type { OrderPayRecord } from "../../db/schema/orderPay.ts";
import type { serialNumbers } from "../../db/schema/serialNumber.ts";
import type { ServiceGrantRecord } from "../../db/schema/serviceGrant.ts";
import { serialDay, serialNumber } from "../../modules/order/serialNumber.ts";

/** The rows of seeded orders as they come to be, with the numbers that were given. */
export interface OrderBook {
  readonly orders: OrderRecord[];
  readonly pays: OrderPayRecord[];
  readonly events: OrderEventRecord[];
  readonly grants: ServiceGrantRecord[];
  readonly number: (prefix: string, at: Date) => string;
}

/** Counts numbers by prefix and day, on and on through all books. */
export function numberCounter() {
  const counted = new Map<string, number>();
  return {
    next: (prefix: string, at: Date): string => {
      const key = serialDay(prefix, at);
      const last = (counted.get(key) ?? 0) + 1;
      counted.set(key, last);
      return serialNumber(prefix, at, last);
    },
    rows: (): (typeof serialNumbers.$inferInsert)[] => [...counted].map(([key, last]) => ({ key, last })),
  };
}

/** An empty book. */
export const newBook = (number: OrderBook["number"]): OrderBook => ({
  orders: [],
  pays: [],
  events: [],
  grants: [],
  number,
});
