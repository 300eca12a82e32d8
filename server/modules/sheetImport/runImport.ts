import type { AuditEntity } from "../../../adapters/contract/auditEntities.ts";
import type { ImportKind, ImportRow } from "../../../adapters/contract/sheetImport.ts";
import { generateInitialPassword } from "../../auth/generateInitialPassword.ts";
import { hashGeneratedPassword } from "../../auth/passwordHash.ts";
import type { Call, Effect } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { retryConflicts } from "../../db/retryConflicts.ts";
import { type SheetImportRecord, sheetImportRows } from "../../db/schema/sheetImport.ts";
import { RefusalError } from "../../errors.ts";
import type { ImportProgress } from "../../jobs/sheetImportService.ts";
import { maskPhone } from "../../records/maskPhone.ts";
import { type CheckedRow, checkRows } from "./checkRows.ts";
import { createRows, type TriedRow } from "./createRows.ts";
import type { SheetRow } from "./importSheet.ts";
import type { ImportTarget } from "./importTarget.ts";
import { withinTransaction } from "./withinTransaction.ts";

/** Rows of one transaction: it is short, as the embedded database has one session. */
const groupSize = 50;

export interface SheetImportWork {
  readonly job: SheetImportRecord;
  readonly target: ImportTarget;
  readonly sheetRows: readonly SheetRow[];
}

/** Checks the rows, and creates them unless they are only to be checked. */
export async function runImport(call: Call, work: SheetImportWork, progress: ImportProgress): Promise<void> {
  const { job, target, sheetRows } = work;
  const checked = await checkRows(call.dbOutsideTransaction, target, sheetRows);
  if (job.mode === "valid") return createAll(call, work, progress, checked);
  const faulty = await tryAll(call, work, progress, checked);
  if (job.mode === null) return;
  if (faulty.length > 0)
    throw new RefusalError(`有 ${faulty.length} 行需要修改，没有导入任何内容：${formatFirstFault(faulty)}`);
  return createAll(call, work, progress, checked);
}

const groups = <T>(rows: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(rows.length / groupSize) }, (_, index) =>
    rows.slice(index * groupSize, (index + 1) * groupSize),
  );
const isFaulty = ({ faults }: ImportRow) => faults.length > 0;

/** Ends a trial: everything it did is rolled back. */
class TrialEnd extends Error {}

/** Creates the records and rolls them back: what it finds is what the import would. Keeps the rows with faults. */
async function tryAll(
  call: Call,
  { job, target }: SheetImportWork,
  { note, tell, signal }: ImportProgress,
  checked: readonly CheckedRow[],
): Promise<readonly CheckedRow[]> {
  const db = call.dbOutsideTransaction;
  const faulty: CheckedRow[] = [];
  let done = 0;
  for (const group of groups(checked)) {
    signal.throwIfAborted();
    const tried = await tryGroup(call, target, group);
    const found = tried.filter(isFaulty);
    faulty.push(...found);
    done += group.length;
    const counts = job.mode === null ? { created: done - faulty.length } : {};
    const values = { status: "checking" as const, done, faulty: faulty.length, ...counts };
    await retryConflicts(() =>
      db.transaction(async (tx) => {
        await storeRows(tx, job, found.map(toFaultyRow));
        await note(tx, values);
      }),
    );
    tell(values);
  }
  return faulty;
}

async function tryGroup(call: Call, target: ImportTarget, group: readonly CheckedRow[]) {
  let tried: readonly CheckedRow[] = group;
  await retryConflicts(() =>
    call.dbOutsideTransaction.transaction(async (db) => {
      tried = await createSound(withinTransaction(call, db, []), target, group, new Map());
      throw new TrialEnd();
    }),
  ).catch((error: unknown) => {
    if (!(error instanceof TrialEnd)) throw error;
  });
  return tried;
}

/** Creates the rows without faults; all of the group come back in their order. */
async function createSound(
  call: Call,
  target: ImportTarget,
  group: readonly CheckedRow[],
  hashes: ReadonlyMap<number, string>,
): Promise<readonly TriedRow[]> {
  const sound = group.filter((row) => !isFaulty(row));
  const created = new Map((await createRows(call, target, sound, hashes)).map((one) => [one.row, one]));
  return group.map((row) => created.get(row.row) ?? toFaultyRow(row));
}

