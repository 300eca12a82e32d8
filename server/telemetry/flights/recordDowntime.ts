import { eq, max } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { alarmEvents } from "../../db/schema/alarm.ts";
import { writeProbes } from "../../db/schema/writeProbe.ts";
import type { FlightRegistry } from "./flightRegistry.ts";
import type { WriteBehind } from "./writeBehind.ts";

/** A restart that takes no longer is no outage: drones are heard at least so often. */
const shortestMs = 3_000;

const signOfLifeId = 2;

/** Notes that the server runs, once a minute and when it stops: where nothing is heard, nothing else would tell. */
export async function storeSignOfLife(db: Db, at: Date): Promise<void> {
  await db
    .insert(writeProbes)
    .values({ id: signOfLifeId, at })
    .onConflictDoUpdate({ target: writeProbes.id, set: { at } });
}

/**
 * Records since when the server was not there to hear the drones whose flights were under way: no gap of theirs in that
 * time is their own. Its last sign of life is one that it stored, their newest sample, or what it last did about an alarm. Call it once the
 * flights are restored.
 */
export async function recordDowntime(
  db: Db,
  { registry, writes }: { readonly registry: FlightRegistry; readonly writes: WriteBehind },
  newId: () => string,
  now: Date,
): Promise<void> {
  const { slots, count, getBySlot, fleet } = registry;
  const heard = [...slots.subarray(0, count())].flatMap((slot) =>
    getBySlot(slot)?.flight ? fleet.getLastAt(slot) : [],
  );
  if (heard.length === 0) return;
  const [{ at } = { at: null }] = await db.select({ at: max(alarmEvents.at) }).from(alarmEvents);
  const [sign] = await db.select().from(writeProbes).where(eq(writeProbes.id, signOfLifeId));
  const lastAlive = Math.max(...heard.filter(Number.isFinite), at?.getTime() ?? 0, sign?.at.getTime() ?? 0);
  const durationMs = now.getTime() - lastAlive;
  if (durationMs > shortestMs)
    writes.insertPlatformEvent({ id: newId(), at: now, kind: "outage", durationMs: Math.round(durationMs) });
}
