import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { exportJobs } from "../../server/db/schema/exportJob.ts";
import { smsBatches } from "../../server/db/schema/smsBatch.ts";
import { createExportDesk } from "../../server/exports/exportDesk.ts";
import { demoGateway } from "../../server/sms/demoGateway.ts";
import { createSender } from "../../server/sms/sender.ts";
import { awayDatabase } from "../awayDatabase.ts";
import { type TestPlatform, testPlatform } from "../platform.ts";
import { slowExport } from "./slowExport.ts";
import { putBatch, putSms } from "./smsDesk.ts";

let on: TestPlatform;
beforeAll(async () => {
  on = await testPlatform();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => on.close());

test("A mass sending whose last message went as the database did comes to its end after its return", async () => {
  const away = awayDatabase(on.db);
  const { id } = await putBatch(on.db, { status: "sending" });
  await putSms(on.db, { batchId: id, status: "delivered" });
  const sender = createSender({ ...on.platform, db: away.db }, demoGateway(on.clock.now));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await sender.start();
  away.goes();
  // The word of the end, and some rounds.
  await vi.advanceTimersByTimeAsync(5_000);
  expect(away.missed()).toBeGreaterThan(1);
  away.comesBack();
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
  const status = async () => (await on.db.select().from(smsBatches).where(eq(smsBatches.id, id)))[0]?.status;
  await expect.poll(status).toBe("finished");
  await sender.stop();
});

/** An export that the centre shows as running, and its end. */
async function runningExport() {
  const away = awayDatabase(on.db);
  const desk = createExportDesk({ ...on.platform, db: away.db });
  const { id, go } = await slowExport(on, desk);
  const row = async () => (await on.db.select().from(exportJobs).where(eq(exportJobs.id, id)))[0];
  return { id, away, desk, go, row };
}

test("An export that ends while the database is away is noted as done after its return", async () => {
  const { id, away, desk, go, row } = await runningExport();
  away.goes();
  go();
  await expect.poll(away.missed).toBeGreaterThan(1);
  expect(await row()).toMatchObject({ status: "running" });
  away.comesBack();
  await expect.poll(async () => (await row())?.status).toBe("done");
  expect(await desk.stored(id)).not.toBeNull();
  await desk.stop();
});

test("A server that is stopped meanwhile does not wait for the database, and its next start says what was cut", async () => {
  await mkdir(path.join(on.platform.settings.dataDir, "exports"), { recursive: true });
  const { id, away, desk, go, row } = await runningExport();
  away.goes();
  go();
  await expect.poll(away.missed).toBeGreaterThan(0);
  await desk.stop();
  expect(await row()).toMatchObject({ status: "running" });
  await createExportDesk(on.platform).recover();
  expect(await row()).toMatchObject({ status: "cut", failReason: "服务重启，导出没有写完" });
  expect(await readdir(path.join(on.platform.settings.dataDir, "exports"))).not.toContain(`${id}.xlsx`);
});
