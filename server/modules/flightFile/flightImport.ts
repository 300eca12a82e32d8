import { createHash } from "node:crypto";
import path from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import {
  type flightFileCalls,
  importLeftOut,
  recordingExtensions,
  recordingMaxBytes,
} from "../../../adapters/contract/flightFile.ts";
import type { TaskEvent } from "../../../adapters/contract/liveMessages.ts";
import {
  type Call,
  type EndpointInput,
  type PreparedHandler,
  RefusalError,
  type UploadedFile,
} from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { insertAll } from "../../db/insertAll.ts";
import { drones } from "../../db/schema/drone.ts";
import { flights, flightTracks } from "../../db/schema/flight.ts";
import { tasks } from "../../db/schema/task.ts";
import { taskEvents } from "../../db/schema/taskEvent.ts";
import { copyTasksToFlights } from "../../telemetry/flights/copyTasksToFlights.ts";
import { withTakeoffRegion } from "../../telemetry/flights/takeoffRegion.ts";
import type { BuiltImport, ImportedFlight, LeftOutCounts } from "../../telemetry/recording/buildImport.ts";
import { ImportQueueFullError, runImport } from "../../telemetry/recording/runImport.ts";
import { RecordingError, type RecordingFault } from "../../telemetry/replay/recordedFlight.ts";
import type { CompanyRecord } from "../company/companyList.ts";
import { getCompany, lockCompany } from "../company/getCompany.ts";
import { buildSearchText } from "../searchText.ts";

type ImportCall = typeof flightFileCalls.flightImport;
type ImportQuery = EndpointInput<ImportCall>["query"];

const faultSentences: Readonly<Record<RecordingFault, string>> = {
  format: "无法识别该文件，请选择 GPX、KML、Airdata CSV 或 MAVLink tlog 飞行记录",
  damaged: "文件已损坏或不完整，请重新导出后再导入",
  empty: "文件中没有可用的航迹点，请选择其他文件",
  timeless: "航迹点没有时间，无法回放；请用带时间的航迹重新导出后再导入",
  tooMany: "文件中的飞行过多，请拆分后再导入",
  tooLarge: "文件内容过多，平台无法读完，请拆分后再导入",
};

/**
 * Puts a recording into the history of a company, as a finished task of its own. The drone's open flight, its place
 * and its status stay as they are. A file is imported once per company.
 */
export const flightImport: PreparedHandler<ImportCall> = {
  prepare: async ({ query, file }, call) => {
    assertReadable(query, file);
    const hash = createHash("sha256").update(file.bytes).digest("hex");
    await getCompany(call.db, query.companyId);
    // A repeated request gets its first answer in the transaction.
    const isKnown = (await findImport(call.db, query.companyId, hash)) !== null;
    const built = isKnown ? null : await readRecording(query.fileName, file, call.now);
    // Read before the transaction, which has the embedded database's only session.
    const getTaskNumber = await call.live.getTaskNumbers();
    return (_input, using) => storeImport(using, { query, hash, built, getTaskNumber });
  },
};

function assertReadable({ fileName }: ImportQuery, { bytes, truncated }: UploadedFile): void {
  if (truncated || bytes.length > recordingMaxBytes)
    throw new RefusalError(`文件不能超过 ${recordingMaxBytes / 1024 / 1024} MB，请拆分后再导入`);
  if (bytes.length === 0) throw new RefusalError("文件是空的，请选择其他文件");
  const extensions: readonly string[] = recordingExtensions;
  if (!extensions.includes(path.extname(fileName).toLowerCase()))
    throw new RefusalError(faultSentences.format);
}

async function readRecording(fileName: string, { bytes }: UploadedFile, now: Date): Promise<BuiltImport> {
  const built = await runImport({ fileName, bytes, nowMs: now.getTime() }).catch((error: unknown) => {
    if (error instanceof RecordingError) throw new RefusalError(faultSentences[error.fault]);
    if (error instanceof ImportQueueFullError) throw new RefusalError("正在导入的文件较多，请几分钟后再导入");
    throw error;
  });
  if (built.flights.length > 0) return built;
  const reasons = listLeftOut(built.leftOut).map(
    ({ reason, count }) => `${importLeftOut.label(reason)} ${count} 个`,
  );
  throw new RefusalError(`文件中没有可用的航迹点（${reasons.join("，")}），请选择其他文件`);
}

