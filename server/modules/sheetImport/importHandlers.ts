import { and, desc, eq, isNotNull, isNull, type SQL } from "drizzle-orm";
import { boxCalls } from "../../../adapters/contract/box.ts";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { deviceCalls } from "../../../adapters/contract/device.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import { hangarCalls } from "../../../adapters/contract/hangar.ts";
import { mayCall } from "../../../adapters/contract/mayCall.ts";
import {
  type ImportKind,
  type importCalls,
  importKind,
  importMaxBytes,
  maxListedImports,
} from "../../../adapters/contract/sheetImport.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Actor, Call, Handler, Handlers, PrepareCall, PreparedHandler } from "../../call.ts";
import { type SheetImportRecord, sheetImportRows, sheetImports } from "../../db/schema/sheetImport.ts";
import { RefusalError } from "../../errors.ts";
import { canSeeAllJobs } from "../../jobs/canSeeAllJobs.ts";
import { type ImportProgress, toSheetImport } from "../../jobs/sheetImportService.ts";
import { formatExportFileName } from "../../list/prepareExport.ts";
import { requireRecord } from "../../records/refusals.ts";
import type { UploadedFile } from "../../uploadedFile.ts";
import { readSheet, writeTemplate } from "./importSheet.ts";
import { createTarget } from "./importTargets.ts";
import { announce, runImport, type SheetImportWork } from "./runImport.ts";
import { takeBack } from "./takeBack.ts";

/** Imports of a person that are not over, at most; of all. */
const maxPendingOfPerson = 3;
const maxPending = 10;

/** Whoever may create records one by one may import them. */
const createCalls: Readonly<Record<ImportKind, Endpoint>> = {
  company: companyCalls.companyCreate,
  user: companyCalls.companyCreate,
  box: boxCalls.boxAdd,
  drone: deviceCalls.deviceSave,
  hangar: hangarCalls.hangarAdd,
};

function assertMayImport(actor: Pick<Actor, "roles" | "changedRights">, kind: ImportKind): void {
  if (!mayCall(actor, createCalls[kind]))
    throw new RefusalError(
      `当前角色不能导入${importKind.label(kind)}，请联系管理员开通`,
      stateCodes.roleForbidden,
    );
}

const importTemplate: Handler<typeof importCalls.importTemplate> = async ({ params: { kind } }, call) => {
  assertMayImport(call.actor, kind);
  const title = `${importKind.label(kind)}导入模板`;
  const { columns } = await createTarget[kind](call.db);
  const bytes = await writeTemplate(title, columns);
  async function* stream() {
    yield bytes;
  }
  return { fileName: formatExportFileName(title, call.now), rows: 0, stream: stream() };
};

/** Reads a file's rows before the transaction: refuses what can be told at once. */
async function readRows(
  kind: ImportKind,
  { bytes, truncated }: UploadedFile,
  { db, actor }: Pick<PrepareCall, "db" | "actor">,
): Promise<Pick<SheetImportWork, "target" | "sheetRows">> {
  assertMayImport(actor, kind);
  if (truncated || bytes.length > importMaxBytes)
    throw new RefusalError(`文件不能超过 ${importMaxBytes / 1024 / 1024} MB，请拆分后再导入`);
  const target = await createTarget[kind](db);
  return { target, sheetRows: await readSheet(bytes, target.columns) };
}

/** Stores an import or a check as waiting, and starts it after the commit. */
async function accept(
  call: Call,
  values: Pick<SheetImportRecord, "kind" | "mode" | "fileName">,
  rows: Pick<SheetImportWork, "target" | "sheetRows">,
): Promise<{ id: string }> {
  const { db, actor } = call;
  await assertImportLimit(call);
  const [inserted] = await db
    .insert(sheetImports)
    .values({
      ...values,
      id: call.newId(),
      status: "waiting",
      total: rows.sheetRows.length,
      staffId: actor.id,
      staffName: actor.name,
      address: call.address,
      reqId: call.reqId,
      createdAt: call.now,
    })
    .returning();
  const job = requireRecord(inserted, word.importRows);
  call.afterCommit(() =>
    call.sheetImports.start(job, (progress) => runImport(call, { ...rows, job }, progress)),
  );
  return { id: job.id };
}

async function assertImportLimit({ db, actor }: Call): Promise<void> {
  const pending = await db
    .select({ staffId: sheetImports.staffId })
    .from(sheetImports)
    .where(and(isNull(sheetImports.endedAt), isNotNull(sheetImports.mode)));
  if (pending.filter(({ staffId }) => staffId === actor.id).length >= maxPendingOfPerson)
    throw new RefusalError(`您有 ${maxPendingOfPerson} 个文件正在导入，请等其中一个结束后再导入`);
  if (pending.length >= maxPending) throw new RefusalError("正在导入的文件太多，请稍后再试");
}

const importCheck: Handler<typeof importCalls.importCheck> = async ({ params: { kind }, file }, call) =>
  accept(call, { kind, mode: null, fileName: "" }, await readRows(kind, file, call));

