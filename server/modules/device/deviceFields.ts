import type { BoxRecord } from "../../db/schema/box.ts";
import type { drones } from "../../db/schema/drone.ts";
import type { HangarRecord } from "../../db/schema/hangar.ts";

export type DroneRecord = typeof drones.$inferSelect;

/** The fields that hangars, drones and boxes share in replies. */
export const toDeviceFields = (record: HangarRecord | DroneRecord | BoxRecord) => ({
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

/** A position in WGS-84 degrees as an export has it; empty if it is not known. */
export const formatPlace = ({ lng, lat }: { readonly lng: number | null; readonly lat: number | null }) =>
  lng === null || lat === null ? "" : `${lng.toFixed(6)}, ${lat.toFixed(6)}`;
