import type { LiveState } from "../../../adapters/contract/sample.ts";
import type { TaskRow } from "../../../adapters/contract/task.ts";
import { maskPhone } from "../../records/maskPhone.ts";
import type { TaskRecord } from "../../telemetry/flights/openTasks.ts";

const toIso = (at: Date | null) => at?.toISOString() ?? null;

/** A task as lists show it, with the live state of its flight. */
export const toTaskRow = (record: TaskRecord, last: LiveState | null): TaskRow => ({
  id: record.id,
  version: record.version,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
  taskNo: record.taskNo,
  name: record.name,
  kind: record.kind,
  status: record.status,
  companyId: record.companyId,
  companyName: record.companyName,
  pilotId: record.pilotId,
  pilotName: record.pilotName,
  pilotPhone: maskPhone(record.pilotPhone),
  backupPhone: maskPhone(record.backupPhone),
  droneSn: record.droneSn,
  droneModel: record.droneModel,
  hangarId: record.hangarId,
  hangarName: record.hangarName,
  route: record.route,
  airspace: record.airspace,
  permitNo: record.permitNo,
  permitFrom: toIso(record.permitFrom),
  permitTo: toIso(record.permitTo),
  permitCeiling: record.permitCeiling,
  uomStatus: record.uomStatus,
  plannedAt: toIso(record.plannedAt),
  startedAt: toIso(record.startedAt),
  endedAt: toIso(record.endedAt),
  durationS: record.durationS,
  distanceM: record.distanceM,
  maxHeightM: record.maxHeightM,
  alarmCount: record.alarmCount,
  photoCount: record.photoCount,
  videoCount: record.videoCount,
  endReason: record.endReason,
  last,
});
