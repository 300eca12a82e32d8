import type { OrderRecord } from "../../../server/db/schema/order.ts";
import type { OrderEventRecord } from "../../../server/db/schema/orderEvent.ts";
import type { OrderPayRecord } from "../../../server/db/schema/orderPay.ts";
import type { serialNumbers } from "../../../server/db/schema/serialNumber.ts";
import type { ServiceGrantRecord } from "../../../server/db/schema/serviceGrant.ts";
import { formatSerialNumber, getSerialKey } from "../../../server/modules/order/serialNumber.ts";

/** Rows of seeded orders, with a generator of serial numbers. */
export interface OrderRows {
  readonly orders: OrderRecord[];
  readonly pays: OrderPayRecord[];
  readonly events: OrderEventRecord[];
  readonly grants: ServiceGrantRecord[];
  readonly nextNumber: (prefix: string, at: Date) => string;
}

/** Counts serial numbers by prefix and day, through all batches of rows. */
export function createNumberCounter() {
  const counted = new Map<string, number>();
  return {
    next: (prefix: string, at: Date): string => {
      const key = getSerialKey(prefix, at);
      const last = (counted.get(key) ?? 0) + 1;
      counted.set(key, last);
      return formatSerialNumber(prefix, at, last);
    },
    rows: (): (typeof serialNumbers.$inferInsert)[] => [...counted].map(([key, last]) => ({ key, last })),
  };
}

export const createOrderRows = (nextNumber: OrderRows["nextNumber"]): OrderRows => ({
  orders: [],
  pays: [],
  events: [],
  grants: [],
  nextNumber,
});
