import { and, arrayContains, asc, count, eq, isNull, ne, sql } from "drizzle-orm";
import { createIdGenerator } from "../../createIdGenerator.ts";
import type { Db } from "../../db/handle.ts";
import { insertAll } from "../../db/insertAll.ts";
import { boxes } from "../../db/schema/box.ts";
import { companies } from "../../db/schema/company.ts";
import { deviceOwners } from "../../db/schema/deviceOwner.ts";
import { drones } from "../../db/schema/drone.ts";
import { plusModules } from "../../db/schema/plus.ts";
import { staff } from "../../db/schema/staff.ts";
import { createSeededRandom } from "../../telemetry/simulator/seededRandom.ts";
import { createBoxFleet } from "./createBoxFleet.ts";

export const demoBoxCount = 80;

const seed = 20_261_120;
/** Below the numbers of the other demo data, so that no two ids meet. */
const seedProcess = 1021;
const maxOwners = 40;

/**
 * Gives the demo companies cloud boxes with modules, owners and histories, their drones a box to talk through, and
 * counts the boxes of every company. The same for the same `now` and companies; does nothing where there are boxes
 * already.
 */
export async function seedBoxes(db: Db, now: Date, boxCount = demoBoxCount): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [{ known = 0 } = {}] = await tx.select({ known: count() }).from(boxes);
    if (known > 0) return false;
    const owners = await tx
      .select()
      .from(companies)
      .where(and(isNull(companies.deletedAt), eq(companies.status, "normal")))
      .orderBy(asc(companies.id))
      .limit(maxOwners);
    if (owners.length === 0) return true;
    const context = {
      now,
      newId: createIdGenerator(() => now, seedProcess),
      random: createSeededRandom(seed),
    };
    const maintainers = await listMaintainers(tx);
    const fleet = createBoxFleet({ ...context, maintainers }, owners, boxCount);
    await insertAll(tx, boxes, fleet.boxes);
    await insertAll(tx, plusModules, fleet.modules);
    await insertAll(tx, deviceOwners, fleet.owners);
    await linkDrones(tx);
    await updateBoxCounts(tx);
    return true;
  });
}

async function listMaintainers(db: Db): Promise<string[]> {
  const people = await db
    .select({ name: staff.name })
    .from(staff)
    .where(arrayContains(staff.roles, ["maintainer"]))
    .orderBy(asc(staff.id));
  return people.length > 0 ? people.map(({ name }) => name) : ["系统"];
}

/** Every drone that flies from the field talks through the first box of its company. */
async function linkDrones(db: Db): Promise<void> {
  const first = sql`(select min(${boxes.id}) from ${boxes} where ${boxes.companyId} = ${drones.companyId})`;
  await db.update(drones).set({ boxId: first }).where(isNull(drones.hangarId));
}

/** How many boxes each company has. */
async function updateBoxCounts(db: Db): Promise<void> {
  const counted = sql`(select count(*)::int from ${boxes} where ${boxes.companyId} = ${companies.id})`;
  await db.update(companies).set({ boxCount: counted }).where(ne(companies.boxCount, counted));
}
