import { and, eq, isNull } from "drizzle-orm";
import type { ImportedRecording } from "../../../adapters/contract/flightFile.ts";
import type { TaskEvent } from "../../../adapters/contract/liveMessages.ts";
import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { insertAll } from "../../db/insertAll.ts";
import { drones } from "../../db/schema/drone.ts";
import { flights, flightTracks } from "../../db/schema/flight.ts";
import type { ImportRecord } from "../../db/schema/importJob.ts";
import { tasks } from "../../db/schema/task.ts";
import { taskEvents } from "../../db/schema/taskEvent.ts";
import { RefusalError } from "../../errors.ts";
import { buildSearchText } from "../../records/searchText.ts";
import { copyTasksToFlights } from "../../telemetry/flights/copyTasksToFlights.ts";
import { withTakeoffRegion } from "../../telemetry/flights/takeoffRegion.ts";
import { toFlownSeconds } from "../../telemetry/flights/toFlownSeconds.ts";
import type { BuiltImport } from "../../telemetry/recording/buildImport.ts";
import type { ImportedFlight } from "../../telemetry/recording/flySamples.ts";
import type { CompanyRecord } from "../company/companyList.ts";
import { lockCompany } from "../company/getCompany.ts";
import { refuseSameFlight } from "./refuseSameFlight.ts";
import { toImportCounts } from "./toImportCounts.ts";

/** Refuses a file that was imported for the company before. */
export async function refuseKnownFile(
  db: Db,
  { companyId, importHash }: Pick<ImportRecord, "companyId" | "importHash">,
): Promise<void> {
  const [found] = await db
    .select({ taskNo: tasks.taskNo })
    .from(flights)
    .innerJoin(tasks, eq(tasks.id, flights.taskId))
    .where(and(eq(flights.companyId, companyId), eq(flights.importHash, importHash)));
  if (found) throw new RefusalError(`该文件已经导入过，任务编号 ${found.taskNo}`);
}

/** A recording that was read, and the import that it is of. */
export interface ReadRecording {
  readonly job: ImportRecord;
  readonly built: BuiltImport;
  readonly getTaskNumber: (at: Date) => string;
}

type StoreContext = Pick<Call, "db" | "now" | "newId">;

/**
 * Puts a recording into the history of its company, as a finished task of its own. The drone's open flight, its place
 * and its status stay as they are.
 * @returns what was stored, and the task's row
 */
export async function storeRecording(context: StoreContext, { job, built, getTaskNumber }: ReadRecording) {
  const { db, now, newId } = context;
  // Of two imports of the same file at the same time the second one waits here and finds the first.
  const company = await lockCompany(db, job.companyId);
  await refuseKnownFile(db, job);
  if (!job.isRepeatAllowed) await refuseSameFlight(db, job, built.flights);
  const droneModel = await findDroneModel(db, job);
  const taskNo = getTaskNumber(now);
  const task = createTaskRow(context, { job, company, droneModel, taskNo, built });
  const rows = built.flights.map((flight, index) => ({
    flight,
    row: createFlightRow(newId(), flight, task, index === 0 ? job.importHash : null),
  }));
  await db.insert(tasks).values(task);
  await db.insert(flights).values(rows.map(({ row }) => withTakeoffRegion(row)));
  await copyTasksToFlights(db, [task.id]);
  for (const { flight, row } of rows) await insertTrack(db, row.id, flight);
  await insertAll(db, taskEvents, createEventRows(context, task.id, built.flights));
  const result: ImportedRecording = {
    taskId: task.id,
    taskNo,
    flights: rows.map(({ flight, row }) => ({
      id: row.id,
      startedAt: row.startedAt.toISOString(),
      durationS: row.durationS,
      distanceM: row.distanceM,
      samples: flight.samples,
    })),
    ...toImportCounts(built),
  };
  return { task, result };
}

/** Model of a drone that is registered for the company, empty for any other; refuses one of another company. */
export async function findDroneModel(
  db: Db,
  { companyId, droneSn }: Pick<ImportRecord, "companyId" | "droneSn">,
): Promise<string> {
  const [drone] = await db
    .select({ companyId: drones.companyId, companyName: drones.companyName, model: drones.model })
    .from(drones)
    .where(and(eq(drones.sn, droneSn), isNull(drones.deletedAt)));
  if (drone && drone.companyId !== companyId)
    throw new RefusalError(`序列号 ${droneSn} 登记在 ${drone.companyName} 名下，请核对企业或序列号`);
  return drone?.model ?? "";
}