const toFaultyRow = (row: CheckedRow): TriedRow => ({ ...row, recordId: null });

/** Creates the records group by group. An import of all or none ends at the first fault. */
async function createAll(
  call: Call,
  { job, target }: SheetImportWork,
  { note, tell, keepPasswords, signal }: ImportProgress,
  checked: readonly CheckedRow[],
): Promise<void> {
  const counts = { done: 0, created: 0, faulty: 0 };
  let firstFaulty: readonly CheckedRow[] = [];
  for (const group of groups(checked)) {
    signal.throwIfAborted();
    const passwords = await createPasswords(call, target, group);
    const hashes = new Map([...passwords].map(([row, { passwordHash }]) => [row, passwordHash]));
    const before = { ...counts };
    const { rows, effects } = await retryConflicts(() =>
      call.dbOutsideTransaction.transaction(async (db) => {
        Object.assign(counts, before);
        const pending: Effect[] = [];
        const tried = await createSound(withinTransaction(call, db, pending), target, group, hashes);
        const faulty = tried.filter(isFaulty);
        if (job.mode === "all" && faulty.length > 0)
          throw new RefusalError(`没有导入任何内容：${formatFirstFault(faulty)}`);
        counts.done += group.length;
        counts.created += tried.length - faulty.length;
        counts.faulty += faulty.length;
        await storeRows(db, job, tried);
        await note(db, { status: "running", ...counts });
        return { rows: tried, effects: pending };
      }),
    );
    for (const effect of effects) await effect(true);
    const created = rows.filter(({ recordId }) => recordId !== null);
    if (firstFaulty.length === 0) firstFaulty = rows.filter(isFaulty);
    keepPasswords(
      created.flatMap(({ row, title, account }) => {
        const password = passwords.get(row)?.password;
        return password === undefined ? [] : [{ row, account: `${title} ${maskPhone(account)}`, password }];
      }),
    );
    tell({ status: "running", ...counts });
  }
  if (counts.created === 0) throw new RefusalError(`没有可以导入的行：${formatFirstFault(firstFaulty)}`);
  announce(call, job.kind);
}

/** Made before the transaction, as hashing takes time. */
async function createPasswords(
  { randomBytes }: Call,
  { accountPath }: ImportTarget,
  group: readonly CheckedRow[],
) {
  const sound = accountPath === null ? [] : group.filter((row) => !isFaulty(row));
  return new Map(
    await Promise.all(
      sound.map(async ({ row }) => {
        const { password, md5 } = generateInitialPassword(randomBytes);
        return [row, { password, passwordHash: await hashGeneratedPassword(md5) }] as const;
      }),
    ),
  );
}

async function storeRows(db: Db, { id: importId }: SheetImportRecord, rows: readonly TriedRow[]) {
  if (rows.length === 0) return;
  await db.insert(sheetImportRows).values(
    rows.map(({ row, title, faults, recordId }) => ({
      importId,
      row,
      title,
      faults: [...faults],
      recordId,
    })),
  );
}

/** What other consoles' lists show of an import. */
const changedEntities = {
  company: ["company", "user"],
  user: ["user", "company"],
  box: ["box"],
  drone: ["device"],
  hangar: ["hangar", "device"],
} as const satisfies Readonly<Record<ImportKind, readonly AuditEntity[]>>;

/** Tells consoles that many records of this kind came or went. */
export function announce(
  { publish, actor: { id, name } }: Pick<Call, "publish" | "actor">,
  kind: ImportKind,
) {
  for (const entity of [...changedEntities[kind], "sheetImport", "auditTrail"] as const)
    publish("records.changed", { kind: entity, ids: null, by: { id, name } });
}

const formatFirstFault = ([first]: readonly ImportRow[]): string => {
  const [fault] = first?.faults ?? [];
  return first && fault ? `第 ${first.row} 行${fault.column}${fault.column && "："}${fault.message}` : "";
};
