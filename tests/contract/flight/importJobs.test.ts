import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import path from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { flightFileCalls, type ImportJob, importJob } from "../../../adapters/contract/flightFile.ts";
import { cleanup } from "../../../server/cleanup.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { importFiles } from "../../../server/db/schema/importFile.ts";
import { type ImportRecord, importJobs } from "../../../server/db/schema/importJob.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { tasks } from "../../../server/db/schema/task.ts";
import { createImportService, type RunImportJob } from "../../../server/jobs/importService.ts";
import { createRecordingImporter } from "../../../server/modules/flightFile/importRecording.ts";
import { type ConsoleRole, createTestPlatform } from "../../helpers/testPlatform.ts";
import { createFakeCluster } from "../cluster/createFakeCluster.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";
import { connectSocket, createMessage, listenSocket } from "../socket/socketClient.ts";
import { followImports } from "./followImports.ts";

// Its sockets send no heartbeats.
const ctx = await createTestPlatform({ socketLimits: { silenceMs: 120_000 } });
const company = await (await createDataFactory(ctx)).createCompany();
const { getStates, waitForEnd } = followImports(ctx);
const importer = createRecordingImporter(ctx.platform, ctx.live);
let count = 0;
beforeEach(() => ctx.db.delete(importJobs));
afterAll(() => ctx.close());

const folder = path.join(ctx.platform.settings.dataDir, "imports");

/** A GPX track of two points, each time another one. */
const createGpx = () =>
  `<gpx><trk><name>${++count}</name><trkseg>${["02:00:00", "02:00:05"]
    .map(
      (time, i) =>
        `<trkpt lat="39.92${i}" lon="105.46"><ele>50</ele><time>2026-03-01T${time}Z</time></trkpt>`,
    )
    .join("")}</trkseg></trk></gpx>`;

async function upload(text = createGpx(), role: ConsoleRole = "maintainer") {
  const query = {
    companyId: company.id,
    droneSn: "JOB-1",
    kind: "survey" as const,
    fileName: "东区.gpx",
    requestId: `import-job-${++count}`,
  };
  const { body } = await ctx.callAs(role, flightFileCalls.flightImport, { query, file: new Blob([text]) });
  // Cast: the contract tests parse it with its schema.
  return { state: body.state, message: body.message, id: (body.data as { id: string } | null)?.id ?? "" };
}

async function list(role: ConsoleRole): Promise<readonly ImportJob[]> {
  const { body } = await ctx.callAs(role, flightFileCalls.flightImports, {});
  return (body.data as { list: ImportJob[] }).list;
}

/** Stores an import whose file is the text, without starting it. */
async function storeJob(text = createGpx(), changed: Partial<ImportRecord> = {}) {
  const id = ctx.platform.newId();
  mkdirSync(folder, { recursive: true });
  const filePath = path.join(folder, `stored-${id}`);
  writeFileSync(filePath, text);
  const values = {
    id,
    companyId: company.id,
    droneSn: "JOB-1",
    kind: "survey" as const,
    name: "东区",
    fileName: "东区.gpx",
    importHash: id,
    status: "waiting" as const,
    staffId: ctx.staff.maintainer.id,
    staffName: ctx.staff.maintainer.name,
    address: "127.0.0.1",
    reqId: "req",
    createdAt: ctx.clock.now(),
    ...changed,
  };
  const [job] = await ctx.db.insert(importJobs).values(values).returning();
  if (!job) throw new Error("The import was not stored");
  return {
    job,
    filePath,
    moveFile: (to: string) => rename(filePath, to),
  };
}

const readJob = async (id: string) =>
  (await ctx.db.select().from(importJobs).where(eq(importJobs.id, id)))[0];
const { signal } = new AbortController();

