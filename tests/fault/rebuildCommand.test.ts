/** @module-tag full */

import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { query } from "../../server/backup/catalog.ts";
import { openEmbeddedSession } from "../../server/db/databaseSession.ts";
import { getEmbeddedFolder } from "../../server/db/openDatabase.ts";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { runDataCommand } from "../process/dataCommand.ts";
import { startServer } from "../process/serverProcess.ts";

/** The totals of each table, after `change` has been executed. */
async function readTotals(dataDir: string, change = "select 1"): Promise<unknown> {
  const { db, close } = await openEmbeddedSession({ folder: getEmbeddedFolder(dataDir) });
  try {
    await db.execute(sql.raw(change));
    return await query(
      db,
      sql.raw(
        ["region_days", "region_months", "channel_days", "company_days"]
          .map(
            (table) =>
              `select '${table}' as name, sum(count)::int as count, sum(amount_fen)::text as fen from ${table}`,
          )
          .join(" union all "),
      ),
    );
  } finally {
    await close();
  }
}

const rebuild = (dataDir: string) => runDataCommand("rebuildStatistics", [], { DATA_DIR: dataDir });

it("statistics:rebuild recounts damaged totals from the records", async () => {
  using data = createDemoFolder();
  // Folds what the demo has not folded yet.
  const before = await readTotals(data.path, "select fold_statistics()");
  const damage = "with gone as (delete from channel_days) update region_days set count = count + 1";
  expect(await readTotals(data.path, damage)).not.toEqual(before);
  expect(await rebuild(data.path)).toEqual({ code: 0, output: "Recounted the statistics from the records." });
  expect(await readTotals(data.path)).toEqual(before);
});

it("statistics:rebuild says in one line why it cannot recount", async () => {
  using none = createTemporaryFolder("none");
  expect(await rebuild(none.path)).toEqual({
    code: 1,
    output: `There is no database in DATA_DIR ${none.path}.`,
  });
  using data = createDemoFolder();
  await using _server = await startServer({ dataDir: data.path, env: { FLEET: "0" } });
  const { code, output } = await rebuild(data.path);
  expect({ code, lines: output.split("\n").length }, output).toEqual({ code: 1, lines: 1 });
  expect(output).toContain("is in use");
});
