import type { companies } from "../../../server/db/schema/company.ts";
import type { drones } from "../../../server/db/schema/drone.ts";
import type { hangars } from "../../../server/db/schema/hangar.ts";
import { buildSearchText } from "../../../server/records/searchText.ts";
import { pickAirframe } from "../../simulator/airframes.ts";
import { getElevation } from "../../simulator/elevations.ts";

type Company = Pick<
  typeof companies.$inferSelect,
  "id" | "name" | "shortName" | "regionId" | "lng" | "lat" | "createdAt"
>;
type HangarInsert = typeof hangars.$inferInsert;
type DroneInsert = typeof drones.$inferInsert;

export interface DeviceSeedContext {
  readonly now: Date;
  readonly newId: () => string;
  readonly random: () => number;
}

const dayMs = 86_400_000;
const roundTenth = (value: number) => Math.round(value * 10) / 10;
const formatSerial = (prefix: string, n: number) => `${prefix}${String(100_001 + n * 37).padStart(8, "0")}`;
const hangarStates = ["idle", "idle", "idle", "idle", "idle", "idle", "idle", "service"] as const;

/** Creates hangars for the companies in turn, within about 1 km of each company. */
export function seedHangars(
  context: DeviceSeedContext,
  owners: readonly Company[],
  count: number,
): HangarInsert[] {
  const { now, newId, random } = context;
  return Array.from({ length: owners.length > 0 ? count : 0 }, (_, n): HangarInsert => {
    const company = getOwner(owners, n);
    const { lng, lat } = jitterPosition(company, random, 0.01);
    const name = `${company.shortName}机场${String(Math.floor(n / owners.length) + 1).padStart(2, "0")}`;
    const sn = formatSerial("7CTDM", n);
    return {
      id: newId(),
      createdAt: company.createdAt,
      updatedAt: now,
      name,
      sn,
      model: "DJI Dock 2",
      companyId: company.id,
      companyName: company.name,
      lng,
      lat,
      altitude: getElevation(company.regionId),
      status: hangarStates[n % hangarStates.length] ?? "idle",
      cover: "closed",
      droneSn: "",
      droneBattery: null,
      windSpeed: roundTenth(1 + random() * 6),
      rainfall: n % 9 === 4 ? roundTenth(random() * 3) : 0,
      temperature: roundTenth(4 + random() * 20),
      lastSeenAt: new Date(now.getTime() - Math.round(random() * 30_000)),
      search: buildSearchText(name, sn),
    };
  });
}

/** Creates drones: first one per hangar, which it enters in the hangar, then drones without one. */
export function seedDrones(
  context: DeviceSeedContext,
  owners: readonly Company[],
  seededHangars: readonly HangarInsert[],
  count: number,
): DroneInsert[] {
  const { now, newId, random } = context;
  return Array.from({ length: owners.length > 0 ? count : 0 }, (_, n): DroneInsert => {
    const hangar = seededHangars[n];
    const company = hangar
      ? (owners.find(({ id }) => id === hangar.companyId) ?? getOwner(owners, n))
      : getOwner(owners, n * 7);
    const airframe = pickAirframe(n, hangar !== undefined);
    const sn = formatSerial("1581F6Q8D", n);
    const place = hangar ? { lng: hangar.lng, lat: hangar.lat } : jitterPosition(company, random, 0.03);
    if (hangar) Object.assign(hangar, { droneSn: sn, droneBattery: 100 });
    const name = `${company.shortName}${String(n + 1).padStart(3, "0")}号机`;
    const registrationNo = `UAS${String(10_000_000 + n * 7_919).padStart(8, "0")}`;
    return {
      id: newId(),
      createdAt: company.createdAt,
      updatedAt: now,
      name,
      sn,
      model: airframe.model,
      uavClass: airframe.uavClass,
      registrationNo,
      companyId: company.id,
      companyName: company.name,
      hangarId: hangar?.id ?? null,
      status: n % 15 === 14 ? "offline" : "online",
      ...place,
      lastSeenAt: new Date(now.getTime() - (n % 15 === 14 ? 3 * dayMs : Math.round(random() * 60_000))),
      search: buildSearchText(name, sn, registrationNo),
    };
  });
}

function getOwner(owners: readonly Company[], n: number): Company {
  const company = owners[n % owners.length];
  if (!company) throw new Error("There is at least one company");
  return company;
}

/** A random place within `degrees` of the company. */
function jitterPosition(
  { lng, lat }: Company,
  random: () => number,
  degrees: number,
): { lng: number; lat: number } {
  const jitter = (value: number | null) =>
    Math.round(((value ?? 0) + (random() - 0.5) * 2 * degrees) * 1e6) / 1e6;
  return { lng: jitter(lng), lat: jitter(lat) };
}