describe("an import", () => {
  test("is answered at once, told to its user and admins, and listed with its result", async () => {
    const url = await listenSocket(ctx);
    const clients = await Promise.all(
      (["maintainer", "admin", "operator"] as const).map(async (role) => {
        const client = await connectSocket(url);
        client.send(createMessage(1, ctx.staff[role].id, await ctx.loginAs(role)));
        await client.nextFrame(1);
        return client;
      }),
    );
    const { state, id } = await upload();
    expect(state).toBe(0);
    expect(getStates(id).every(({ endedAt }) => endedAt === null)).toBe(true);
    const ended = await waitForEnd(id);
    expect(getStates(id).map(({ status }) => status)).toEqual(["waiting", "running", "done"]);
    expect(ended).toMatchObject({
      fileName: "东区.gpx",
      droneSn: "JOB-1",
      result: { samples: 2, flights: [{ samples: 2 }], leftOut: [], cleared: [] },
      failReason: "",
      staffName: "运维丁",
    });
    const [own, admins, others] = clients;
    for (const client of [own, admins]) {
      expect(importJob.parse((await client?.nextFrame(14))?.data).status).toBe("waiting");
      expect(importJob.parse((await client?.nextFrame(14))?.data).status).toBe("running");
      expect(importJob.parse((await client?.nextFrame(14))?.data)).toEqual(ended);
    }
    // The history's list is told after the frame, which would have come before.
    await others?.nextFrame(12);
    expect(others?.frames.filter(({ type }) => type === 14)).toEqual([]);
    expect(await list("maintainer")).toEqual([ended]);
    expect(existsSync(path.join(folder, id))).toBe(false);
    for (const { raw } of clients) raw.close();
  });

  test("has an audit row of its upload and one of its task, both by who uploaded it", async () => {
    const { id } = await upload();
    const { result } = await waitForEnd(id);
    const rows = await Promise.all(
      [
        ["recordingImport", id],
        ["task", result?.taskId ?? ""],
      ].map(([entity = "", entityId = ""]) =>
        ctx.db
          .select()
          .from(auditLog)
          .where(and(eq(auditLog.entity, entity), eq(auditLog.entityId, entityId))),
      ),
    );
    for (const [row, ...further] of rows) {
      expect(row).toMatchObject({ staffName: "运维丁", summary: "导入飞行记录", address: "127.0.0.1" });
      expect(further).toEqual([]);
    }
    expect(rows[1]?.[0]?.after).toMatchObject({ taskNo: result?.taskNo, fileName: "东区.gpx", samples: 2 });
  });

  test("that fails says why and what to do, and stores nothing", async () => {
    const before = await ctx.db.$count(tasks);
    const { id } = await upload("<gpx></gpx>");
    expect(await waitForEnd(id)).toMatchObject({
      status: "failed",
      result: null,
      failReason: "文件中没有可用的航迹点，请选择其他文件",
    });
    expect(await ctx.db.$count(tasks)).toBe(before);
    expect(ctx.errors).toEqual([]);
  });

  test("of a file that is being imported is refused", { tags: "full" }, async () => {
    const gpx = createGpx();
    const first = await upload(gpx);
    expect(await upload(gpx, "operator")).toMatchObject({
      state: -1,
      message: "该文件正在导入，请稍后在“最近的导入”中查看结果",
    });
    await waitForEnd(first.id);
  });

  test("is listed for its user and for admins", async () => {
    const { job } = await storeJob();
    const getIds = async (role: ConsoleRole) => (await list(role)).map(({ id }) => id);
    expect(await getIds("maintainer")).toEqual([job.id]);
    expect(await getIds("admin")).toEqual([job.id]);
    expect(await getIds("operator")).toEqual([]);
  });

  test("is listed while it is not over, however many are over since", { tags: "full" }, async () => {
    const { job } = await storeJob();
    for (let n = 0; n < 21; n += 1) await storeJob("", { status: "failed", endedAt: ctx.clock.now() });
    const listed = await list("maintainer");
    expect([listed[0]?.id, listed.length]).toEqual([job.id, 21]);
  });

  test("is listed for 90 days after its end", { tags: "full" }, async () => {
    const day = 86_400_000;
    const { job } = await storeJob();
    await ctx.db.update(importJobs).set({ status: "failed", endedAt: ctx.clock.now() });
    const at = (days: number) => () => new Date(ctx.clock.now().getTime() + days * day);
    await cleanup({ ...ctx.platform, clock: at(89) });
    expect(await readJob(job.id)).toBeDefined();
    await cleanup({ ...ctx.platform, clock: at(91) });
    expect(await readJob(job.id)).toBeUndefined();
  });
});

describe("no more imports wait", () => {
  const hold = async (imports: number, staffId: string) => {
    for (let n = 0; n < imports; n += 1) await storeJob("", { staffId });
  };

  test("than 5 of a person; others may go on", { tags: "full" }, async () => {
    await hold(5, ctx.staff.maintainer.id);
    expect((await upload()).message).toBe("您有 5 个文件正在导入或待确认，请先处理其中一个再导入");
    const other = await upload(createGpx(), "operator");
    expect(other.state).toBe(0);
    await waitForEnd(other.id);
  });

  test("than 20 of all", { tags: "full" }, async () => {
    await hold(20, ctx.staff.admin.id);
    expect((await upload()).message).toBe("正在导入的文件较多，请几分钟后再导入");
  });
});

describe("the rights of who uploaded it are checked when it is stored", () => {
  const { id } = ctx.staff.maintainer;
  test.each([
    ["a disabled account", { status: "disabled" }, "账号已停用，没有导入，请联系管理员"],
    ["a deleted account", { deletedAt: ctx.clock.now() }, "账号已停用，没有导入，请联系管理员"],
    ["another role", { roles: ["duty"] }, "账号角色或权限已变更，没有导入，请由有权限的同事重新导入"],
  ] as const)("%s", async (_name, change, reason) => {
    const before = await ctx.db.$count(tasks);
    const { job, filePath } = await storeJob();
    const values = "roles" in change ? { roles: [...change.roles] } : change;
    await ctx.db.update(staff).set(values).where(eq(staff.id, id));
    await expect(importer(job, filePath, signal)).rejects.toThrow(reason);
    await ctx.db
      .update(staff)
      .set({ status: "normal", deletedAt: null, roles: ["maintainer"] })
      .where(eq(staff.id, id));
    expect(await ctx.db.$count(tasks)).toBe(before);
  });
});

