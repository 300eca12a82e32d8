import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openInMemory } from "../../../server/db/openDatabase.ts";

test("the embedded database keeps little log, however much is written", async () => {
  const { db, close } = await openInMemory();
  await db.execute(sql`create table texts (text text)`);
  // Otherwise it is compressed.
  await db.execute(sql`alter table texts alter column text set storage external`);
  // 130 MB in all.
  for (let row = 0; row < 1_000; row += 1) {
    await db.execute(sql`insert into texts values (repeat('x', 130000))`);
    if (row % 100 === 99) await db.execute(sql`truncate texts`);
  }
  const [{ bytes } = {}] = await db
    .select({
      bytes: sql<number>`pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)`.mapWith(Number),
    })
    .from(sql`pg_control_checkpoint()`);
  expect(bytes).toBeLessThan(100_000_000);
  await close();
});
