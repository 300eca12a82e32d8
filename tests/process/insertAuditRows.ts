import { sql } from "drizzle-orm";
import { openDatabase } from "../../server/db/openDatabase.ts";

/** Inserts rows into the audit trail of a stopped server, so that its export takes seconds. */
export async function insertAuditRows(dataDir: string, rows: number): Promise<void> {
  const { db, close } = await openDatabase({ url: undefined, dataDir });
  await db.execute(sql`
    insert into audit_log (id, at, staff_name, address, call, summary, entity, before, after)
    select n, timestamptz '2026-01-01' + n * interval '1 second', '周晓岚', '127.0.0.1', 'DELETE /company/frozen/:id',
      '冻结或解冻企业', 'company', '{"status":"normal"}', '{"status":"frozen","freezeReason":"欠费"}'
    from generate_series(1, ${sql.raw(String(rows))}) as n`);
  await close();
}
