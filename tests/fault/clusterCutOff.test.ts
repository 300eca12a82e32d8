/** @module-tag full */

import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { loginClient } from "../process/apiClient.ts";
import { registerDrones } from "../process/registerDrones.ts";
import { startCluster } from "../process/startCluster.ts";
import { startTcpProxy } from "../process/tcpProxy.ts";
import { openConsole } from "./openConsole.ts";
import { findMissing } from "./sampleLedger.ts";
import { countTimes, createSignedSenders } from "./sampleSenders.ts";

const duty = "13800000005";
const [sns, others] = [
  ["CUT-1", "CUT-2", "CUT-3", "CUT-4"],
  ["CUT-5", "CUT-6", "CUT-7", "CUT-8"],
];
const all = sns.length + others.length;
const cluster = await startCluster();
const database = await startTcpProxy(cluster.postgres.url);
const nats = await startTcpProxy(cluster.nats.url);
afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await nats[Symbol.asyncDispose]();
});

test("A process that keeps the live picture and is cut off from database and NATS is replaced, and writes nothing when it returns", async () => {
  const first = await cluster.add({ DATABASE_URL: database.url, NATS_URL: nats.url });
  const second = await cluster.add();
  await registerDrones(await loginClient(second.url), [...sns, ...others]);
  const person = await loginClient(first.url, duty);
  const atFirst = await openConsole(first, person);
  const watching = await openConsole(second, person);
  // What the cut off process itself is sent it must not accept, or it must be stored.
  const [sent, sentToFirst] = [createSignedSenders(sns, 100), createSignedSenders(others, 100)];
  let isOver = false;
  let address = first.url;
  const sending = Promise.all([
    sent.send(second.url, () => isOver),
    (async () => {
      while (!isOver) {
        const url = address;
        await sentToFirst.send(url, () => isOver || address !== url);
      }
    })(),
  ]);
  for (const { frames } of [atFirst, watching])
    await expect.poll(() => frames.at(-1)?.fleetSize, { timeout: 20_000 }).toBe(all);
  await wait(2_000);

  database.cut();
  nats.cut();
  const cutAt = performance.now();
  await expect.poll(() => second.output(), { timeout: 15_000 }).toContain('"lease":"live","epoch":2');
  expect(performance.now() - cutAt).toBeLessThan(10_000);
  const before = watching.frames.length;
  const counted = countTimes(sent.accepted);
  await expect.poll(() => watching.frames.length, { timeout: 10_000 }).toBeGreaterThan(before + 3);
  await expect.poll(() => countTimes(sent.accepted), { timeout: 20_000 }).toBeGreaterThan(counted + 50);
  expect(watching.frames.at(-1)?.fleetSize).toBe(all);

  database.mend();
  nats.mend();
  const { code, output } = await first.exited;
  expect([code, output]).toEqual([1, expect.stringContaining("was taken over by another process")]);
  // Its consoles and devices go to another one.
  await atFirst.socket.closed;
  address = second.url;
  const again = await openConsole(second, person);
  await expect.poll(() => again.frames.at(-1)?.fleetSize, { timeout: 10_000 }).toBe(all);
  const returned = countTimes(sentToFirst.accepted);
  await expect
    .poll(() => countTimes(sentToFirst.accepted), { timeout: 20_000 })
    .toBeGreaterThan(returned + 50);
  isOver = true;
  await sending;
  await second.stop();
  for (const { accepted } of [sent, sentToFirst])
    expect(await findMissing({ dataDir: "", url: cluster.postgres.url }, accepted)).toEqual({
      lost: 0,
      twice: 0,
    });
});
