import { eq } from "drizzle-orm";
import type { Call } from "../../call.ts";
import { type OrderRecord, orders } from "../../db/schema/order.ts";
import { type OrderEventRecord, orderEvents } from "../../db/schema/orderEvent.ts";
import type { OrderPayRecord } from "../../db/schema/orderPay.ts";
import { diffFields } from "../../records/diffFields.ts";
import type { RescheduledGrant } from "../serviceGrant/grantOrder.ts";

interface OrderEventInput {
  readonly kind: OrderEventRecord["kind"];
  readonly remark?: string;
  readonly amountFen?: number;
  readonly voucherUrl?: string;
  /** The payment of the event, for the audit trail. */
  readonly pay?: Partial<OrderPayRecord>;
  /** Grants of other orders that were moved. */
  readonly rescheduledGrants?: readonly RescheduledGrant[];
}

type OrderPatch = Partial<OrderRecord> & Pick<OrderRecord, "status">;

/** Writes an order's changed fields, adds the event to its history and fills the call's audit row. */
export async function transitionOrder(
  call: Call,
  order: OrderRecord,
  event: OrderEventInput,
  patch: OrderPatch,
) {
  const { db, now, actor } = call;
  const version = order.version + 1;
  const { status } = patch;
  await db
    .update(orders)
    .set({ ...patch, version, updatedAt: now, ...(status === order.status ? {} : { statusAt: now }) })
    .where(eq(orders.id, order.id));
  await db.insert(orderEvents).values({
    id: call.newId(),
    orderId: order.id,
    at: now,
    kind: event.kind,
    byId: actor.id,
    byName: actor.name,
    remark: event.remark ?? "",
    amountFen: event.amountFen ?? null,
    voucherUrl: event.voucherUrl ?? "",
    status,
  });
  const { before, after } = diffFields(order, patch);
  const { pay, rescheduledGrants = [] } = event;
  const extraFields = {
    ...(pay && { pay }),
    ...(rescheduledGrants.length > 0 && { moved: rescheduledGrants }),
  };
  call.audit({ entityId: order.id, before, after: { ...after, ...extraFields } });
  return { id: order.id, version, status };
}
