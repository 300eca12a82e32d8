import { eq } from "drizzle-orm";
import type { Db } from "../../../server/db/handle.ts";
import { boxes } from "../../../server/db/schema/box.ts";
import { deviceOwners } from "../../../server/db/schema/deviceOwner.ts";
import { drones } from "../../../server/db/schema/drone.ts";
import { hangars } from "../../../server/db/schema/hangar.ts";
import { plusModules } from "../../../server/db/schema/plus.ts";
import { assertFound, createRecordNumbers } from "../fixtures/records.ts";

interface Owner {
  readonly id: string;
  readonly name: string;
}

const fixedDate = new Date("2026-01-05T02:00:00.000Z");
const timestamps = { createdAt: fixedDate, updatedAt: fixedDate };
const nextRecord = createRecordNumbers("82");
const toHex = (turn: number) => turn.toString(16).toUpperCase().padStart(2, "0");

/** Inserts a box, unbound or bound to a company with an entry in its ownership history. */
export async function insertBox(
  db: Db,
  owner: Owner | null,
  fields: Partial<typeof boxes.$inferInsert> = {},
) {
  const { id, turn } = nextRecord();
  const bound = owner ? { companyId: owner.id, companyName: owner.name } : {};
  const [record] = await db
    .insert(boxes)
    .values({
      ...timestamps,
      id,
      name: `测试云盒${turn}`,
      nameOrder: `ce shi yun he ${turn}`,
      mac: `60:60:1F:80:${toHex(turn >> 8)}:${toHex(turn % 256)}`,
      sn: `BOX${turn}`,
      model: "AC-Box 1",
      search: `测试云盒${turn}\u001fbox${turn}`,
      ...bound,
      ...fields,
    })
    .returning();
  if (owner) {
    const ownership = { id: nextRecord().id, deviceId: id, companyId: owner.id, companyName: owner.name };
    await db.insert(deviceOwners).values({ ...ownership, boundAt: fixedDate });
  }
  return assertFound(record);
}

/** Inserts a company's hangar, by default idle. */
export async function insertHangar(db: Db, owner: Owner, fields: Partial<typeof hangars.$inferInsert> = {}) {
  const { id, turn } = nextRecord();
  const [record] = await db
    .insert(hangars)
    .values({
      ...timestamps,
      id,
      name: `测试机场${turn}`,
      sn: `HANGAR${turn}`,
      model: "DJI Dock 2",
      companyId: owner.id,
      companyName: owner.name,
      lng: 113.9,
      lat: 22.5,
      altitude: 30,
      status: "idle",
      cover: "closed",
      windSpeed: 2.5,
      rainfall: 0,
      temperature: 21,
      lastSeenAt: fixedDate,
      search: `测试机场${turn}\u001fhangar${turn}`,
      ...fields,
    })
    .returning();
  return assertFound(record);
}

/** Inserts a company's drone. */
export async function insertDrone(db: Db, owner: Owner, fields: Partial<typeof drones.$inferInsert> = {}) {
  const { id, turn } = nextRecord();
  const [record] = await db
    .insert(drones)
    .values({
      ...timestamps,
      id,
      name: `测试无人机${turn}`,
      sn: `DRONE${turn}`,
      model: "DJI Matrice 3TD",
      uavClass: "light",
      registrationNo: `UAS${turn}`,
      companyId: owner.id,
      companyName: owner.name,
      status: "online",
      lng: 113.9,
      lat: 22.5,
      search: `测试无人机${turn}\u001fdrone${turn}`,
      ...fields,
    })
    .returning();
  return assertFound(record);
}

/** Inserts a module of a box. */
export async function insertPlusModule(
  db: Db,
  boxId: string,
  fields: Partial<typeof plusModules.$inferInsert> = {},
) {
  const { id, turn } = nextRecord();
  const [record] = await db
    .insert(plusModules)
    .values({ ...timestamps, id, boxId, name: `模块${turn}`, kind: "rtk", sn: `PLUS${turn}`, ...fields })
    .returning();
  return assertFound(record);
}

export const readBox = async (db: Db, id: string) =>
  assertFound((await db.select().from(boxes).where(eq(boxes.id, id)))[0]);
export const readHangar = async (db: Db, id: string) =>
  assertFound((await db.select().from(hangars).where(eq(hangars.id, id)))[0]);
export const readDrone = async (db: Db, id: string) =>
  assertFound((await db.select().from(drones).where(eq(drones.id, id)))[0]);
