import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { drones } from "../../db/schema/drone.ts";
import { hangars } from "../../db/schema/hangar.ts";
import { users } from "../../db/schema/user.ts";
import { airframeFor, airframeOf } from "./airframes.ts";
import { chanceOf } from "./chance.ts";
import type { SimDrone } from "./simDrone.ts";

/** The first drones of the database with their people; beyond them made-up ones around the same companies. */
export async function loadSimDrones(db: Db, count: number): Promise<SimDrone[]> {
  const records = await db
    .select({ drone: drones, hangar: hangars, company: companies })
    .from(drones)
    .innerJoin(companies, eq(companies.id, drones.companyId))
    .leftJoin(hangars, eq(hangars.id, drones.hangarId))
    .where(isNull(drones.deletedAt))
    .orderBy(asc(drones.id))
    .limit(count);
  const owners = [...new Set(records.map(({ company }) => company.id))];
  const pilots = await pilotsOf(db, owners);
  const real = records.map(({ drone, hangar, company }): SimDrone => {
    const staff = pilots.get(company.id) ?? [];
    const pilot = staff[Number(BigInt(drone.id) % BigInt(Math.max(1, staff.length)))];
    return {
      base: {
        lat: drone.lat,
        lon: drone.lng,
        altitude: hangar?.altitude ?? 60,
        airframe: airframeOf(drone.model),
        hangar: hangar !== null,
      },
      droneSn: drone.sn,
      company,
      pilot: {
        id: pilot?.id ?? null,
        name: pilot?.name ?? company.contact,
        phone: pilot?.phoneNumber ?? company.phone,
      },
      hangar: hangar ? { id: hangar.id, name: hangar.name } : null,
    };
  });
  return [...real, ...madeUp(real, count - real.length)];
}

async function pilotsOf(db: Db, companyIds: readonly string[]) {
  const people = await db
    .select({ id: users.id, name: users.name, phoneNumber: users.phoneNumber, companyId: users.companyId })
    .from(users)
    .where(
      and(
        inArray(users.companyId, [...companyIds]),
        inArray(users.role, ["pilot", "owner"]),
        isNull(users.deletedAt),
      ),
    )
    .orderBy(asc(users.id));
  return Map.groupBy(people, ({ companyId }) => companyId);
}

/** Drones for a large fleet, within some 30 km of the companies' own. */
function madeUp(real: readonly SimDrone[], count: number): SimDrone[] {
  const chance = chanceOf(count);
  const made: SimDrone[] = [];
  for (let i = 0; i < count; i++) {
    const near = real[i % real.length];
    if (!near) break;
    const lat = near.base.lat + (chance() - 0.5) * 0.6;
    const lon = near.base.lon + (chance() - 0.5) * 0.6;
    const airframe = airframeFor(i, false);
    made.push({
      ...near,
      base: { ...near.base, lat, lon, airframe, hangar: false },
      droneSn: `SIM${String(i + 1).padStart(6, "0")}`,
      hangar: null,
    });
  }
  return made;
}
