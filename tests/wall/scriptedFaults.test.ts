import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createScriptedServer, startScriptedWall } from "./createScriptedWall.ts";

const stepMs = 250;
const recoveryLimitMs = 15_000;
const staleAfterMs = 15_000;
const cuts = 20;
const restarts = 3;
const dayMs = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 26) });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Puts a screen through all faults, in an order and at moments that the seed gives. */
async function runFaults(seed: number) {
  const random = createRandom(seed);
  const server = createScriptedServer();
  const wall = startScriptedWall(server, () => 1_700_000_000_000 + performance.now());
  let isFrozen = false;
  let looksLive = 0;
  let slowestMs = 0;

  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      await vi.advanceTimersByTimeAsync(stepMs);
      const age = performance.now() - (wall.seen.receivedAt ?? 0);
      if (!isFrozen && age > staleAfterMs + stepMs && wall.hasTag("dataFresh")) looksLive += 1;
    }
  }
  /** Waits until data have come again and the picture says so. */
  async function recover(): Promise<void> {
    const from = performance.now();
    while (!((wall.seen.receivedAt ?? 0) > from && wall.hasTag("dataFresh"))) {
      await pass(stepMs);
      if (performance.now() - from > 10 * recoveryLimitMs) throw new Error(`seed ${seed}: never recovered`);
    }
    slowestMs = Math.max(slowestMs, performance.now() - from);
  }
  const faults = [
    ...Array.from({ length: cuts }, () => async () => {
      server.cut();
      await pass(stepMs);
    }),
    ...Array.from({ length: restarts }, () => async () => {
      server.stop();
      await pass(2_000 + random() * 90_000);
      server.start();
    }),
    async () => {
      wall.freeze();
      isFrozen = true;
      await pass(20_000 + random() * 60_000);
      isFrozen = false;
      wall.thaw();
      await vi.advanceTimersByTimeAsync(0);
    },
    async () => {
      wall.jumpClock(random() < 0.5 ? dayMs : -dayMs);
    },
  ]
    .map((fault) => ({ fault, at: random() }))
    .sort((one, other) => one.at - other.at);

  await pass(5_000);
  for (const { fault } of faults) {
    await fault();
    await recover();
    await pass(random() * 3_000);
  }
  wall.stop();
  return { slowestMs, looksLive, ...wall.seen };
}

test("a screen recovers within 15 s of any fault, in any order, without a reload and without looking live", async () => {
  for (let seed = 1; seed <= 25; seed += 1) {
    const { slowestMs, looksLive, refusals, reloads } = await runFaults(seed);
    expect([seed, looksLive, refusals, reloads]).toEqual([seed, 0, 0, []]);
    expect(slowestMs).toBeLessThan(recoveryLimitMs);
  }
});

test("a screen whose data stay away while the server is well reloads itself, and not again within 5 minutes", async () => {
  const server = createScriptedServer();
  const wall = startScriptedWall(server, () => 1_700_000_000_000 + performance.now());
  await vi.advanceTimersByTimeAsync(5_000);
  const silent = setInterval(server.cut, 500);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(wall.seen.reloads).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(240_000);
  expect(wall.seen.reloads).toHaveLength(2);
  server.stop();
  await vi.advanceTimersByTimeAsync(900_000);
  expect(wall.seen.reloads).toHaveLength(2);
  clearInterval(silent);
  server.start();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(wall.hasTag("dataFresh")).toBe(true);
  wall.stop();
});
