import { stat } from "node:fs/promises";
import { and, eq, isNull } from "drizzle-orm";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import {
  describeLeftOut,
  flightFileCalls,
  type ImportPreview,
  maxPreviewPoints,
} from "../../../adapters/contract/flightFile.ts";
import { mayCall } from "../../../adapters/contract/mayCall.ts";
import { writeAudit } from "../../audit/writeAudit.ts";
import type { Db } from "../../db/handle.ts";
import { retryConflicts } from "../../db/retryConflicts.ts";
import { type ImportRecord, importJobs } from "../../db/schema/importJob.ts";
import { staff } from "../../db/schema/staff.ts";
import { RefusalError } from "../../errors.ts";
import type { RunImportJob } from "../../jobs/importService.ts";
import type { Platform } from "../../platform.ts";
import { findActive } from "../../records/findActive.ts";
import { readChangedRights } from "../../rights/changedRights.ts";
import { toFlownSeconds } from "../../telemetry/flights/toFlownSeconds.ts";
import type { LiveService } from "../../telemetry/liveService.ts";
import type { BuiltImport } from "../../telemetry/recording/buildImport.ts";
import type { ImportedFlight } from "../../telemetry/recording/flySamples.ts";
import { listLeftOut } from "../../telemetry/recording/formats/leftOutNotes.ts";
import { RecordingError, type RecordingFault } from "../../telemetry/recording/formats/recordedFlight.ts";
import { readWay } from "../../telemetry/recording/isSameWay.ts";
import { runImport } from "../../telemetry/recording/runImport.ts";
import { refuseSameFlight } from "./refuseSameFlight.ts";
import { type ReadRecording, storeRecording } from "./storeRecording.ts";
import { toImportCounts } from "./toImportCounts.ts";

/** Why a recording cannot be imported, for its user. */
export const faultSentences: Readonly<Record<RecordingFault, string>> = {
  format: "无法识别该文件，请选择 GPX、KML、KMZ、Airdata CSV 或 MAVLink tlog 飞行记录",
  damaged: "文件已损坏或不完整，请重新导出后再导入",
  empty: "文件中没有可用的航迹点，请选择其他文件",
  timeless: "航迹点没有时间，无法回放；请用带时间的航迹重新导出后再导入",
  zoneless: "文件中的时间没有时区，请选择“文件时区”后重新导入",
  disbelieved: "文件中不到一半的航迹点可信，没有导入；请检查设备的时间和定位，重新导出后再导入",
  tooMany: "文件中的飞行过多，请拆分后再导入",
  tooLarge: "文件内容过多，平台无法读完，请拆分后再导入",
};

/** Reads a recording and stores it as done with its task, in one transaction; or says what it would store. */
export function createRecordingImporter(
  platform: Platform,
  live: Pick<LiveService, "getTaskNumbers">,
): RunImportJob {
  return async (job, filePath, signal) => {
    const built = await readRecording(job, filePath, { now: platform.clock(), signal });
    if (job.isPreviewWanted) {
      // What cannot be saved is not shown for it.
      if (!job.isRepeatAllowed) await refuseSameFlight(platform.db, job, built.flights);
      return previewRecording(built);
    }
    // Read before the transaction, which has the embedded database's only session.
    const getTaskNumber = await live.getTaskNumbers();
    signal.throwIfAborted();
    const store = (db: Db) => storeDone(platform, db, { job, built, getTaskNumber });
    const auditId = await retryConflicts(() => platform.liveDb.transaction(store));
    platform.bus.publish("records.changed", { kind: "auditTrail", ids: [auditId] });
    return null;
  };
}

async function readRecording(
  { fileName, zone }: ImportRecord,
  filePath: string,
  { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
): Promise<BuiltImport> {
  const { size: bytes } = await stat(filePath);
  const request = { fileName, filePath, zone, nowMs: now.getTime() };
  const built = await runImport(request, { bytes, signal }).catch((error: unknown) => {
    throw error instanceof RecordingError
      ? new RefusalError(error.told ?? faultSentences[error.fault])
      : error;
  });
  if (built.flights.length > 0) return built;
  const reasons = describeLeftOut(listLeftOut(built.leftOut));
  throw new RefusalError(`文件中没有可用的航迹点（${reasons}），请选择其他文件`);
}

/** @returns id of the audit row */
async function storeDone(
  { clock, newId }: Platform,
  db: Db,
  { job, ...recording }: ReadRecording,
): Promise<string> {
  await assertMayImport(db, job.staffId);
  const now = clock();
  const { task, result } = await storeRecording({ db, now, newId }, { job, ...recording });
  const ended = await db
    .update(importJobs)
    .set({ status: "done", result, endedAt: now })
    .where(and(eq(importJobs.id, job.id), isNull(importJobs.endedAt)))
    .returning({ id: importJobs.id });
  // Its user was told that nothing is stored.
  if (ended.length === 0) throw new Error(`Import ${job.id} is over`);
  const auditId = newId();
  const { taskNo, name, companyName, droneSn, kind } = task;
  await writeAudit(
    db,
    {
      id: auditId,
      at: now,
      actor: null,
      address: job.address,
      reqId: job.reqId,
      // The upload has a row of its own; this one is the task's.
      endpoint: { ...flightFileCalls.flightImport, audit: "task" },
    },
    {
      by: { id: job.staffId, name: job.staffName },
      entityId: task.id,
      after: { taskNo, name, companyName, droneSn, kind, fileName: job.fileName, samples: result.samples },
    },
  );
  return auditId;
}

/** Refuses what its user may no longer do. Locks the account, so that a concurrent change of it comes before or after. */
async function assertMayImport(db: Db, staffId: string): Promise<void> {
  const member = await findActive(db, staff, staffId, "update");
  if (member?.status !== "normal") throw new RefusalError("账号已停用，没有导入，请联系管理员");
  const changedRights = await readChangedRights(db, member);
  if (!mayCall({ roles: member.roles, changedRights }, flightFileCalls.flightImport))
    throw new RefusalError(
      "账号角色或权限已变更，没有导入，请由有权限的同事重新导入",
      stateCodes.roleForbidden,
    );
}

/** What an import would put into the history, with enough of its tracks to see where they are. */
function previewRecording(built: BuiltImport): ImportPreview {
  const points = Math.max(2, Math.floor(maxPreviewPoints / Math.max(1, built.flights.length)));
  return {
    flights: built.flights.map((flight) => ({
      startedAt: new Date(flight.startedAt).toISOString(),
      durationS: toFlownSeconds(flight.flownMs, flight),
      distanceM: flight.distanceM,
      samples: flight.samples,
      track: thin(flight, points),
    })),
    ...toImportCounts(built),
  };
}

/** So many points at most, evenly over the flight, its ends included. */
function thin({ chunks }: ImportedFlight, most: number): [number, number][] {
  const { lat, lon } = readWay(chunks);
  const count = Math.min(lat.length, most);
  return Array.from({ length: count }, (_, n) => {
    const at = count === 1 ? 0 : Math.round((n * (lat.length - 1)) / (count - 1));
    return [(lon[at] ?? 0) / 1e7, (lat[at] ?? 0) / 1e7];
  });
}
