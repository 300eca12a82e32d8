import { insertAll } from "../../server/db/insertAll.ts";
import { drones } from "../../server/db/schema/drone.ts";
import { buildSearchText } from "../../server/records/searchText.ts";
import type { LivePlatform } from "../../server/telemetry/liveService.ts";
import { simulatedPrefix } from "./loadSimDrones.ts";
import type { SimDrone } from "./simDrone.ts";

/** Inserts the generated drones of a large fleet into the drone table; existing rows stay unchanged. */
export async function insertSimulated(
  { db, clock, newId }: Pick<LivePlatform, "db" | "clock" | "newId">,
  fleet: readonly SimDrone[],
): Promise<void> {
  const simulated = fleet.filter(({ droneSn }) => droneSn.startsWith(simulatedPrefix));
  if (simulated.length === 0) return;
  const existing = new Set((await db.select({ sn: drones.sn }).from(drones)).map(({ sn }) => sn));
  const now = clock();
  const rows = simulated
    .filter(({ droneSn }) => !existing.has(droneSn))
    .map((drone) => toDroneRow(drone, newId(), now));
  await insertAll(db, drones, rows);
}

function toDroneRow({ base, droneSn, company }: SimDrone, id: string, now: Date): typeof drones.$inferInsert {
  const number = droneSn.replace(/^\D+/, "");
  const name = `${company.shortName}仿真${number}号机`;
  const registrationNo = `UAS9${number}`;
  return {
    id,
    createdAt: now,
    updatedAt: now,
    name,
    sn: droneSn,
    model: base.airframe.model,
    uavClass: base.airframe.uavClass,
    registrationNo,
    companyId: company.id,
    companyName: company.name,
    hangarId: null,
    status: "online",
    lng: base.lon,
    lat: base.lat,
    lastSeenAt: now,
    search: buildSearchText(name, droneSn, registrationNo),
  };
}
