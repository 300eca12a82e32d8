import { setTimeout as wait } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemStatusCalls } from "../../adapters/contract/systemStatus.ts";
import { postTelemetry } from "../../demo/device/postTelemetry.ts";
import { openDatabase } from "../../server/db/openDatabase.ts";
import { alarms } from "../../server/db/schema/alarm.ts";
import { demoDevice } from "../../server/modules/accessKey/demoKey.ts";
import { loginClient } from "../process/apiClient.ts";
import { readServerMetrics } from "../process/readServerMetrics.ts";
import { registerDrones } from "../process/registerDrones.ts";
import type { ServerProcess } from "../process/serverProcess.ts";
import { startCluster, type TestCluster } from "../process/startCluster.ts";
import { openConsole } from "./openConsole.ts";
import { findMissing } from "./sampleLedger.ts";
import { countTimes, createSignedSenders } from "./sampleSenders.ts";

const [duty, operator] = ["13800000005", "13800000002"];
const sns = ["CLUSTER-1", "CLUSTER-2", "CLUSTER-3", "CLUSTER-4"];
const lowBattery = "CLUSTER-LOW";

let cluster: TestCluster;
/** The first keeps the live picture. */
let first: ServerProcess;
let second: ServerProcess;
beforeAll(async () => {
  cluster = await startCluster();
  first = await cluster.add();
  second = await cluster.add();
});
afterAll(() => cluster[Symbol.asyncDispose]());

test("A session that ends and a list that changes at one process reach the sockets of another, also without NATS", async () => {
  const atFirst = await loginClient(first.url, operator);
  const console1 = await openConsole(second, atFirst);
  const admin = await openConsole(second, await loginClient(first.url));
  await cluster.nats.kill();
  const again = await loginClient(first.url, operator);
  expect(again.headers).not.toEqual(atFirst.headers);
  expect((await console1.socket.nextFrame(6)).data).toMatchObject({
    message: expect.stringContaining("其他地方"),
  });
  await expect
    .poll(() => JSON.stringify(admin.socket.frames.filter(({ type }) => type === 12)))
    .toContain('"kind":"session"');
  await cluster.nats.start();
  // What only the first can know is asked through the second.
  const list = await (await loginClient(second.url, duty)).call("POST", "/task/start/list", {
    pageNo: 1,
    pageSize: 20,
  });
  expect(list).toMatchObject({ status: 200, state: 0 });
});

async function readProcesses() {
  const { data } = await (await loginClient(second.url)).call("GET", "/x/system/status");
  return systemStatusCalls.systemStatus.data.parse(data).processes;
}

test("运行状态 shows both processes, what each does and uses", async () => {
  await expect
    .poll(async () => (await readProcesses()).map(({ status }) => status?.isBusConnected))
    .toEqual([true, true]);
  const [atFirst, atSecond, ...more] = await readProcesses();
  expect([atFirst, atSecond]).toMatchObject([
    { isRunning: true, isThis: false, duties: ["live", "worker"], address: first.url },
    { isRunning: true, isThis: true, duties: [], address: second.url },
  ]);
  expect(more).toEqual([]);
});

test("运行状态 shows a process that has stopped in order for an hour", { tags: "full" }, async () => {
  const third = await cluster.add();
  await expect.poll(async () => (await readProcesses()).length).toBe(3);
  await third.stop();
  expect((await readProcesses()).at(-1)).toMatchObject({ isRunning: false, hasFailed: false, status: null });
});

test("A process that freezes with the live picture has nothing more to say when it thaws, and ends", {
  tags: "full",
}, async () => {
  const atSecond = await loginClient(second.url, duty);
  const readList = async () =>
    (await atSecond.call("POST", "/task/start/list", { pageNo: 1, pageSize: 20 })).status;
  expect(await readList()).toBe(200);
  process.kill(first.pid, "SIGSTOP");
  await expect.poll(() => second.output()).toContain('"lease":"live","epoch":2');
  await expect.poll(readList).toBe(200);
  process.kill(first.pid, "SIGCONT");
  const { code, output } = await first.exited;
  expect([code, output]).toEqual([1, expect.stringContaining("was taken over by another process")]);
  expect(await readList()).toBe(200);
  first = second;
  second = await cluster.add();
});

test("After kill -9 of the process that keeps the live picture another has it within 10 s, with every sample that was accepted at the latter, and no alarm twice", {
  tags: "full",
}, async () => {
  await registerDrones(await loginClient(first.url), [...sns, lowBattery]);
  const watching = await openConsole(second, await loginClient(second.url, duty));
  const senders = createSignedSenders(sns, 100);
  let isOver = false;
  const sending = Promise.all([
    senders.send(second.url, () => isOver),
    sendLowBattery(second.url, () => isOver),
  ]);
  const fleetSize = () => watching.frames.at(-1)?.fleetSize;
  await expect.poll(fleetSize, { timeout: 20_000 }).toBe(5);
  await expect.poll(readAlarms, { timeout: 20_000 }).toBe(1);
  await wait(2_000);
  // They were handed over, not passed on.
  expect(await countSignedCalls(second)).toBeGreaterThan(10);
  expect(await countSignedCalls(first)).toBeLessThan((await countSignedCalls(second)) / 2);
  await first.stop("SIGKILL");
  const killedAt = performance.now();
  const isBack = () => {
    const frame = watching.frames.at(-1);
    return frame !== undefined && frame.fleetSize === 5 && frame.at > killedAt + 1_500;
  };
  await expect.poll(isBack, { timeout: 10_000 - (performance.now() - killedAt) }).toBe(true);
  const before = countTimes(senders.accepted);
  await expect.poll(() => countTimes(senders.accepted), { timeout: 20_000 }).toBeGreaterThan(before + 50);
  isOver = true;
  await sending;
  expect(await readAlarms()).toBe(1);
  expect((await readProcesses()).filter(({ hasFailed }) => hasFailed)).toMatchObject([
    { address: first.url, duties: [] },
  ]);
  await second.stop();
  expect(await findMissing({ dataDir: "", url: cluster.postgres.url }, senders.accepted)).toEqual({
    lost: 0,
    twice: 0,
  });
});

/** Signed calls that a process has answered itself, not passed on. */
const countSignedCalls = async ({ url }: ServerProcess) =>
  (await readServerMetrics(url))(
    'console_call_duration_seconds_count{call="POST /iapi/telemetry",status="2xx",state="0"}',
  );

async function sendLowBattery(url: string, isOver: () => boolean): Promise<void> {
  for (let seq = 0; !isOver(); seq += 1) {
    const place = {
      lat: 399_300_000 + seq * 10,
      lon: 1_054_700_000,
      hRel: 60,
      vH: 1,
      phase: "mission" as const,
    };
    await postTelemetry({ ...demoDevice, url }, [
      { droneSn: lowBattery, seq, tSrc: Date.now(), ...place, batPct: 5 },
    ]);
    await wait(200);
  }
}

/** How often it was alarmed that the battery is nearly empty. */
async function readAlarms(): Promise<number> {
  const { db, close } = await openDatabase({ url: cluster.postgres.url, dataDir: "" });
  try {
    return await db.$count(alarms, and(eq(alarms.droneSn, lowBattery), eq(alarms.kind, "batteryCritical")));
  } finally {
    await close();
  }
}