const importRun: PreparedHandler<typeof importCalls.importRun> = {
  prepare: async ({ params: { kind }, file }, preparing) => {
    const rows = await readRows(kind, file, preparing);
    return async ({ query: { mode, fileName } }, call) => {
      const job = await accept(call, { kind, mode, fileName }, rows);
      call.audit({
        entityId: job.id,
        after: { fileName, importKind: kind, mode, count: rows.sheetRows.length },
      });
      return job;
    };
  },
};

/** The imports that the caller may see. */
const isVisible = ({ actor }: Call): SQL | undefined =>
  canSeeAllJobs(actor) ? undefined : eq(sheetImports.staffId, actor.id);

/** Locks it: of two who act on it, one is first. */
async function lockImport(call: Call, id: string): Promise<SheetImportRecord> {
  const [job] = await call.db
    .select()
    .from(sheetImports)
    .where(and(eq(sheetImports.id, id), isVisible(call)))
    .for("update");
  return requireRecord(job, word.importRows);
}

async function getImport(call: Call, id: string): Promise<SheetImportRecord> {
  const [job] = await call.db
    .select()
    .from(sheetImports)
    .where(and(eq(sheetImports.id, id), isVisible(call)));
  return requireRecord(job, word.importRows);
}

const importList: Handler<typeof importCalls.importList> = async ({ params: { kind } }, call) => {
  const isListed = and(eq(sheetImports.kind, kind), isNotNull(sheetImports.mode), isVisible(call));
  // One statement: an import may end meanwhile, and is in the list once.
  const list = await call.db
    .select()
    .from(sheetImports)
    .where(isListed)
    .orderBy(isNotNull(sheetImports.endedAt), desc(sheetImports.id))
    .limit(maxListedImports);
  return { list: list.map((job) => toSheetImport(job, call.sheetImports, call.now)) };
};

const importReport: Handler<typeof importCalls.importReport> = async ({ params: { id } }, call) => {
  await getImport(call, id);
  const rows = await call.db
    .select()
    .from(sheetImportRows)
    .where(eq(sheetImportRows.importId, id))
    .orderBy(sheetImportRows.row);
  return {
    rows: rows.map(({ row, title, faults, recordId, undoneAt, kept }) => ({
      row,
      title,
      faults,
      outcome: recordId === null ? "left" : undoneAt === null ? "created" : "undone",
      kept,
    })),
  };
};

/** Only for who imported: nobody else is told passwords. */
const importPasswords: Handler<typeof importCalls.importPasswords> = async ({ body: { id } }, call) => {
  const { staffId, fileName, kind } = await lockImport(call, id);
  const undone = await call.db
    .select({ row: sheetImportRows.row })
    .from(sheetImportRows)
    .where(and(eq(sheetImportRows.importId, id), isNotNull(sheetImportRows.undoneAt)));
  const gone = new Set(undone.map(({ row }) => row));
  const kept = staffId === call.actor.id ? call.sheetImports.getPasswords(id) : null;
  const secret = kept?.filter(({ row }) => !gone.has(row)) ?? [];
  if (secret.length === 0)
    throw new RefusalError("初始密码已经领取或已失效，请在用户列表中为这些账号重置密码");
  call.audit({ entityId: id, after: { fileName, importKind: kind, count: secret.length } });
  call.afterCommit(() => call.sheetImports.forgetPasswords(id));
  return { secret };
};

const importUndo: Handler<typeof importCalls.importUndo> = async ({ body: { id } }, call) => {
  const job = await lockImport(call, id);
  assertMayImport(call.actor, job.kind);
  if (!toSheetImport(job, call.sheetImports, call.now).canUndo)
    throw new RefusalError("该导入没有可以撤销的记录，或已超过一天，请逐条处理");
  const { fileName, kind, created, undone } = job;
  const undoing = { ...job, status: "undoing" as const, done: 0, failReason: "" };
  await call.db
    .update(sheetImports)
    .set({ status: undoing.status, done: 0, failReason: "" })
    .where(eq(sheetImports.id, id));
  call.audit({ entityId: id, after: { fileName, importKind: kind, count: created - undone } });
  call.afterCommit(() => call.sheetImports.start(undoing, ({ tell }) => undo(call, undoing, tell)));
  return { id };
};

async function undo(call: Call, job: SheetImportRecord, tell: ImportProgress["tell"]): Promise<void> {
  const { dbOutsideTransaction: db, newId, now, actor, address, reqId } = call;
  const by = { id: actor.id, name: actor.name, address, reqId };
  const undone = await takeBack({ db, newId, clock: () => now }, by, job, tell);
  if (undone === job.undone) throw new RefusalError("没有撤销任何记录：它们都已被使用或修改");
  announce(call, job.kind);
}

export const importHandlers: Handlers<typeof importCalls> = {
  importTemplate,
  importCheck,
  importRun,
  importList,
  importOne: async ({ params: { id } }, call) =>
    toSheetImport(await getImport(call, id), call.sheetImports, call.now),
  importReport,
  importPasswords,
  importUndo,
};
