import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { drones } from "../../db/schema/drone.ts";
import { hangars } from "../../db/schema/hangar.ts";
import { users } from "../../db/schema/user.ts";
import { controlZones } from "../../db/schema/zone.ts";
import { distance1e7 } from "../fleet/distance.ts";
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
  const volumes = await forbiddenVolumes(db);
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
        forbidden: nearestOf(volumes, { lat: drone.lat, lon: drone.lng }),
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
  const known = real.filter(({ droneSn }) => droneSn.startsWith(madeUpPrefix)).length;
  return [...real, ...madeUp(real, known, count - real.length)];
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

interface Place {
  readonly lat: number;
  readonly lon: number;
}

/** Middles of the volumes that nobody may enter without leave. */
async function forbiddenVolumes(db: Db): Promise<Place[]> {
  const zones = await db
    .select({
      west: controlZones.west,
      south: controlZones.south,
      east: controlZones.east,
      north: controlZones.north,
    })
    .from(controlZones)
    .where(
      and(
        inArray(controlZones.kind, ["noFly", "limited", "temporary"]),
        eq(controlZones.status, "active"),
        isNull(controlZones.deletedAt),
      ),
    );
  return zones.map(({ west, south, east, north }) => ({ lat: (south + north) / 2, lon: (west + east) / 2 }));
}

/** Farther than this a drone does not get on one battery. */
const reachMetres = 12_000;

function nearestOf(places: readonly Place[], { lat, lon }: Place): Place | undefined {
  const metres = (place: Place) => distance1e7(lat * 1e7, lon * 1e7, place.lat * 1e7, place.lon * 1e7);
  return places.filter((place) => metres(place) <= reachMetres).toSorted((a, b) => metres(a) - metres(b))[0];
}

/** What the serial numbers of made-up drones begin with. */
export const madeUpPrefix = "SIM";

/** Drones for a large fleet, within some 30 km of the companies' own; `known` of them are there already. */
function madeUp(real: readonly SimDrone[], known: number, count: number): SimDrone[] {
  const chance = chanceOf(known + count);
  const made: SimDrone[] = [];
  for (let i = known; i < known + count; i++) {
    const near = real[i % real.length];
    if (!near) break;
    const lat = near.base.lat + (chance() - 0.5) * 0.6;
    const lon = near.base.lon + (chance() - 0.5) * 0.6;
    const airframe = airframeFor(i, false);
    made.push({
      ...near,
      base: { lat, lon, altitude: near.base.altitude, airframe, hangar: false },
      droneSn: `${madeUpPrefix}${String(i + 1).padStart(6, "0")}`,
      hangar: null,
    });
  }
  return made;
}
