import { sql } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import type { RecordScope } from "./recordScope.ts";
import { selectHidden } from "./scopeStatement.ts";

/** Reads which of these ids are of records outside of the scope, with what a refusal calls each. */
export async function readHidden(
  db: Db,
  scope: RecordScope,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly label: string }[]> {
  if (scope.by === "all" || ids.length === 0) return [];
  return db
    .select({ id: sql<string>`id`, label: sql<string>`label` })
    .from(sql`(${sql.raw(selectHidden(ids, scope))}) as hidden`);
}
