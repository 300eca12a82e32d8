import { type FileHandle, open, readdir } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { exportFiles } from "../../../server/db/schema/exportFile.ts";
import { exportJobs } from "../../../server/db/schema/exportJob.ts";
import { createExportFiles } from "../../../server/exports/exportFiles.ts";
import { createExportService } from "../../../server/exports/exportService.ts";
import { assertExportLimit } from "../../../server/modules/exportJob/assertExportLimit.ts";
import { wholeScope } from "../../../server/scope/recordScope.ts";
import { type ConsoleRole, createTestPlatform } from "../../helpers/testPlatform.ts";
import { createFakeCluster } from "../cluster/createFakeCluster.ts";
import { readExportJob } from "../fixtures/readRecords.ts";
import { startSlowExport } from "./startSlowExport.ts";

const ctx = await createTestPlatform();
const service = createExportService(ctx.platform);
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  expect(ctx.errors).toEqual([]);
  await ctx.close();
});

const folder = () => path.join(ctx.platform.settings.dataDir, "exports");

test("A file is written to the end after its reader has left", async () => {
  const { id, read, release } = await startSlowExport(ctx, service, {}, true);
  const reader = read();
  expect(String((await reader.next()).value)).toBe("half");
  await reader.return(undefined);
  release();
  await expect
    .poll(() => readExportJob(ctx.db, id))
    .toMatchObject({ status: "done", writtenRows: 2, bytes: 9 });
});

test("A finished file is synced before it is marked as done, and no handle stays open", async () => {
  // All handles share a prototype; a closed one has the descriptor -1.
  const any = await open(import.meta.filename);
  const prototype = Object.getPrototypeOf(any) as FileHandle;
  await any.close();
  const synced = vi.spyOn(prototype, "sync");
  const readFrom = vi.spyOn(prototype, "read");
  const { id, read, release } = await startSlowExport(ctx, service, {}, true);
  release();
  let text = "";
  for await (const chunk of read()) text += String(chunk);
  expect(text).toBe("halfwhole");
  expect(await readExportJob(ctx.db, id)).toMatchObject({ status: "done" });
  // Cast: vitest does not type the contexts of a spied method.
  const handles = (contexts: readonly unknown[]) => contexts as readonly FileHandle[];
  expect(handles(synced.mock.contexts).map(({ fd }) => fd)).toEqual([-1]);
  expect(new Set(handles(readFrom.mock.contexts).map(({ fd }) => fd))).toEqual(new Set([-1]));
});

test("A cancelled export ends with an error for its reader, and leaves no file", async () => {
  const { id, read } = await startSlowExport(ctx, service, {}, true);
  const reader = read();
  await reader.next();
  const ended = reader.next().catch(String);
  expect(await service.cancel(id)).toBe(true);
  expect(await ended).toBe("RefusalError: 导出已取消");
  expect(await readExportJob(ctx.db, id)).toMatchObject({ status: "cancelled", writtenRows: 1, bytes: 0 });
  expect(await readdir(folder())).not.toContain(`${id}.xlsx`);
});

test("An export that was cancelled before its late start is not written", async () => {
  const startLate = async (end: (id: string) => Promise<unknown>) => {
    const id = ctx.platform.newId();
    await ctx.db.insert(exportJobs).values({
      id,
      exportId: "late",
      kind: "companyExport",
      body: {},
      conditions: "全部",
      status: "running",
      expectedRows: 1,
      fileName: "企业列表.xlsx",
      staffId: ctx.staff.operator.id,
      staffName: "运营乙",
      createdAt: ctx.clock.now(),
    });
    await end(id);
    let isStarted = false;
    const order = {
      id,
      exportId: "late",
      staffId: "1",
      sessionId: "1",
      rows: 1,
      isStreamed: false,
      mayHaveEnded: true,
    };
    const read = service.start({
      ...order,
      write: async function* () {
        isStarted = true;
        yield Buffer.from("all");
      },
    });
    let text = "";
    for await (const chunk of read()) text += String(chunk);
    return { isStarted, text };
  };
  await expect(startLate((id) => service.forbid(id))).rejects.toThrow("导出已取消");
  expect(await startLate(async () => undefined)).toEqual({ isStarted: true, text: "all" });
});

test("An export whose process stopped is written again by the next; one that has ended three is not", async () => {
  const [first, next] = [createExportService(ctx.platform), createExportService(ctx.platform)];
  const write = async function* () {
    yield Buffer.from("anew");
  };
  const prepare = async () => ({ rows: 1, scopeKey: "all", write });
  const { id, read } = await startSlowExport(ctx, first, {}, true);
  const reading = read();
  await reading.next();
  const ended = reading.next().catch(String);
  await first.stop();
  expect(await ended).toContain("请稍后到导出中心下载");
  const again = await startSlowExport(ctx, first);
  await first.stop();
  await ctx.db.update(exportJobs).set({ interruptions: 2 }).where(eq(exportJobs.id, again.id));
  await next.recover(prepare);
  await expect
    .poll(() => readExportJob(ctx.db, id))
    .toMatchObject({
      status: "done",
      bytes: 4,
      interruptions: 1,
    });
  await expect
    .poll(() => readExportJob(ctx.db, again.id))
    .toMatchObject({
      status: "cut",
      failReason: "服务已中断 3 次，导出没有写完，请缩小范围后重试，或联系管理员",
    });
});

test("With several processes a file is in the database, whoever wrote it, and on no disk once it is read", async () => {
  const cluster = createFakeCluster(() => true);
  const { id, read, release } = await startSlowExport(
    ctx,
    createExportService({ ...ctx.platform, cluster }),
    {},
    true,
  );
  const reader = read();
  await reader.next();
  release();
  await expect.poll(() => readExportJob(ctx.db, id)).toMatchObject({ status: "done", bytes: 9 });
  expect(String((await reader.next()).value)).toBe("whole");
  expect(await reader.next()).toMatchObject({ done: true });
  expect((await readdir(folder())).filter((name) => name.startsWith(id))).toEqual([]);
  const settings = { ...ctx.platform.settings, dataDir: "/nowhere" };
  const file = await createExportFiles({ ...ctx.platform, settings }).open(ctx.db, id);
  let text = "";
  for await (const piece of file ?? []) text += String(piece);
  expect(text).toBe("halfwhole");
  // It goes with the other expired ones.
  await ctx.db.update(exportJobs).set({ keptUntil: ctx.clock.now() }).where(eq(exportJobs.id, id));
  await service.removeExpired();
  expect(await ctx.db.$count(exportFiles)).toBe(0);
});

test("A user may run at most three exports", async () => {
  const createLimitCheck = (role: ConsoleRole) => {
    const { id, name, roles } = ctx.staff[role];
    return () =>
      assertExportLimit({
        exports: service,
        actor: { id, name, roles, sessionId: "1", scope: wholeScope, changedRights: undefined },
      });
  };
  const two = [await startSlowExport(ctx, service), await startSlowExport(ctx, service)];
  expect(createLimitCheck("operator")).not.toThrow();
  const slow = [...two, await startSlowExport(ctx, service)];
  expect(createLimitCheck("operator")).toThrow("您有 3 个导出正在进行，请等其中一个完成，或在导出中心取消");
  expect(createLimitCheck("finance")).not.toThrow();
  for (const { release } of slow) release();
  await expect.poll(() => service.countRunning(ctx.staff.operator.id)).toBe(0);
  expect(createLimitCheck("operator")).not.toThrow();
});
