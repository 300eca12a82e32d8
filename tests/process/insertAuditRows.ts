import { sql } from "drizzle-orm";
import { openDatabase } from "../../server/db/openDatabase.ts";

/**
 * Inserts rows into the audit trail, so that its export takes seconds.
 * @param database folder of a stopped server, or a PostgreSQL
 */
export async function insertAuditRows(
  database: { readonly dataDir: string } | { readonly url: string },
  rows: number,
): Promise<void> {
  const { db, close } = await openDatabase({ url: undefined, dataDir: "", ...database });
  await db.execute(sql`
    insert into audit_log (id, at, staff_name, address, call, summary, entity, before, after)
    select n, timestamptz '2026-01-01' + n * interval '1 second', '周晓岚', '127.0.0.1', 'DELETE /company/frozen/:id',
      '冻结或解冻企业', 'company', '{"status":"normal"}', '{"status":"frozen","freezeReason":"欠费"}'
    from generate_series(1, ${sql.raw(String(rows))}) as n`);
  await close();
}
