import { and, eq, gt, isNull, type SQL } from "drizzle-orm";
import { orderWaitMs, type SpokenOrder, spokenOrder } from "../../adapters/contract/duty.ts";
import { type FlightPhase, flightPhase } from "../../adapters/contract/flight.ts";
import type { Db } from "../db/handle.ts";
import { spokenOrders } from "../db/schema/duty.ts";
import type { Platform } from "../platform.ts";
import { getPhase } from "../telemetry/flights/flightPhases.ts";
import type { FlightRegistry } from "../telemetry/flights/flightRegistry.ts";
import { appendDutyLog, type DutyLogEntry, findShiftOf, readTaskPlace } from "./dutyLog.ts";

export type SpokenOrderRecord = typeof spokenOrders.$inferSelect;

/** Phases in which a drone does what was asked for. */
const executingPhases: Readonly<Record<SpokenOrder, readonly FlightPhase[]>> = {
  return: ["returning", "landing", "landed"],
  hover: ["hover"],
  land: ["landing", "forcedLanding", "landed"],
};

const watchIntervalMs = 1_000;
/** An order that has not been executed for so long is no longer watched. */
const watchMs = 30 * 60_000;

/** Compares the orders that were given by voice with what the drones do. */
export interface OrderWatch {
  /** Reads the orders that were waiting when the server stopped. */
  readonly restore: () => Promise<void>;
  /** Marks orders as executed or not seen, by the phases that the drones tell now. */
  readonly advance: () => Promise<void>;
  /** Restores, then advances once a second. */
  readonly start: () => Promise<void>;
  readonly stop: () => void;
}

type Ports = Pick<Platform, "db" | "bus" | "clock" | "newId" | "onError">;

/** @param registry the open flights, whose phases are compared */
export function createOrderWatch(
  { db, bus, clock, newId, onError }: Ports,
  registry: FlightRegistry,
): OrderWatch {
  const watched = new Map<string, SpokenOrderRecord>();
  const read = async (condition: SQL) => {
    const records = await db
      .select()
      .from(spokenOrders)
      .where(and(condition, isNull(spokenOrders.executedAt)));
    for (const record of records) watched.set(record.id, record);
  };
  const unsubscribe = bus.subscribe("duty.orderGiven", ({ orderId }) => {
    read(eq(spokenOrders.id, orderId)).catch((error: unknown) => onError(error, "spoken order"));
  });

  const findPhase = ({ taskId }: SpokenOrderRecord): FlightPhase | undefined => {
    const open = registry.getByTask(taskId);
    return open?.flight ? getPhase(registry.fleet, open.slot) : undefined;
  };

  let timer: NodeJS.Timeout | undefined;
  let isAdvancing = false;

  const restore = () => read(gt(spokenOrders.at, new Date(clock().getTime() - watchMs)));
  const advance = async () => {
    if (isAdvancing) return;
    isAdvancing = true;
    try {
      // Entries that are removed or replaced while it runs are not visited again.
      for (const order of watched.values()) await advanceOrder(order, clock());
    } finally {
      isAdvancing = false;
    }
  };
  const advanceOrder = async (order: SpokenOrderRecord, now: Date) => {
    const phase = findPhase(order);
    const age = now.getTime() - order.at.getTime();
    const asked = `${spokenOrder.label(order.order)}（${order.toWhom}）`;
    const entry = { id: newId(), at: now };
    if (phase && executingPhases[order.order].includes(phase)) {
      const text = `${asked}已执行：${flightPhase.label(phase)}`;
      await markOrder(db, order, { executedAt: now }, { ...entry, kind: "orderExecuted", text });
      watched.delete(order.id);
    } else if (age >= watchMs) watched.delete(order.id);
    else if (age >= orderWaitMs && !order.notSeenAt) {
      const text = `${asked}${orderWaitMs / 1_000} 秒未见执行`;
      await markOrder(db, order, { notSeenAt: now }, { ...entry, kind: "orderNotSeen", text });
      watched.set(order.id, { ...order, notSeenAt: now });
    }
  };

  return {
    restore,
    advance,
    start: async () => {
      await restore();
      timer ??= setInterval(() => {
        advance().catch((error: unknown) => onError(error, "spoken orders"));
      }, watchIntervalMs);
    },
    stop: () => {
      clearInterval(timer);
      unsubscribe();
    },
  };
}

type Mark = Pick<Partial<SpokenOrderRecord>, "executedAt" | "notSeenAt">;

/** Stores what became of an order, with its entry in the log. */
function markOrder(
  db: Db,
  { id, taskId, taskNo, droneSn, alarmId, byId }: SpokenOrderRecord,
  mark: Mark,
  entry: Pick<DutyLogEntry, "id" | "at" | "kind" | "text">,
): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.update(spokenOrders).set(mark).where(eq(spokenOrders.id, id));
    const shift = await findShiftOf(tx, byId, await readTaskPlace(tx, taskId));
    await appendDutyLog(tx, { ...entry, taskId, taskNo, droneSn, alarmId }, shift);
  });
}
