import { and, asc, eq, isNull, like } from "drizzle-orm";
import type { DeviceRow, deviceCalls } from "../../../adapters/contract/device.ts";
import type { Handlers } from "../../call.ts";
import { drones } from "../../db/schema/drone.ts";
import { hangars } from "../../db/schema/hangar.ts";
import { containing } from "../../list/conditions.ts";

export const deviceHandlers: Handlers<typeof deviceCalls> = {
  deviceList: async ({ query: { kind, companyId, keyword } }, { db }) => {
    const conditions = (table: typeof drones | typeof hangars) =>
      and(
        isNull(table.deletedAt),
        companyId ? eq(table.companyId, companyId) : undefined,
        keyword ? like(table.search, containing(keyword)) : undefined,
      );
    const wanted = (one: DeviceRow["kind"]) => kind === undefined || kind === one;
    const ofHangars = wanted("hangar")
      ? await db.select().from(hangars).where(conditions(hangars)).orderBy(asc(hangars.name), asc(hangars.id))
      : [];
    const ofDrones = wanted("drone")
      ? await db.select().from(drones).where(conditions(drones)).orderBy(asc(drones.name), asc(drones.id))
      : [];
    return [...ofHangars.map(hangarRow), ...ofDrones.map(droneRow)];
  },
};

type HangarRecord = typeof hangars.$inferSelect;
type DroneRecord = typeof drones.$inferSelect;

const common = (record: HangarRecord | DroneRecord) => ({
  id: record.id,
  version: record.version,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
  name: record.name,
  sn: record.sn,
  model: record.model,
  companyId: record.companyId,
  companyName: record.companyName,
  lng: record.lng,
  lat: record.lat,
  lastSeenAt: record.lastSeenAt?.toISOString() ?? null,
});

const hangarRow = (record: HangarRecord): DeviceRow => ({
  ...common(record),
  kind: "hangar",
  uavClass: null,
  registrationNo: "",
  hangarId: null,
  status: record.status === "fault" ? "fault" : record.status === "offline" ? "offline" : "online",
  hangar: {
    status: record.status,
    cover: record.cover,
    altitude: record.altitude,
    droneSn: record.droneSn,
    droneBattery: record.droneBattery,
    windSpeed: record.windSpeed,
    rainfall: record.rainfall,
    temperature: record.temperature,
  },
});

const droneRow = (record: DroneRecord): DeviceRow => ({
  ...common(record),
  kind: "drone",
  uavClass: record.uavClass,
  registrationNo: record.registrationNo,
  hangarId: record.hangarId,
  status: record.status,
  hangar: null,
});
