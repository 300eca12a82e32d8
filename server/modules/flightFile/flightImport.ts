import { createHash } from "node:crypto";
import path from "node:path";
import { and, desc, eq, isNull } from "drizzle-orm";
import {
  type flightFileCalls,
  recordingExtensions,
  recordingMaxBytes,
} from "../../../adapters/contract/flightFile.ts";
import {
  type Call,
  type EndpointInput,
  type Handler,
  type PreparedHandler,
  RefusalError,
  type UploadedFile,
} from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { importJobs } from "../../db/schema/importJob.ts";
import { canSeeAllJobs } from "../../jobs/canSeeAllJobs.ts";
import { toImportJob } from "../../jobs/importService.ts";
import { getCompany } from "../company/getCompany.ts";
import { faultSentences } from "./importRecording.ts";
import { findDroneModel, refuseKnownFile } from "./storeRecording.ts";

type ImportCall = typeof flightFileCalls.flightImport;
type ImportQuery = EndpointInput<ImportCall>["query"];

/** Imports that are not over at most: of one person, and of all. Each holds a file on the disk. */
const maxPendingOfPerson = 5;
const maxPending = 20;
/** Imports that are listed. */
const maxListed = 20;

/** Accepts a recording: refuses what can be told at once, and imports the rest in the background. */
export const flightImport: PreparedHandler<ImportCall> = {
  prepare: async ({ query, file }) => {
    assertReadable(query, file);
    // Before the transaction, which has the embedded database's only session.
    const importHash = createHash("sha256").update(file.bytes).digest("hex");
    return (_input, call) => acceptImport(call, { query, file, importHash });
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

async function assertImportLimit(db: Db, staffId: string): Promise<void> {
  const isPending = isNull(importJobs.endedAt);
  if ((await db.$count(importJobs, and(isPending, eq(importJobs.staffId, staffId)))) >= maxPendingOfPerson)
    throw new RefusalError(`您有 ${maxPendingOfPerson} 个文件正在导入或待确认，请先处理其中一个再导入`);
  if ((await db.$count(importJobs, isPending)) >= maxPending)
    throw new RefusalError("正在导入的文件较多，请几分钟后再导入");
}

interface UploadedRecording {
  readonly query: ImportQuery;
  readonly file: UploadedFile;
  readonly importHash: string;
}

async function acceptImport(call: Call, { query, file, importHash }: UploadedRecording) {
  const { db, actor, imports } = call;
  const { companyId, droneSn, kind, fileName } = query;
  const company = await getCompany(db, companyId);
  await refuseKnownFile(db, { companyId, importHash });
  await findDroneModel(db, query);
  await assertImportLimit(db, actor.id);
  const name = query.name ?? path.parse(fileName).name.slice(0, 60);
  const values = { companyId, droneSn, kind, name, fileName, importHash };
  const [job] = await db
    .insert(importJobs)
    .values({
      ...values,
      id: call.newId(),
      isRepeatAllowed: query.repeat === "allowed",
      status: "waiting",
      staffId: actor.id,
      staffName: actor.name,
      address: call.address,
      reqId: call.reqId,
      createdAt: call.now,
    })
    .onConflictDoNothing()
    .returning();
  if (!job) throw new RefusalError("该文件正在导入，请稍后在“最近的导入”中查看结果");
  call.audit({ entityId: job.id, after: { fileName, name, companyName: company.name, droneSn, kind } });
  call.afterCommit(() =>
    imports.start(
      { ...job, zone: query.zone ?? null, isPreviewWanted: query.preview === "wanted" },
      file.moveTo,
    ),
  );
  return { id: job.id };
}

/** Stores or drops an import that waits for its user. */
export const flightImportDecide: Handler<typeof flightFileCalls.flightImportDecide> = async (
  { body: { id, save } },
  { db, actor, imports, audit, afterCommit },
) => {
  const [job] = await db.select().from(importJobs).where(eq(importJobs.id, id));
  if (!job || (job.staffId !== actor.id && !canSeeAllJobs(actor)) || !imports.getPreview(id))
    throw new RefusalError("该导入已经处理或已过期，请在“最近的导入”中查看");
  const { fileName, name, droneSn, kind } = job;
  audit({ entityId: id, after: { fileName, name, droneSn, kind, save } });
  afterCommit(() => imports.decide(id, save));
  return { id };
};

/** The latest imports that the caller may see. */
export const flightImports: Handler<typeof flightFileCalls.flightImports> = async (
  _input,
  { db, actor, imports },
) => {
  const jobs = await db
    .select()
    .from(importJobs)
    .where(canSeeAllJobs(actor) ? undefined : eq(importJobs.staffId, actor.id))
    .orderBy(desc(importJobs.id))
    .limit(maxListed);
  return { list: jobs.map((job) => toImportJob(job, imports)) };
};
