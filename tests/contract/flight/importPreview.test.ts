import { mkdirSync, writeFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import {
  flightFileCalls,
  type ImportJob,
  type ImportPreview,
} from "../../../adapters/contract/flightFile.ts";
import { type ImportRecord, importJobs } from "../../../server/db/schema/importJob.ts";
import { tasks } from "../../../server/db/schema/task.ts";
import { createImportService } from "../../../server/jobs/importService.ts";
import { type ConsoleRole, createTestPlatform, type TestPlatform } from "../../helpers/testPlatform.ts";
import { createFlightFactory } from "../../live/flightFactory.ts";
import { followImports } from "./followImports.ts";

let ctx: TestPlatform;
let company: Awaited<ReturnType<Awaited<ReturnType<typeof createFlightFactory>>["createCompany"]>>;
let imports: ReturnType<typeof followImports>;
let count = 0;
beforeAll(async () => {
  ctx = await createTestPlatform();
  imports = followImports(ctx);
  company = await (await createFlightFactory(ctx)).createCompany();
});
afterEach(() => vi.useRealTimers());
afterAll(() => ctx.close());

const t0 = Date.UTC(2026, 2, 1, 2);
/** Ten points a second apart, one of which has no time. */
const createGpx = () =>
  `<gpx><trk><name>${++count}</name><trkseg>${Array.from(
    { length: 10 },
    (_, i) =>
      `\n<trkpt lat="${(39.92 + i / 100_000).toFixed(5)}" lon="105.46">${i === 4 ? "" : `<time>${new Date(t0 + i * 1_000).toISOString()}</time>`}</trkpt>`,
  ).join("")}</trkseg></trk></gpx>`;

async function tryUpload(text: string, role: "maintainer" | "operator" = "maintainer") {
  const query = {
    companyId: company.id,
    droneSn: `PREVIEW-${count}`,
    kind: "survey" as const,
    fileName: "东区.gpx",
    preview: "wanted" as const,
    requestId: `preview-upload-${++count}`,
  };
  return (await ctx.callAs(role, flightFileCalls.flightImport, { query, file: new Blob([text]) })).body;
}

async function upload(text = createGpx()): Promise<string> {
  const body = await tryUpload(text);
  expect(body.state).toBe(0);
  // Cast: the contract tests check that the data fits its schema.
  return (body.data as { id: string }).id;
}

/** Stores an import that waits, without starting it. */
async function storeJob(changed: Partial<ImportRecord> = {}): Promise<ImportRecord> {
  const id = ctx.platform.newId();
  const [job] = await ctx.db
    .insert(importJobs)
    .values({
      id,
      companyId: company.id,
      droneSn: "PREVIEW-DAY",
      kind: "survey",
      name: "东区",
      fileName: "东区.gpx",
      importHash: id,
      status: "waiting",
      staffId: ctx.staff.maintainer.id,
      staffName: ctx.staff.maintainer.name,
      address: "127.0.0.1",
      reqId: "req",
      createdAt: ctx.clock.now(),
      ...changed,
    })
    .returning();
  if (!job) throw new Error("The import was not stored");
  return job;
}

const waitForPreview = (id: string): Promise<ImportJob> =>
  vi.waitUntil(() => imports.getStates(id).find(({ status }) => status === "confirm"), { timeout: 60_000 });

const decide = async (id: string, save: boolean, role: ConsoleRole = "maintainer") => {
  const body = { id, save, requestId: `preview-decide-${++count}` };
  return (await ctx.callAs(role, flightFileCalls.flightImportDecide, { body })).body;
};

test("a recording is shown before anything is saved, and saved once its user says so", async () => {
  const before = await ctx.db.$count(tasks);
  const id = await upload();
  const { preview, result, endedAt } = await waitForPreview(id);
  expect([result, endedAt]).toEqual([null, null]);
  expect(preview).toMatchObject({
    samples: 9,
    leftOut: [{ reason: "noTime", count: 1, lines: [6] }],
    flights: [{ startedAt: new Date(t0).toISOString(), durationS: 9, samples: 9 }],
  });
  const track = preview?.flights[0]?.track ?? [];
  expect([track[0], track.at(-1), track.length]).toEqual([[105.46, 39.92], [105.46, 39.92009], 9]);
  expect(await ctx.db.$count(tasks)).toBe(before);

  expect((await decide(id, true, "operator")).message).toContain("该导入已经处理或已过期");
  expect((await decide(id, true)).state).toBe(0);
  const saved = await imports.waitForEnd(id);
  expect(saved).toMatchObject({ status: "done", preview: null, result: { samples: 9 } });
  expect(await ctx.db.$count(tasks)).toBe(before + 1);
  expect((await decide(id, false)).message).toContain("该导入已经处理或已过期");
});

test("one that is cancelled leaves nothing, and its file can be imported again", {
  tags: "full",
}, async () => {
  const before = await ctx.db.$count(tasks);
  const gpx = createGpx();
  const id = await upload(gpx);
  await waitForPreview(id);
  expect((await decide(id, false)).state).toBe(0);
  expect(await imports.waitForEnd(id)).toMatchObject({
    status: "interrupted",
    failReason: "已取消，没有保存",
  });
  expect(await ctx.db.$count(tasks)).toBe(before);
  await waitForPreview(await upload(gpx));
});

test("one that waits for its user holds up nobody, and a colleague with the same file learns whom to ask", {
  tags: "full",
}, async () => {
  const gpx = createGpx();
  const id = await upload(gpx);
  await waitForPreview(id);
  const { name } = ctx.staff.maintainer;
  expect((await tryUpload(gpx, "operator")).message).toBe(
    `该文件待确认，请联系${name}在“最近的导入”中保存或取消`,
  );
  expect((await tryUpload(gpx)).message).toBe("该文件待确认，请在“最近的导入”中核对后保存或取消");
  const queued = await Promise.all(
    Array.from({ length: 19 }, () => storeJob({ staffId: ctx.staff.admin.id })),
  );
  const other = await tryUpload(createGpx(), "operator");
  expect(other.state).toBe(0);
  await waitForPreview((other.data as { id: string }).id);
  for (const job of queued) await ctx.db.delete(importJobs).where(eq(importJobs.id, job.id));
  await decide(id, false);
});

/** Queues an import of which this is read, by a service of its own, and waits for its preview. */
async function startUndecided() {
  const preview: ImportPreview = { flights: [], samples: 0, leftOut: [], cleared: [] };
  const service = createImportService(ctx.platform, async () => preview);
  const job = await storeJob();
  const folder = path.join(ctx.platform.settings.dataDir, "imports");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "uploaded"), "x");
  await service.start({ ...job, isPreviewWanted: true }, (to) => rename(path.join(folder, "uploaded"), to));
  await vi.waitUntil(() => service.getPreview(job.id) !== null);
  return { service, id: job.id };
}

