import type { companies } from "../../db/schema/company.ts";
import type { drones } from "../../db/schema/drone.ts";
import type { hangars } from "../../db/schema/hangar.ts";
import { searchText } from "../../modules/pinyinOrder.ts";
import { airframeFor } from "../../telemetry/simulator/airframes.ts";
import { elevations } from "./elevations.ts";

type Company = Pick<
  typeof companies.$inferSelect,
  "id" | "name" | "shortName" | "regionId" | "lng" | "lat" | "createdAt"
>;
type HangarInsert = typeof hangars.$inferInsert;
type DroneInsert = typeof drones.$inferInsert;

export interface DeviceFrame {
  readonly now: Date;
  readonly newId: () => string;
  readonly chance: () => number;
}

const dayMs = 86_400_000;
const rounded = (value: number) => Math.round(value * 10) / 10;
const serial = (prefix: string, n: number) => `${prefix}${String(100_001 + n * 37).padStart(8, "0")}`;
const hangarStates = ["idle", "idle", "idle", "idle", "idle", "idle", "idle", "service"] as const;

/** Hangars, one a company in turn, some hundred metres from its seat. */
export function seedHangars(frame: DeviceFrame, owners: readonly Company[], count: number): HangarInsert[] {
  const { now, newId, chance } = frame;
  return Array.from({ length: owners.length > 0 ? count : 0 }, (_, n): HangarInsert => {
    const company = ownerOf(owners, n);
    const { lng, lat } = near(company, chance, 0.01);
    const name = `${company.shortName}机场${String(Math.floor(n / owners.length) + 1).padStart(2, "0")}`;
    const sn = serial("7CTDM", n);
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
      altitude: elevations[company.regionId.slice(0, 2)] ?? 50,
      status: hangarStates[n % hangarStates.length] ?? "idle",
      cover: "closed",
      droneSn: "",
      droneBattery: null,
      windSpeed: rounded(1 + chance() * 6),
      rainfall: n % 9 === 4 ? rounded(chance() * 3) : 0,
      temperature: rounded(4 + chance() * 20),
      lastSeenAt: new Date(now.getTime() - Math.round(chance() * 30_000)),
      search: searchText(name, sn),
    };
  });
}

/** Drones: first one for each hangar, then those that pilots take to the field. Enters the first in their hangars. */
export function seedDrones(
  frame: DeviceFrame,
  owners: readonly Company[],
  homes: readonly HangarInsert[],
  count: number,
): DroneInsert[] {
  const { now, newId, chance } = frame;
  return Array.from({ length: owners.length > 0 ? count : 0 }, (_, n): DroneInsert => {
    const home = homes[n];
    const company = home
      ? (owners.find(({ id }) => id === home.companyId) ?? ownerOf(owners, n))
      : ownerOf(owners, n * 7);
    const airframe = airframeFor(n, home !== undefined);
    const sn = serial("1581F6Q8D", n);
    const place = home ? { lng: home.lng, lat: home.lat } : near(company, chance, 0.03);
    if (home) Object.assign(home, { droneSn: sn, droneBattery: 100 });
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
      hangarId: home?.id ?? null,
      status: n % 15 === 14 ? "offline" : "online",
      ...place,
      lastSeenAt: new Date(now.getTime() - (n % 15 === 14 ? 3 * dayMs : Math.round(chance() * 60_000))),
      search: searchText(name, sn, registrationNo),
    };
  });
}

function ownerOf(owners: readonly Company[], n: number): Company {
  const company = owners[n % owners.length];
  if (!company) throw new Error("There is at least one company");
  return company;
}

/** A place within so many degrees of the company's seat. */
function near({ lng, lat }: Company, chance: () => number, degrees: number): { lng: number; lat: number } {
  const beside = (value: number | null) =>
    Math.round(((value ?? 0) + (chance() - 0.5) * 2 * degrees) * 1e6) / 1e6;
  return { lng: beside(lng), lat: beside(lat) };
}
