import { and, eq, isNull, ne } from "drizzle-orm";
import { RefusalError } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { drones } from "../../db/schema/drone.ts";
import { hangars } from "../../db/schema/hangar.ts";
import { requireRecord } from "../refusals.ts";

interface DroneAssignment {
  readonly hangarId: string;
  readonly companyId: string;
  readonly droneSn: string;
}

/** Refuses a drone that is not of the hangar's company, or that lives in another hangar. */
export async function assertOwnDrone(
  db: Db,
  { hangarId, companyId, droneSn }: DroneAssignment,
): Promise<void> {
  if (droneSn === "") return;
  const [drone] = await db
    .select()
    .from(drones)
    .where(and(eq(drones.sn, droneSn), isNull(drones.deletedAt)))
    .for("update");
  const { companyId: owner, companyName } = requireRecord(drone, "无人机");
  if (owner !== companyId)
    throw new RefusalError(`无人机 ${droneSn} 属于「${companyName}」，只能选择同一企业的无人机`);
  const [otherHangar] = await db
    .select({ name: hangars.name })
    .from(hangars)
    .where(and(eq(hangars.droneSn, droneSn), ne(hangars.id, hangarId), isNull(hangars.deletedAt)));
  if (otherHangar)
    throw new RefusalError(`无人机 ${droneSn} 已在机场「${otherHangar.name}」中，请先从那里移出`);
}

/** Has the drones say the same as the hangar of who lives in it. */
export async function assignDrone(db: Db, { hangarId, droneSn }: DroneAssignment, now: Date): Promise<void> {
  await db.update(drones).set({ hangarId: null, updatedAt: now }).where(eq(drones.hangarId, hangarId));
  if (droneSn !== "")
    await db
      .update(drones)
      .set({ hangarId, updatedAt: now })
      .where(and(eq(drones.sn, droneSn), isNull(drones.deletedAt)));
}