const readJob = async (id: string) =>
  (await ctx.db.select().from(importJobs).where(eq(importJobs.id, id)))[0];

test("one that its user saves as an admin cancels it is decided once: the other is refused", {
  tags: "full",
}, async () => {
  const { service, id } = await startUndecided();
  expect(await service.decide(ctx.db, id, true)).toBe(true);
  expect(await service.decide(ctx.db, id, false)).toBe(false);
  expect(await readJob(id)).toMatchObject({ status: "waiting", endedAt: null });
  await service.stop();
});

test("one whose decision was not stored can still be decided on", { tags: "full" }, async () => {
  const { service, id } = await startUndecided();
  const failing = ctx.db.transaction(async (tx) => {
    await service.decide(tx, id, true);
    throw new Error("no commit");
  });
  await expect(failing).rejects.toThrow("no commit");
  expect(service.getPreview(id)).not.toBeNull();
  expect(await service.decide(ctx.db, id, false)).toBe(true);
  await service.carryOut(id, false);
  expect(await imports.waitForEnd(id)).toMatchObject({ failReason: "已取消，没有保存" });
  expect(service.getPreview(id)).toBeNull();
});

test("one that cannot be dropped after a day is reported and stays", { tags: "full" }, async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { service, id } = await startUndecided();
  await ctx.db.execute(
    "ALTER TABLE import_jobs ADD CONSTRAINT never_over CHECK (ended_at IS NULL) NOT VALID",
  );
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  vi.useRealTimers();
  await expect.poll(() => ctx.errors.splice(0)).toHaveLength(1);
  await ctx.db.execute("ALTER TABLE import_jobs DROP CONSTRAINT never_over");
  expect(service.getPreview(id)).not.toBeNull();
  await service.stop();
});

test("one that nobody decides on for a day is dropped", { tags: "full" }, async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { service, id } = await startUndecided();
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  vi.useRealTimers();
  expect(await imports.waitForEnd(id)).toMatchObject({
    status: "interrupted",
    failReason: "超过一天没有确认，没有保存，请重新导入",
  });
  expect(service.getPreview(id)).toBeNull();
  expect((await readJob(id))?.endedAt).not.toBeNull();
});
