/** @module-tag full */

import { afterAll, expect, test } from "vitest";
import { loginClient } from "../process/apiClient.ts";
import { registerDrones } from "../process/registerDrones.ts";
import type { ServerProcess } from "../process/serverProcess.ts";
import { startCluster } from "../process/startCluster.ts";
import { openConsole } from "./openConsole.ts";
import { findMissing } from "./sampleLedger.ts";
import { countTimes, createSignedSenders } from "./sampleSenders.ts";

const duty = "13800000005";
const sns = ["ROLL-1", "ROLL-2", "ROLL-3", "ROLL-4"];
/** How long the picture may stand still while its process is replaced in order, ms. */
const maxGapMs = 7_000;
const cluster = await startCluster();
afterAll(() => cluster[Symbol.asyncDispose]());

test("Three processes are replaced one after the other: no sample is lost, and the picture stands still for 7 s at most", async () => {
  const running: ServerProcess[] = [];
  for (let n = 0; n < 3; n += 1) running.push(await cluster.add());
  /** As a proxy: the one that was started last is replaced last. */
  const getUrl = () => running.at(-1)?.url ?? "";
  const person = await loginClient(getUrl(), duty);
  await registerDrones(await loginClient(getUrl()), sns);
  const senders = createSignedSenders(sns, 100);
  let isOver = false;
  const sending = (async () => {
    while (!isOver) {
      const url = getUrl();
      await senders.send(url, () => isOver || getUrl() !== url);
    }
  })();
  /** When the whole fleet was shown, whichever process the console was connected to. */
  const shownAt: number[] = [];
  const watching = (async () => {
    while (!isOver) {
      const at = running[0];
      if (!at) return;
      const { socket, frames } = await openConsole(at, person);
      socket.raw.on("message", () => {
        const last = frames.at(-1);
        if (last?.fleetSize === sns.length && shownAt.at(-1) !== last.at) shownAt.push(last.at);
      });
      await socket.closed;
    }
  })();
  await expect.poll(() => shownAt.length, { timeout: 30_000 }).toBeGreaterThan(3);

  for (let n = 0; n < 3; n += 1) {
    running.push(await cluster.add());
    const replaced = running.shift();
    expect((await replaced?.stop())?.code).toBe(0);
    const [shown, accepted] = [shownAt.length, countTimes(senders.accepted)];
    await expect.poll(() => shownAt.length, { timeout: 20_000 }).toBeGreaterThan(shown + 3);
    await expect.poll(() => countTimes(senders.accepted), { timeout: 20_000 }).toBeGreaterThan(accepted + 50);
  }
  isOver = true;
  await sending;
  for (const server of running.toReversed()) await server.stop();
  await watching;
  const gaps = shownAt.slice(1).map((at, n) => at - (shownAt[n] ?? at));
  expect(Math.max(...gaps)).toBeLessThan(maxGapMs);
  expect(await findMissing({ dataDir: "", url: cluster.postgres.url }, senders.accepted)).toEqual({
    lost: 0,
    twice: 0,
  });
});
