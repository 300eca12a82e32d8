import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import { systemStatusCalls } from "../../../adapters/contract/systemStatus.ts";
import { exportJobs } from "../../../server/db/schema/exportJob.ts";
import { processes } from "../../../server/db/schema/process.ts";
import { platformEvents } from "../../../server/db/schema/taskEvent.ts";
import { findConcerns, type SystemStatus } from "../../../src/pages/operate/system/findConcerns.ts";
import { createTestPlatform, type TestPlatform } from "../../helpers/testPlatform.ts";
import { unwrapData } from "../order/orderFixture.ts";

let ctx: TestPlatform;
beforeAll(async () => {
  ctx = await createTestPlatform();
});
afterAll(() => ctx.close());

const readStatus = async ({ callAs }: TestPlatform = ctx) =>
  unwrapData<EndpointData<typeof systemStatusCalls.systemStatus>>(
    await callAs("maintainer", systemStatusCalls.systemStatus, {}),
  );

test("the only process says that it does all, what it uses, what waits and what happened", async () => {
  await ctx.db.insert(exportJobs).values({
    id: ctx.platform.newId(),
    exportId: "e1",
    kind: "companyExport",
    body: {},
    conditions: "",
    status: "running",
    expectedRows: 1,
    fileName: "",
    staffId: "1",
    staffName: "",
    createdAt: ctx.clock.now(),
  });
  await ctx.db.insert(platformEvents).values([
    { id: ctx.platform.newId(), at: new Date("2026-03-01T01:00:00Z"), kind: "outage", durationMs: 61_000 },
    { id: ctx.platform.newId(), at: new Date("2026-03-01T02:00:00Z"), kind: "stall", durationMs: 4_000 },
  ]);
  const status = await readStatus();
  expect(status).toMatchObject({
    at: "2026-03-02T02:00:00.000Z",
    processes: [
      {
        // The name of a migration is no version that anybody knows.
        version: "",
        isRunning: true,
        isThis: true,
        duties: ["live", "worker"],
        status: { sockets: 0, flights: 0, isBusConnected: null },
      },
    ],
    database: { isWritable: true, damagedTables: [] },
    jobs: { exports: 1, imports: 0, sms: 0 },
    events: [
      { at: "2026-03-01T02:00:00.000Z", kind: "stall", durationMs: 4_000 },
      { at: "2026-03-01T01:00:00.000Z", kind: "outage", durationMs: 61_000 },
    ],
  });
  expect(status.processes[0]?.status?.memoryBytes).toBeGreaterThan(10_000_000);
  expect(status.database.sizeBytes).toBeGreaterThan(1_000_000);
  // How fast it answers here says nothing.
  expect(findConcerns({ ...status, database: { ...status.database, answerMs: 3 } })).toEqual([]);
});

test("a process that has not joined the others yet does nothing for them", { tags: "full" }, async () => {
  const clustered = await createTestPlatform({ processId: 1 });
  const row = { token: "", version: "", startedAt: new Date(), until: sql`now() + interval '6 seconds'` };
  await clustered.db.insert(processes).values([
    { ...row, id: 1, name: "a 1", address: "http://a" },
    { ...row, id: 2, name: "b 2", address: "" },
  ]);
  const { processes: found } = await readStatus(clustered);
  expect(found.map(({ id, duties }) => [id, duties])).toEqual([
    [1, []],
    [2, []],
  ]);
  await clustered.close();
});

test("what has to be looked after is said, with what to do", async () => {
  const status = await readStatus();
  const [own] = status.processes;
  if (!own?.status) throw new Error("this process said nothing");
  const other = { ...own, id: 7, name: "b 2", duties: ["worker" as const] };
  const broken: SystemStatus = {
    ...status,
    database: { ...status.database, isWritable: false, damagedTables: ["orders"], answerMs: 2_500 },
    processes: [
      { ...other, status: { ...own.status, isBusConnected: false, unwrittenMs: 20_000 } },
      {
        ...other,
        name: "c 3",
        isRunning: false,
        hasFailed: true,
        duties: [],
        status: null,
        heardAt: "2026-03-02T01:30:00.000Z",
      },
    ],
  };
  expect(findConcerns(broken)).toEqual([
    "数据库不能写入，保存都会被拒绝。请检查数据库服务和磁盘空间。",
    "有 1 张数据表不能完整读出：orders。请按备份文档恢复。",
    "没有进程负责实时画面。请启动一个能承担它的进程。",
    "进程 b 2 连不上消息总线，消息改由数据库每秒传递。请检查 NATS。",
    "进程 b 2 的飞行数据已有 20 秒没有写入数据库。请检查数据库。",
    "数据库答复用了 2500 毫秒。请检查数据库的负载。",
    "进程 c 3 在 2026-03-02 09:30:00 或之前异常停止。请查看它的日志。",
  ]);
});
