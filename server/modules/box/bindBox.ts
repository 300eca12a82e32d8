import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { type Call, RefusalError } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import type { BoxRecord } from "../../db/schema/box.ts";
import { companies } from "../../db/schema/company.ts";
import { drones } from "../../db/schema/drone.ts";
import { tasks } from "../../db/schema/task.ts";
import { endOwnership, startOwnership } from "../device/deviceOwners.ts";
import type { NewOwner } from "../device/lockNewOwner.ts";

interface OwnerFields {
  readonly companyId: string | null;
  readonly companyName: string;
}

/** Makes the box a company's, with an entry in its history; answers with what its record then holds. */
export async function bindBox(call: Call, boxId: string, company: NewOwner): Promise<OwnerFields> {
  await updateBoxCount(call.db, company.id, 1);
  await startOwnership(call, boxId, company);
  return { companyId: company.id, companyName: company.name };
}

/**
 * Takes the box from its company, which stays in its history; what talked through it no longer does. Refused while a
 * flight that needs it is planned or in the air.
 */
export async function unbindBox(call: Call, record: BoxRecord): Promise<OwnerFields> {
  const { db } = call;
  const boxDrones = new QueryBuilder()
    .select({ sn: drones.sn })
    .from(drones)
    .where(eq(drones.boxId, record.id));
  const [openTask] = await db
    .select({ taskNo: tasks.taskNo })
    .from(tasks)
    .where(
      and(
        inArray(tasks.status, ["planned", "running"]),
        isNull(tasks.deletedAt),
        inArray(tasks.droneSn, boxDrones),
      ),
    )
    .limit(1);
  if (openTask) throw new RefusalError(`云盒下的设备有未结束的任务 ${openTask.taskNo}，请在任务结束后解绑`);
  await db.update(drones).set({ boxId: null, updatedAt: call.now }).where(eq(drones.boxId, record.id));
  if (record.companyId !== null) {
    await endOwnership(call, record);
    await updateBoxCount(db, record.companyId, -1);
  }
  return { companyId: null, companyName: "" };
}

/** Keeps the company's count of boxes as one comes or goes. */
async function updateBoxCount(db: Db, companyId: string, difference: 1 | -1): Promise<void> {
  await db
    .update(companies)
    .set({ boxCount: sql`${companies.boxCount} + ${difference}` })
    .where(eq(companies.id, companyId));
}
