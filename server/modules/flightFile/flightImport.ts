import { createHash } from "node:crypto";
import path from "node:path";
import { and, desc, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import {
  type flightFileCalls,
  recordingExtensions,
  recordingMaxBytes,
} from "../../../adapters/contract/flightFile.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Call, EndpointInput, Handler, PreparedHandler } from "../../call.ts";
import { importJobs } from "../../db/schema/importJob.ts";
import { RefusalError } from "../../errors.ts";
import { canSeeAllJobs } from "../../jobs/canSeeAllJobs.ts";
import { toImportJob } from "../../jobs/importService.ts";
import type { UploadedFile } from "../../uploadedFile.ts";
import { getCompany } from "../company/getCompany.ts";
import { faultSentences } from "./importRecording.ts";
import { findDroneModel, refuseKnownFile } from "./storeRecording.ts";

type ImportCall = typeof flightFileCalls.flightImport;
type ImportQuery = EndpointInput<ImportCall>["query"];

/** Imports of a person that are not over, at most. Each holds a file on the disk. */
const maxPendingOfPerson = 5;
/** Imports of all that wait for the server, at most; those that wait for their users hold up nobody. */
const maxQueued = 20;
/** Imports that are listed of those that are over. */
const maxOver = 20;

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
  if (bytes.length === 0) throw new RefusalError(word.emptyFile);
  const extensions: readonly string[] = recordingExtensions;
  if (!extensions.includes(path.extname(fileName).toLowerCase()))
    throw new RefusalError(faultSentences.format);
}

async function assertImportLimit({ db, actor, imports }: Call): Promise<void> {
  const { id, staffId } = importJobs;
  const pending = await db.select({ id, staffId }).from(importJobs).where(isNull(importJobs.endedAt));
  if (pending.filter((job) => job.staffId === actor.id).length >= maxPendingOfPerson)
    throw new RefusalError(`您有 ${maxPendingOfPerson} 个文件正在导入或待确认，请先处理其中一个再导入`);
  if (pending.filter((job) => !imports.getPreview(job.id)).length >= maxQueued)
    throw new RefusalError("正在导入的文件较多，请几分钟后再导入");
}

/** Says what becomes of the same file, which somebody has imported before. */
async function refusePendingFile(
  { db, actor, imports }: Call,
  companyId: string,
  importHash: string,
): Promise<never> {
  const isSame = and(eq(importJobs.companyId, companyId), eq(importJobs.importHash, importHash));
  const [job] = await db
    .select()
    .from(importJobs)
    .where(and(isSame, isNull(importJobs.endedAt)));
  if (!job || !imports.getPreview(job.id))
    throw new RefusalError("该文件正在导入，请稍后在“最近的导入”中查看结果");
  throw new RefusalError(
    job.staffId === actor.id
      ? "该文件待确认，请在“最近的导入”中核对后保存或取消"
      : `该文件待确认，请联系${job.staffName}在“最近的导入”中保存或取消`,
  );
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
  await assertImportLimit(call);
  const name = query.name ?? path.parse(fileName).name.slice(0, 60);
  const values = { companyId, droneSn, kind, name, fileName, importHash };
  const [job] = await db
    .insert(importJobs)
    .values({
      ...values,
      id: call.newId(),
      isRepeatAllowed: query.repeat === "allowed",
      zone: query.zone ?? null,
      isPreviewWanted: query.preview === "wanted",
      status: "waiting",
      staffId: actor.id,
      staffName: actor.name,
      address: call.address,
      reqId: call.reqId,
      createdAt: call.now,
    })
    .onConflictDoNothing()
    .returning();
  if (!job) return refusePendingFile(call, companyId, importHash);
  call.audit({ entityId: job.id, after: { fileName, name, companyName: company.name, droneSn, kind } });
  call.afterCommit(() => imports.start(job, file.moveTo));
  return { id: job.id };
}

/** Stores or drops an import that waits for its user. */
export const flightImportDecide: Handler<typeof flightFileCalls.flightImportDecide> = async (
  { body: { id, save } },
  { db, actor, imports, audit, afterCommit },
) => {
  const [job] = await db.select().from(importJobs).where(eq(importJobs.id, id));
  const mayDecide = job && (job.staffId === actor.id || canSeeAllJobs(actor));
  if (!mayDecide || !(await imports.decide(db, id, save)))
    throw new RefusalError("该导入已经处理或已过期，请在“最近的导入”中查看");
  const { fileName, name, droneSn, kind } = job;
  audit({ entityId: id, after: { fileName, name, droneSn, kind, save } });
  afterCommit(() => imports.carryOut(id, save));
  return { id };
};

/** The imports that the caller may see: those that are not over, then the latest. */
export const flightImports: Handler<typeof flightFileCalls.flightImports> = async (
  _input,
  { db, actor, imports },
) => {
  const isVisible = canSeeAllJobs(actor) ? undefined : eq(importJobs.staffId, actor.id);
  const isOver = isNotNull(importJobs.endedAt);
  const latest = db
    .select({ id: importJobs.id })
    .from(importJobs)
    .where(and(isVisible, isOver))
    .orderBy(desc(importJobs.id))
    .limit(maxOver);
  // One statement: an import may end meanwhile, and is in the list once.
  const jobs = await db
    .select()
    .from(importJobs)
    .where(and(isVisible, or(isNull(importJobs.endedAt), inArray(importJobs.id, latest))))
    .orderBy(isOver, desc(importJobs.id));
  return { list: jobs.map((job) => toImportJob(job, imports)) };
};
