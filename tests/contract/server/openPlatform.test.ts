/** @module-tag full */

import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { isDatabaseBusy } from "../../../server/db/databaseBusyError.ts";
import { createLog } from "../../../server/log/createLog.ts";
import { openPlatform } from "../../../server/openPlatform.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import { createTemporaryFolder } from "../../process/createTemporaryFolder.ts";
import { occupyConnections } from "../database/occupyConnections.ts";

async function openSettings(env: Readonly<Record<string, string>>) {
  const read = readSettings(env);
  if ("errors" in read) throw new Error(read.errors.join("\n"));
  const failOnError = (error: Error) => expect.unreachable(error.message);
  const log = createLog("silent", { write: () => undefined });
  return openPlatform(read.settings, log, () => 0, {
    onDatabaseStopped: failOnError,
    onDatabaseTaken: failOnError,
    onProcessLost: (reason) => expect.unreachable(reason),
  });
}

test("A call waits a second less for the database than the console waits for the call", async () => {
  using folder = createTemporaryFolder("open-platform");
  const platform = await openSettings({ DATA_DIR: folder.path, REQUEST_TIMEOUT: "2" });
  const release = await occupyConnections(platform.callDb, 1);
  const from = performance.now();
  await expect(platform.callDb.execute(sql`select 1`)).rejects.toSatisfy(isDatabaseBusy);
  // The usual 5 s would be 4 s of waiting.
  expect(performance.now() - from).toBeLessThan(3_500);
  await release();
  await platform.close();
});

test("The waiting time for the database is measured by lane, in seconds", async () => {
  using folder = createTemporaryFolder("open-platform");
  const platform = await openSettings({ DATA_DIR: folder.path });
  const readMetric = async (what: "count" | "sum") => {
    const text = await platform.metrics.registry.metrics();
    const series = `console_database_wait_seconds_${what}{lane="priority"} `;
    const line = text.split("\n").find((one) => one.startsWith(series));
    return Number(line?.slice(series.length) ?? 0);
  };
  const [count, sum] = [await readMetric("count"), await readMetric("sum")];
  const release = await occupyConnections(platform.callDb, 1);
  const query = (async () => platform.priorityDb.execute(sql`select 1`))();
  await wait(300);
  await release();
  await query;
  expect((await readMetric("count")) - count).toBe(1);
  expect((await readMetric("sum")) - sum).toBeGreaterThan(0.25);
  expect((await readMetric("sum")) - sum).toBeLessThan(60);
  await platform.close();
});
