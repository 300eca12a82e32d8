import { eq, isNull } from "drizzle-orm";
import type * as z from "zod/mini";
import type { HangarRow, hangarCalls } from "../../../adapters/contract/hangar.ts";
import { type HangarRecord, hangars } from "../../db/schema/hangar.ts";
import { defineListSource } from "../../list/listSource.ts";
import { toDeviceFields } from "../device/deviceFields.ts";

/** The list of hangars. */
export const hangarList = defineListSource<z.output<typeof hangarCalls.hangarList.body>>()({
  table: hangars,
  id: hangars.id,
  createdAt: hangars.createdAt,
  baseCondition: isNull(hangars.deletedAt),
  search: hangars.search,
  sortable: {
    createdAt: hangars.createdAt,
    updatedAt: hangars.updatedAt,
    sn: hangars.sn,
    status: hangars.status,
    droneBattery: hangars.droneBattery,
    windSpeed: hangars.windSpeed,
    lastSeenAt: hangars.lastSeenAt,
  },
  filters: {
    companyId: (value) => eq(hangars.companyId, value),
    status: (value) => eq(hangars.status, value),
    cover: (value) => eq(hangars.cover, value),
  },
});

/** A hangar's last reported state; its weather is unknown before the first report. */
export const toHangarState = (record: HangarRecord) => ({
  status: record.status,
  cover: record.cover,
  altitude: record.altitude,
  droneSn: record.droneSn,
  droneBattery: record.droneBattery,
  windSpeed: record.lastSeenAt && record.windSpeed,
  rainfall: record.lastSeenAt && record.rainfall,
  temperature: record.lastSeenAt && record.temperature,
});

/** A hangar as lists and details show it. */
export const toHangarRow = (record: HangarRecord): HangarRow => ({
  ...toDeviceFields(record),
  // A hangar always has a company and a position.
  companyId: record.companyId,
  lng: record.lng,
  lat: record.lat,
  ...toHangarState(record),
});
