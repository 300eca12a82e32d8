import { isId } from "../../adapters/contract/fields.ts";
import type { Db } from "../db/handle.ts";
import { requireRecord } from "../records/refusals.ts";
import { readHidden } from "../scope/readHidden.ts";
import type { RecordScope } from "../scope/recordScope.ts";

/** All texts in an input that may be ids: ids are unique over all records, so that no call needs to say what is one. */
function collectIds(value: unknown, ids: Set<string>): Set<string> {
  if (typeof value === "string") {
    if (isId(value)) ids.add(value);
  } else if (value !== null && typeof value === "object" && !Buffer.isBuffer(value))
    for (const part of Object.values(value)) collectIds(part, ids);
  return ids;
}

/** Refuses a call about a record outside of the scope, as if it were not there. */
export async function assertInScope(db: Db, scope: RecordScope, input: object): Promise<void> {
  if (scope.by === "all") return;
  const [hidden] = await readHidden(db, scope, [...collectIds(input, new Set())]);
  if (hidden) requireRecord(null, hidden.label);
}