interface TaskParts {
  readonly job: ImportRecord;
  readonly company: CompanyRecord;
  readonly droneModel: string;
  readonly taskNo: string;
  readonly built: BuiltImport;
}

function createTaskRow({ newId, now }: StoreContext, { job, company, droneModel, taskNo, built }: TaskParts) {
  const { name, kind, droneSn } = job;
  const imported = built.flights;
  const heights = imported.map(({ maxHeightM }) => maxHeightM).filter((height) => height !== null);
  const [first] = imported;
  return {
    id: newId(),
    createdAt: now,
    updatedAt: now,
    taskNo,
    name,
    kind,
    status: "finished" as const,
    source: "import" as const,
    companyId: company.id,
    companyName: company.name,
    pilotName: "",
    pilotPhone: "",
    droneSn,
    droneModel,
    route: [],
    lng: first?.takeoffLng ?? null,
    lat: first?.takeoffLat ?? null,
    airspace: null,
    uomStatus: "unknown" as const,
    plannedAt: null,
    startedAt: new Date(Math.min(...imported.map(({ startedAt }) => startedAt))),
    endedAt: new Date(Math.max(...imported.map(({ endedAt }) => endedAt))),
    durationS: imported.reduce((sum, flight) => sum + toDurationS(flight), 0),
    distanceM: imported.reduce((sum, { distanceM }) => sum + distanceM, 0),
    maxHeightM: heights.length > 0 ? Math.max(...heights) : null,
    photoCount: imported.reduce((sum, { photos }) => sum + photos, 0),
    endReason: imported.at(-1)?.endReason ?? "",
    search: buildSearchText(taskNo, name, company.name, "", droneSn),
  };
}

const toDurationS = (flight: ImportedFlight) => toFlownSeconds(flight.flownMs, flight);

function createFlightRow(
  id: string,
  flight: ImportedFlight,
  task: ReturnType<typeof createTaskRow>,
  importHash: string | null,
) {
  const { takeoffLng = null, takeoffLat = null, landingLng = null, landingLat = null } = flight;
  return {
    id,
    taskId: task.id,
    companyId: task.companyId,
    droneSn: task.droneSn,
    source: "import" as const,
    startedAt: new Date(flight.startedAt),
    endedAt: new Date(flight.endedAt),
    endReason: flight.endReason,
    durationS: toDurationS(flight),
    distanceM: flight.distanceM,
    isDistanceIncomplete: flight.isDistanceIncomplete,
    maxHeightM: flight.maxHeightM,
    photoCount: flight.photos,
    takeoffLng,
    takeoffLat,
    landingLng,
    landingLat,
    importHash,
  };
}

const chunksPerStatement = 100;

async function insertTrack(db: Db, flightId: string, { chunks }: ImportedFlight): Promise<void> {
  for (let start = 0; start < chunks.length; start += chunksPerStatement)
    await db.insert(flightTracks).values(
      chunks.slice(start, start + chunksPerStatement).map(({ t0, samples, bytes, lastAt }) => ({
        flightId,
        t0: new Date(t0),
        samples,
        bytes: Buffer.from(bytes),
        lastAt: new Date(lastAt),
      })),
    );
}

/** What happened on the flights, between the start and the end of their task. */
function createEventRows({ newId }: StoreContext, taskId: string, imported: readonly ImportedFlight[]) {
  const create = (
    atMs: number,
    kind: TaskEvent["kind"],
    from: string | null = null,
    to: string | null = null,
  ) => ({
    id: newId(),
    taskId,
    at: new Date(atMs),
    kind,
    fromValue: from,
    toValue: to,
  });
  return imported.flatMap(({ startedAt, endedAt, events }, index) => {
    const isLast = index === imported.length - 1;
    return [
      index === 0 ? create(startedAt, "started", "planned", "running") : create(startedAt, "flightStarted"),
      ...events.map(({ atMs, kind, from, to }) => create(atMs, kind, from, to)),
      isLast ? create(endedAt, "ended", "running", "finished") : create(endedAt, "flightEnded"),
    ];
  });
}
