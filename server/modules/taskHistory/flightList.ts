import { eq, gt, gte, isNotNull, like, lte } from "drizzle-orm";
import type * as z from "zod/mini";
import type { taskHistoryCalls } from "../../../adapters/contract/taskHistory.ts";
import { flights } from "../../db/schema/flight.ts";
import { toLikePattern } from "../../list/buildConditions.ts";
import { defineListSource } from "../../list/listSource.ts";
import { buildRegionCondition } from "../region/buildRegionCondition.ts";

export type FlightPageRequest = z.output<typeof taskHistoryCalls.taskHistoryList.body>;
type ExportRequest = z.output<typeof taskHistoryCalls.taskHistoryExport.body>;

const minuteS = 60;

/** The flights that have ended, where most of them are read anyway. */
export const scannedFlightList = defineListSource<FlightPageRequest | ExportRequest>()({
  table: flights,
  id: flights.id,
  createdAt: flights.startedAt,
  baseCondition: isNotNull(flights.endedAt),
  search: flights.search,
  sortable: {
    startedAt: flights.startedAt,
    durationS: flights.durationS,
    distanceM: flights.distanceM,
    maxHeightM: flights.maxHeightM,
  },
  filters: {
    taskId: (value) => eq(flights.taskId, value),
    companyId: (value) => eq(flights.companyId, value),
    kind: (value) => eq(flights.taskKind, value),
    status: (value) => eq(flights.taskStatus, value),
    endReason: (value) => like(flights.endReason, toLikePattern(value)),
    droneSn: (value) => eq(flights.droneSn, value),
    pilotId: (value) => eq(flights.pilotId, value),
    hasVideo: (value) => (value ? gt(flights.videoCount, 0) : eq(flights.videoCount, 0)),
    hasAlarm: (value) => (value ? gt(flights.alarmCount, 0) : eq(flights.alarmCount, 0)),
    regionId: (value) => buildRegionCondition(flights.takeoffRegionId, value),
    minMinutes: (value) => gte(flights.durationS, Math.ceil(value * minuteS)),
    maxMinutes: (value) => lte(flights.durationS, Math.floor(value * minuteS)),
  },
});

/** The flights that have ended, and their export. */
export const flightList: typeof scannedFlightList = { ...scannedFlightList, indexesCharacters: true };
