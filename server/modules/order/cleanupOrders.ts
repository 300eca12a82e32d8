import { and, eq, lte } from "drizzle-orm";
import { orderStatusMachine } from "../../../machines/status/order.ts";
import { writeSystemAudit } from "../../audit/writeAudit.ts";
import type { Db } from "../../db/handle.ts";
import { type OrderRecord, orders } from "../../db/schema/order.ts";
import { orderEvents } from "../../db/schema/orderEvent.ts";
import type { Platform } from "../../platform.ts";
import { dayMs } from "../../records/shanghaiDay.ts";

/** Days after which an order without a payment is cancelled. */
const unpaidTimeoutDays = 30;
/** Orders per run; the next hourly run takes the rest. */
const batchSize = 500;

type CleanupContext = Pick<Platform, "db" | "bus" | "clock" | "newId">;

/** Cancels orders unpaid for 30 days and finishes those whose services have ended. */
export async function cleanupOrders(platform: CleanupContext): Promise<void> {
  const now = platform.clock();
  const isUnpaidTooLong = and(
    eq(orders.status, "pending"),
    eq(orders.paidFen, 0),
    eq(orders.invoiceStatus, "none"),
    lte(orders.statusAt, new Date(now.getTime() - unpaidTimeoutDays * dayMs)),
  );
  await transitionAll(platform, isUnpaidTooLong, "expire", "超过 30 天未付款，系统自动取消");
  await transitionAll(
    platform,
    and(eq(orders.status, "paid"), lte(orders.endAt, now)),
    "finish",
    "服务已全部到期",
  );
}

async function transitionAll(
  platform: CleanupContext,
  condition: ReturnType<typeof and>,
  event: "expire" | "finish",
  reason: string,
): Promise<void> {
  const candidates = await platform.db
    .select({ id: orders.id })
    .from(orders)
    .where(condition)
    .limit(batchSize);
  for (const { id } of candidates) {
    await platform.db.transaction(async (tx) => {
      // Checked again under the lock: another server may be cleaning up, or the order may have been paid meanwhile.
      const [order] = await tx
        .select()
        .from(orders)
        .where(and(eq(orders.id, id), condition))
        .for("update", { skipLocked: true });
      if (order) await transitionOne(platform, tx, order, event, reason);
    });
    platform.bus.publish("records.changed", { kind: "order", ids: [id] });
  }
}

async function transitionOne(
  { clock, newId }: CleanupContext,
  tx: Db,
  order: OrderRecord,
  event: "expire" | "finish",
  reason: string,
): Promise<void> {
  const status = orderStatusMachine.next(order, event);
  if (status === null) return;
  const now = clock();
  const closeReason = event === "expire" ? reason : order.closeReason;
  await tx
    .update(orders)
    .set({ status, statusAt: now, updatedAt: now, version: order.version + 1, closeReason })
    .where(eq(orders.id, order.id));
  await tx.insert(orderEvents).values({
    id: newId(),
    orderId: order.id,
    at: now,
    kind: event,
    remark: reason,
    status,
  });
  await writeSystemAudit(tx, {
    id: newId(),
    at: now,
    summary: reason,
    entity: "order",
    entityId: order.id,
    before: { status: order.status },
    after: { status },
  });
}
