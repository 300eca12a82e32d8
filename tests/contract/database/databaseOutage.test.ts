import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { createDemoGateway } from "../../../demo/createDemoGateway.ts";
import { exportJobs } from "../../../server/db/schema/exportJob.ts";
import { smsBatches } from "../../../server/db/schema/smsBatch.ts";
import { createExportFiles } from "../../../server/exports/exportFiles.ts";
import { createExportService } from "../../../server/exports/exportService.ts";
import { createPrepareAgain } from "../../../server/modules/exportJob/prepareStored.ts";
import { createSmsSender } from "../../../server/sms/smsSender.ts";
import { createDisconnectableDatabase } from "../../helpers/disconnectableDatabase.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { startSlowExport } from "../export/startSlowExport.ts";
import { insertBatch, insertSms } from "../sms/smsFixture.ts";

const ctx = await createTestPlatform();
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => ctx.close());

test("A bulk SMS batch whose last message was sent during an outage is finished after it", async () => {
  const disconnectable = createDisconnectableDatabase(ctx.db);
  const { id } = await insertBatch(ctx.db, { status: "sending" });
  await insertSms(ctx.db, { batchId: id, status: "delivered" });
  const sender = createSmsSender(
    { ...ctx.platform, db: disconnectable.db },
    createDemoGateway(ctx.clock.now),
  );
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await sender.start();
  disconnectable.disconnect();
  // Long enough for the final update and some retries.
  await vi.advanceTimersByTimeAsync(5_000);
  expect(disconnectable.failedCallCount()).toBeGreaterThan(1);
  disconnectable.reconnect();
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
  const status = async () => (await ctx.db.select().from(smsBatches).where(eq(smsBatches.id, id)))[0]?.status;
  await expect.poll(status).toBe("finished");
  await sender.stop();
});

/** Starts an export on a database that can be disconnected. */
async function startExport() {
  const disconnectable = createDisconnectableDatabase(ctx.db);
  const exportService = createExportService({
    ...ctx.platform,
    db: disconnectable.db,
    liveDb: disconnectable.db,
  });
  const { id, release } = await startSlowExport(ctx, exportService);
  const row = async () => (await ctx.db.select().from(exportJobs).where(eq(exportJobs.id, id)))[0];
  return { id, disconnectable, exportService, release, row };
}

test("An export that ends during an outage is marked as done after it", async () => {
  const { id, disconnectable, exportService, release, row } = await startExport();
  disconnectable.disconnect();
  release();
  await expect.poll(disconnectable.failedCallCount).toBeGreaterThan(1);
  expect(await row()).toMatchObject({ status: "running" });
  disconnectable.reconnect();
  await expect.poll(async () => (await row())?.status).toBe("done");
  expect(await createExportFiles(ctx.platform).open(ctx.db, id)).not.toBeNull();
  await exportService.stop();
});

test("A stop during an outage does not wait for the database, and the next start writes the export again", async () => {
  await mkdir(path.join(ctx.platform.settings.dataDir, "exports"), { recursive: true });
  const { id, disconnectable, exportService, release, row } = await startExport();
  disconnectable.disconnect();
  release();
  await expect.poll(disconnectable.failedCallCount).toBeGreaterThan(0);
  await exportService.stop();
  expect(await row()).toMatchObject({ status: "running" });
  expect(await readdir(path.join(ctx.platform.settings.dataDir, "exports"))).not.toContain(`${id}.xlsx`);
  await createExportService(ctx.platform).recover(createPrepareAgain(ctx.platform, ctx.live));
  await expect.poll(row).toMatchObject({ status: "done", interruptions: 1 });
  expect(await createExportFiles(ctx.platform).open(ctx.db, id)).not.toBeNull();
});
