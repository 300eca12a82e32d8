import type { ImportRow } from "../../../adapters/contract/sheetImport.ts";
import { writeAudits } from "../../audit/writeAudit.ts";
import type { AuditEntry, Call, Effect } from "../../call.ts";
import { RefusalError } from "../../errors.ts";
import { ValidationError } from "../../http/validationError.ts";
import type { CheckedRow } from "./checkRows.ts";
import type { ImportTarget } from "./importTarget.ts";
import { withinTransaction } from "./withinTransaction.ts";

/** A row after its record was tried or created. */
export interface TriedRow extends CheckedRow {
  /** Null if it has faults. */
  readonly recordId: string | null;
}

/**
 * Creates the records of these rows by the code of the call that creates one, with an audit row for each. Where some of
 * them are refused, halves of the group are tried, so that each refused row gets the reason as its fault.
 * @param hashes of the passwords of new accounts, by row
 */
export async function createRows(
  call: Call,
  target: ImportTarget,
  rows: readonly CheckedRow[],
  hashes: ReadonlyMap<number, string>,
): Promise<readonly TriedRow[]> {
  if (rows.length === 0) return [];
  try {
    return await createGroup(call, target, rows, hashes);
  } catch (error) {
    const faults = toFaults(error);
    const [only] = rows;
    if (rows.length === 1 && only) return [{ ...only, faults, recordId: null }];
    const middle = Math.ceil(rows.length / 2);
    return [
      ...(await createRows(call, target, rows.slice(0, middle), hashes)),
      ...(await createRows(call, target, rows.slice(middle), hashes)),
    ];
  }
}

async function createGroup(
  call: Call,
  { endpoint, create }: ImportTarget,
  rows: readonly CheckedRow[],
  hashes: ReadonlyMap<number, string>,
): Promise<readonly TriedRow[]> {
  const entries: AuditEntry[] = [];
  const effects: Effect[] = [];
  const created = await call.db.transaction(async (savepoint) => {
    const groupCall: Call = Object.assign(withinTransaction(call, savepoint, effects), {
      audit: (entry: AuditEntry) => entries.push(entry),
    });
    const records = await create(
      rows.map(({ row, body }) => ({ body, passwordHash: hashes.get(row) ?? "" })),
      groupCall,
    );
    const { newId, now: at, actor, address, reqId } = call;
    await writeAudits(savepoint, { newId, at, actor, address, reqId, endpoint }, entries);
    return records;
  });
  for (const effect of effects) call.afterCommit(effect);
  return rows.map((row, index) => ({ ...row, recordId: created[index]?.id ?? null }));
}

/** What a refused row is told; any other error ends the import. */
function toFaults(error: unknown): ImportRow["faults"] {
  if (error instanceof RefusalError) return [{ column: "", message: error.message }];
  if (error instanceof ValidationError) return error.issues.map(({ message }) => ({ column: "", message }));
  throw error;
}