test("An import that another process has ended meanwhile stores nothing", { tags: "full" }, async () => {
  const before = await ctx.db.$count(tasks);
  const { job, filePath } = await storeJob();
  const ended = { status: "interrupted" as const, endedAt: ctx.clock.now() };
  await ctx.db.update(importJobs).set(ended).where(eq(importJobs.id, job.id));
  await expect(importer(job, filePath, signal)).rejects.toThrow("is over");
  expect(await ctx.db.$count(tasks)).toBe(before);
});

describe("the queue", () => {
  /** Runs imports that end when the test says so. */
  function createQueue(platform = ctx.platform) {
    const ends: ((error?: Error) => void)[] = [];
    const run: RunImportJob = async (job, _filePath, stopSignal) => {
      await new Promise<void>((resolve, reject) => {
        ends.push((error) => (error ? reject(error) : resolve()));
        stopSignal.addEventListener("abort", () => reject(stopSignal.reason));
      });
      const values = { status: "done" as const, endedAt: ctx.clock.now() };
      await ctx.db.update(importJobs).set(values).where(eq(importJobs.id, job.id));
      return null;
    };
    return { service: createImportService(platform, run), ends };
  }

  test("runs one import after the other, and tells how many are before each", { tags: "full" }, async () => {
    const { service, ends } = createQueue();
    const jobs = [await storeJob(), await storeJob(), await storeJob()];
    for (const { job, moveFile } of jobs) await service.start(job, moveFile);
    const [first = "", second = "", third = ""] = jobs.map(({ job }) => job.id);
    await expect.poll(() => ends.length).toBe(1);
    expect([first, second, third].map(service.getAhead)).toEqual([0, 1, 2]);
    ends[0]?.(new Error("a fault of the server"));
    await expect.poll(() => ends.length).toBe(2);
    expect(ctx.errors.splice(0)).toMatchObject([{ message: "a fault of the server" }]);
    expect(await readJob(first)).toMatchObject({
      status: "failed",
      failReason: "服务器内部错误，请稍后重试",
    });
    expect((await readJob(second))?.status).toBe("running");
    expect(getStates(third).map(({ ahead }) => ahead)).toEqual([2, 1]);
    ends[1]?.();
    await expect.poll(() => ends.length).toBe(3);
    ends[2]?.();
    expect(await waitForEnd(third)).toMatchObject({ status: "done", ahead: 0 });
    await service.stop();
  });

  test("goes on at the next start with what a stopped server left, from the database where the file is elsewhere", async () => {
    const cluster = createFakeCluster(() => true);
    const first = createQueue({ ...ctx.platform, cluster });
    const text = createGpx();
    const jobs = [await storeJob(text), await storeJob()];
    for (const { job, moveFile } of jobs) await first.service.start(job, moveFile);
    await expect.poll(() => first.ends.length).toBe(1);
    await first.service.stop();
    const [{ id } = { id: "" }, { id: second } = { id: "" }] = jobs.map(({ job }) => job);
    expect(await readJob(id)).toMatchObject({ status: "running", endedAt: null });
    rmSync(folder, { recursive: true });

    const next = createQueue({ ...ctx.platform, cluster });
    await next.service.recover();
    await expect.poll(() => next.service.getAhead(second)).toBe(1);
    await expect.poll(() => next.ends.length).toBe(1);
    expect(String(readFileSync(path.join(folder, id)))).toBe(text);
    expect(await readJob(id)).toMatchObject({ status: "running", interruptions: 1 });
    next.ends[0]?.();
    await expect.poll(() => next.ends.length).toBe(2);
    next.ends[1]?.();
    expect(await waitForEnd(second)).toMatchObject({ status: "done" });
    await next.service.stop();
    expect(await ctx.db.$count(importFiles)).toBe(0);
  });

  test("ends what a killed server left without a file, and what has ended three of them; what is over stays", {
    tags: "full",
  }, async () => {
    const { job: lost } = await storeJob("", { status: "running" });
    const { job: often } = await storeJob("", { interruptions: 2 });
    const endedAt = new Date(ctx.clock.now().getTime() - 1_000);
    const { job: done } = await storeJob("", { status: "done", endedAt });
    await createQueue().service.recover();
    expect(await waitForEnd(lost.id)).toMatchObject({
      status: "failed",
      failReason: "上传的文件没有保存下来，请重新导入",
    });
    expect(await waitForEnd(often.id)).toMatchObject({
      status: "interrupted",
      failReason: "服务已中断 3 次，没有导入，请拆分文件后重新导入，或联系管理员",
    });
    expect(await readJob(done.id)).toMatchObject({ status: "done", failReason: "", endedAt });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("tells of an upload whose file is gone", { tags: "full" }, async () => {
    const { service } = createQueue();
    const { job } = await storeJob();
    await service.start(job, (to) => rename(path.join(folder, "gone"), to));
    expect(await waitForEnd(job.id)).toMatchObject({
      status: "failed",
      failReason: "上传的文件没有保存下来，请重新导入",
    });
    expect(ctx.errors).toEqual([]);
  });
});
