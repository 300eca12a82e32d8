import type * as z from "zod/mini";
import type { AuditEntity } from "../../../adapters/contract/auditEntities.ts";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import {
  type ImportKind,
  type ImportRow,
  type importCalls,
  importKind,
  importMaxBytes,
  importRoles,
} from "../../../adapters/contract/sheetImport.ts";
import { writeAudit } from "../../audit/writeAudit.ts";
import { generateHashedInitialPassword } from "../../auth/generateInitialPassword.ts";
import {
  type Actor,
  type AuditEntry,
  type Call,
  type Handler,
  type Handlers,
  type PreparedHandler,
  RefusalError,
  type UploadedFile,
} from "../../call.ts";
import { ValidationError } from "../../http/validationError.ts";
import { formatExportFileName } from "../../list/prepareExport.ts";
import { announceChange } from "../announceChange.ts";
import { maskPhone } from "../maskPhone.ts";
import { type CheckedRow, checkRows } from "./checkRows.ts";
import { readSheet, writeTemplate } from "./importSheet.ts";
import type { CreatedAccount, ImportTarget } from "./importTarget.ts";
import { createTarget } from "./importTargets.ts";

function assertMayImport({ roles }: Pick<Actor, "roles">, kind: ImportKind): void {
  if (!roles.some((role) => importRoles[kind].includes(role)))
    throw new RefusalError(`当前角色不能导入${importKind.label(kind)}`, stateCodes.roleForbidden);
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

/** Reads a file's rows and finds what is wrong with each, without creating any. */
async function readRows(
  kind: ImportKind,
  { bytes, truncated }: UploadedFile,
  { db, actor }: Pick<Call, "db" | "actor">,
): Promise<{ readonly target: ImportTarget; readonly rows: readonly CheckedRow[] }> {
  assertMayImport(actor, kind);
  if (truncated || bytes.length > importMaxBytes)
    throw new RefusalError(`文件不能超过 ${importMaxBytes / 1024 / 1024} MB，请拆分后再导入`);
  const target = await createTarget[kind](db);
  const rows = await readSheet(bytes, target.columns);
  return { target, rows: await checkRows(db, target, rows) };
}

/** Ends a trial run: everything it did is rolled back. */
class TrialEnd extends Error {}

const trialAccount: CreatedAccount = { password: "", passwordHash: "" };

/**
 * Creates the records of the faultless rows, each in a savepoint of its own, by the code of the call that creates one.
 * A row that this refuses gets the reason as its fault.
 */
async function createRows(
  call: Call,
  { endpoint, create, accountPath }: ImportTarget,
  rows: readonly CheckedRow[],
  accounts: ReadonlyMap<number, CreatedAccount> | null,
): Promise<readonly CheckedRow[]> {
  const results: CheckedRow[] = [];
  for (const row of rows) {
    if (row.faults.length > 0) {
      results.push(row);
      continue;
    }
    const account = accountPath === null ? null : (accounts?.get(row.row) ?? trialAccount);
    try {
      await call.db.transaction(async (savepoint) => {
        const audit = (entry: AuditEntry) => entries.push(entry);
        const entries: AuditEntry[] = [];
        // The prototype keeps the call's getters, which a copy would read.
        const rowCall: Call = Object.assign(Object.create(call) as Call, { db: savepoint, audit });
        await create(row.body, rowCall, account);
        for (const entry of entries)
          await writeAudit(
            savepoint,
            {
              id: call.newId(),
              at: call.now,
              actor: call.actor,
              address: call.address,
              reqId: call.reqId,
              endpoint,
            },
            entry,
          );
      });
      results.push(row);
    } catch (error) {
      results.push({ ...row, faults: toFaults(error) });
    }
  }
  return results;
}

/** What a refused row is told; any other error ends the import. */
function toFaults(error: unknown): ImportRow["faults"] {
  if (error instanceof RefusalError) return [{ column: "", message: error.message }];
  if (error instanceof ValidationError) return error.issues.map(({ message }) => ({ column: "", message }));
  throw error;
}

const toReport = ({ row, title, faults }: CheckedRow): ImportRow => ({ row, title, faults });

/** Tries the import and rolls it back: what it reports is what the import would say. */
const importCheck: Handler<typeof importCalls.importCheck> = async ({ params: { kind }, file }, call) => {
  const { target, rows } = await readRows(kind, file, call);
  let tried: readonly CheckedRow[] = rows;
  await call.db
    .transaction(async (db) => {
      const trial = { db, afterCommit: () => undefined };
      tried = await createRows(Object.assign(Object.create(call) as Call, trial), target, rows, null);
      throw new TrialEnd();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TrialEnd)) throw error;
    });
  return { rows: tried.map(toReport) };
};

type Run = typeof importCalls.importRun;

/** Imports the file: all rows or none, or those without faults. Passwords are made before the transaction. */
const importRun: PreparedHandler<Run> = {
  prepare: async ({ params: { kind }, file }, call) => {
    const { target, rows } = await readRows(kind, file, call);
    const accounts = new Map<number, CreatedAccount>();
    if (target.accountPath !== null)
      for (const { row, faults } of rows)
        if (faults.length === 0) accounts.set(row, await generateHashedInitialPassword(call.randomBytes));
    return (input, using) => store(input.query, kind, using, target, rows, accounts);
  },
};

/** What other consoles' lists show of an import. */
const changedEntities = {
  company: ["company", "user"],
  user: ["user", "company"],
  box: ["box"],
  drone: ["device"],
  hangar: ["hangar", "device"],
} as const satisfies Readonly<Record<ImportKind, readonly AuditEntity[]>>;

async function store(
  { mode, fileName }: z.output<Run["query"]>,
  kind: ImportKind,
  call: Call,
  target: ImportTarget,
  checked: readonly CheckedRow[],
  accounts: ReadonlyMap<number, CreatedAccount>,
) {
  const rows = await createRows(call, target, checked, accounts);
  const faulty = rows.filter(({ faults }) => faults.length > 0);
  const created = rows.filter(({ faults }) => faults.length === 0);
  if (mode === "all" && faulty.length > 0)
    throw new RefusalError(`有 ${faulty.length} 行需要修改，没有导入任何内容：${formatFirstFault(faulty)}`);
  if (created.length === 0) throw new RefusalError(`没有可以导入的行：${formatFirstFault(faulty)}`);
  for (const entity of changedEntities[kind]) announceChange(call, entity, null);
  call.audit({
    entityId: null,
    after: { fileName, importKind: kind, mode, count: created.length, leftOut: faulty.length },
  });
  const secret = created.flatMap(({ row, title, account }) => {
    const password = accounts.get(row)?.password;
    return password === undefined ? [] : [{ row, account: `${title} ${maskPhone(account)}`, password }];
  });
  return { count: created.length, rows: rows.map(toReport), secret };
}

const formatFirstFault = ([first]: readonly CheckedRow[]): string => {
  const [fault] = first?.faults ?? [];
  return first && fault ? `第 ${first.row} 行${fault.column}${fault.column && "："}${fault.message}` : "";
};

export const importHandlers: Handlers<typeof importCalls> = { importTemplate, importCheck, importRun };
