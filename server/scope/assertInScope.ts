import { sql } from "drizzle-orm";
import { isId } from "../../adapters/contract/fields.ts";
import type { Db } from "../db/handle.ts";
import { requireRecord } from "../records/refusals.ts";
import type { RecordScope } from "./recordScope.ts";
import { selectHidden } from "./scopeStatement.ts";

/** All texts in an input that may be ids: ids are unique over all tables, so that no call needs to say what is one. */
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
  const ids = [...collectIds(input, new Set())];
  if (ids.length === 0) return;
  const [hidden] = await db
    .select({ label: sql<string>`label` })
    .from(sql`(${sql.raw(selectHidden(ids, scope))}) as hidden`)
    .limit(1);
  if (hidden) requireRecord(null, hidden.label);
}
