import type { AlarmRow } from "../../adapters/contract/alarm.ts";
import type { AlarmRecord } from "../db/schema/alarm.ts";
import { buildSearchText } from "../records/searchText.ts";

/** The text in which keywords are searched, as `alarmNames` declares it. */
export const toAlarmSearch = (
  alarm: Pick<
    AlarmRecord,
    "taskNo" | "taskName" | "companyName" | "droneSn" | "hangarName" | "zoneName" | "lineName" | "place"
  >,
): string =>
  buildSearchText(
    alarm.taskNo,
    alarm.taskName,
    alarm.companyName,
    alarm.droneSn,
    alarm.hangarName,
    alarm.zoneName,
    alarm.lineName,
    alarm.place,
  );

const toIso = (instant: Date | null) => instant?.toISOString() ?? null;

/** An alarm as the contract has it. */
export const toAlarmRow = (alarm: AlarmRecord): AlarmRow => ({
  id: alarm.id,
  version: alarm.version,
  createdAt: alarm.createdAt.toISOString(),
  updatedAt: alarm.updatedAt.toISOString(),
  kind: alarm.kind,
  priority: alarm.priority,
  state: alarm.state,
  taskId: alarm.taskId,
  flightId: alarm.flightId,
  taskNo: alarm.taskNo,
  taskName: alarm.taskName,
  companyId: alarm.companyId,
  companyName: alarm.companyName,
  droneSn: alarm.droneSn,
  hangarId: alarm.hangarId,
  hangarName: alarm.hangarName,
  zoneId: alarm.zoneId,
  zoneName: alarm.zoneName,
  lineName: alarm.lineName,
  place: alarm.place,
  lng: alarm.lng,
  lat: alarm.lat,
  regionId: alarm.regionId,
  raisedAt: alarm.raisedAt.toISOString(),
  lastAt: alarm.lastAt.toISOString(),
  count: alarm.count,
  acknowledgedByName: alarm.acknowledgedByName,
  acknowledgedAt: toIso(alarm.acknowledgedAt),
  shelvedUntil: toIso(alarm.shelvedUntil),
  shelveReason: alarm.shelveReason,
  shelvedByName: alarm.shelvedByName,
  suppressedBy: alarm.suppressedBy,
  noDataSince: toIso(alarm.noDataSince),
  clearedAt: toIso(alarm.clearedAt),
  closedAt: toIso(alarm.closedAt),
  closedAs: alarm.closedAs,
  closedByName: alarm.closedByName,
  closeNote: alarm.closeNote,
  values: alarm.values,
});
