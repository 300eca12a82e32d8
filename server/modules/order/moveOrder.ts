import { eq } from "drizzle-orm";
import type { Call } from "../../call.ts";
import { type OrderRecord, orders } from "../../db/schema/order.ts";
import { type OrderEventRecord, orderEvents } from "../../db/schema/orderEvent.ts";
import type { OrderPayRecord } from "../../db/schema/orderPay.ts";
import { changes } from "../changes.ts";
import type { MovedGrant } from "../serviceGrant/grantOrder.ts";

interface Step {
  readonly kind: OrderEventRecord["kind"];
  readonly remark?: string;
  readonly amountFen?: number;
  /** The payment that the step is about, as the audit trail is to know it. */
  readonly pay?: Partial<OrderPayRecord>;
  /** Services of other orders that run at another time since. */
  readonly moved?: readonly MovedGrant[];
}

type Change = Partial<OrderRecord> & Pick<OrderRecord, "status">;

/** Writes what an event has made of an order, adds the step to its history and fills the call's audit row. */
export async function moveOrder(call: Call, order: OrderRecord, step: Step, change: Change) {
  const { db, now, actor } = call;
  const version = order.version + 1;
  const { status } = change;
  await db
    .update(orders)
    .set({ ...change, version, updatedAt: now, ...(status === order.status ? {} : { statusAt: now }) })
    .where(eq(orders.id, order.id));
  await db.insert(orderEvents).values({
    id: call.newId(),
    orderId: order.id,
    at: now,
    kind: step.kind,
    byId: actor.id,
    byName: actor.name,
    remark: step.remark ?? "",
    amountFen: step.amountFen ?? null,
    status,
  });
  const { before, after } = changes(order, change);
  const { pay, moved = [] } = step;
  const besides = { ...(pay && { pay }), ...(moved.length > 0 && { moved }) };
  call.audit({ entityId: order.id, before, after: { ...after, ...besides } });
  return { id: order.id, version, status };
}
