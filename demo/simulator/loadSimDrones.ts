import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "../../server/db/handle.ts";
import { companies } from "../../server/db/schema/company.ts";
import { drones } from "../../server/db/schema/drone.ts";
import { hangars } from "../../server/db/schema/hangar.ts";
import { users } from "../../server/db/schema/user.ts";
import { controlZones } from "../../server/db/schema/zone.ts";
import { haversineDistance } from "../../server/telemetry/fleet/haversineDistance.ts";
import { findAirframe, pickAirframe } from "./airframes.ts";
import { getElevation } from "./elevations.ts";
import { createSeededRandom } from "./seededRandom.ts";
import type { SimDrone } from "./simDrone.ts";

/** Loads the database's first drones with their pilots; generates more around the same companies up to `count`. */
export async function loadSimDrones(db: Db, count: number): Promise<SimDrone[]> {
  const records = await db
    .select({ drone: drones, hangar: hangars, company: companies })
    .from(drones)
    .innerJoin(companies, eq(companies.id, drones.companyId))
    .leftJoin(hangars, eq(hangars.id, drones.hangarId))
    // A drone without a place was registered for real flights.
    .where(and(isNull(drones.deletedAt), isNotNull(drones.lat), isNotNull(drones.lng)))
    .orderBy(asc(drones.id))
    .limit(count);
  const volumes = await loadForbiddenVolumes(db);
  const owners = [...new Set(records.map(({ company }) => company.id))];
  const pilots = await loadPilots(db, owners);
  const real = records.map(({ drone, hangar, company }): SimDrone => {
    const companyPilots = pilots.get(company.id) ?? [];
    const pilot = companyPilots[Number(BigInt(drone.id) % BigInt(Math.max(1, companyPilots.length)))];
    return {
      base: {
        lat: drone.lat ?? 0,
        lon: drone.lng ?? 0,
        altitude: hangar?.altitude ?? getElevation(company.regionId),
        airframe: findAirframe(drone.model),
        hangar: hangar !== null,
        forbidden: findNearest(volumes, { lat: drone.lat ?? 0, lon: drone.lng ?? 0 }),
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
  const simulatedCount = real.filter(({ droneSn }) => droneSn.startsWith(simulatedPrefix)).length;
  return [...real, ...createSimulatedDrones(real, simulatedCount, count - real.length)];
}

async function loadPilots(db: Db, companyIds: readonly string[]) {
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

interface LatLon {
  readonly lat: number;
  readonly lon: number;
}

/** Loads the centres of all zones that need a permission to enter. */
async function loadForbiddenVolumes(db: Db): Promise<LatLon[]> {
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

/** The farthest a drone gets on one battery. */
const maxReachM = 12_000;

function findNearest(places: readonly LatLon[], { lat, lon }: LatLon): LatLon | undefined {
  const distanceTo = (place: LatLon) =>
    haversineDistance(lat * 1e7, lon * 1e7, place.lat * 1e7, place.lon * 1e7);
  return places
    .filter((place) => distanceTo(place) <= maxReachM)
    .toSorted((a, b) => distanceTo(a) - distanceTo(b))[0];
}

/** Prefix of generated serial numbers. */
export const simulatedPrefix = "SIM";

/** Generates drones within about 30 km of the real ones; the first `existingCount` numbers are taken. */
function createSimulatedDrones(real: readonly SimDrone[], existingCount: number, count: number): SimDrone[] {
  const random = createSeededRandom(existingCount + count);
  const created: SimDrone[] = [];
  for (let i = existingCount; i < existingCount + count; i++) {
    const neighbour = real[i % real.length];
    if (!neighbour) break;
    const lat = neighbour.base.lat + (random() - 0.5) * 0.6;
    const lon = neighbour.base.lon + (random() - 0.5) * 0.6;
    const airframe = pickAirframe(i, false);
    created.push({
      ...neighbour,
      base: { lat, lon, altitude: neighbour.base.altitude, airframe, hangar: false },
      droneSn: `${simulatedPrefix}${String(i + 1).padStart(6, "0")}`,
      hangar: null,
    });
  }
  return created;
}