/** In the order of the dictionary. */
const listLeftOut = (counts: LeftOutCounts) =>
  importLeftOut.options.flatMap(({ value }) => {
    const reason = importLeftOut.schema.parse(value);
    const count = counts[reason] ?? 0;
    return count > 0 ? [{ reason, count }] : [];
  });

/** Number of the task that a file was imported as; null where it was not. */
async function findImport(db: Db, companyId: string, importHash: string): Promise<string | null> {
  const [found] = await db
    .select({ taskNo: tasks.taskNo })
    .from(flights)
    .innerJoin(tasks, eq(tasks.id, flights.taskId))
    .where(and(eq(flights.companyId, companyId), eq(flights.importHash, importHash)));
  return found?.taskNo ?? null;
}

interface ReadImport {
  readonly query: ImportQuery;
  readonly hash: string;
  /** Null where the file was imported before. */
  readonly built: BuiltImport | null;
  readonly getTaskNumber: (at: Date) => string;
}

async function storeImport(call: Call, { query, hash, built, getTaskNumber }: ReadImport) {
  const { db, now } = call;
  // Of two imports of the same file at the same time the second one waits here and finds the first.
  const company = await lockCompany(db, query.companyId);
  const known = await findImport(db, query.companyId, hash);
  if (known !== null) throw new RefusalError(`该文件已经导入过，任务编号 ${known}`);
  if (!built) throw new RefusalError("请重新导入该文件");
  const droneModel = await findDroneModel(db, query);
  const taskNo = getTaskNumber(now);
  const task = createTaskRow(call, { query, company, droneModel, taskNo, built });
  const rows = built.flights.map((flight, index) => ({
    flight,
    row: createFlightRow(call.newId(), flight, task, index === 0 ? hash : null),
  }));
  await db.insert(tasks).values(task);
  await db.insert(flights).values(rows.map(({ row }) => withTakeoffRegion(row)));
  await copyTasksToFlights(db, [task.id]);
  for (const { flight, row } of rows) await insertTrack(db, row.id, flight);
  await insertAll(db, taskEvents, createEventRows(call, task.id, built.flights));
  const samples = built.flights.reduce((sum, flight) => sum + flight.samples, 0);
  const { name, droneSn, kind, companyName } = task;
  call.audit({
    entityId: task.id,
    after: { taskNo, name, companyName, droneSn, kind, fileName: query.fileName, samples },
  });
  return {
    taskId: task.id,
    taskNo,
    flights: rows.map(({ flight, row }) => ({
      id: row.id,
      startedAt: row.startedAt.toISOString(),
      durationS: row.durationS,
      distanceM: row.distanceM,
      samples: flight.samples,
    })),
    samples,
    leftOut: listLeftOut(built.leftOut),
  };
}

/** Model of a drone that is registered for the company, empty for any other; refuses one of another company. */
async function findDroneModel(db: Db, { companyId, droneSn }: ImportQuery): Promise<string> {
  const [drone] = await db
    .select({ companyId: drones.companyId, companyName: drones.companyName, model: drones.model })
    .from(drones)
    .where(and(eq(drones.sn, droneSn), isNull(drones.deletedAt)));
  if (drone && drone.companyId !== companyId)
    throw new RefusalError(`序列号 ${droneSn} 登记在 ${drone.companyName} 名下，请核对企业或序列号`);
  return drone?.model ?? "";
}

interface TaskParts {
  readonly query: ImportQuery;
  readonly company: CompanyRecord;
  readonly droneModel: string;
  readonly taskNo: string;
  readonly built: BuiltImport;
}

function createTaskRow({ newId, now }: Call, { query, company, droneModel, taskNo, built }: TaskParts) {
  const name = query.name ?? path.parse(query.fileName).name.slice(0, 60);
  const imported = built.flights;
  const heights = imported.map(({ maxHeightM }) => maxHeightM).filter((height) => height !== null);
  const [first] = imported;
  return {
    id: newId(),
    createdAt: now,
    updatedAt: now,
    taskNo,
    name,
    kind: query.kind,
    status: "finished" as const,
    source: "import" as const,
    companyId: company.id,
    companyName: company.name,
    pilotName: "",
    pilotPhone: "",
    droneSn: query.droneSn,
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
    search: buildSearchText(taskNo, name, company.name, "", query.droneSn),
  };
}

const toDurationS = ({ startedAt, endedAt }: ImportedFlight) => Math.round((endedAt - startedAt) / 1_000);

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
function createEventRows({ newId }: Call, taskId: string, imported: readonly ImportedFlight[]) {
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
