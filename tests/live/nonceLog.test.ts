import { afterAll, expect, test } from "vitest";
import { usedNonces } from "../../server/db/schema/usedNonces.ts";
import { createNonceLog } from "../../server/telemetry/ingest/nonceLog.ts";
import { countStatements } from "../helpers/countStatements.ts";
import { createDisconnectableDatabase } from "../helpers/disconnectableDatabase.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";

const ctx = await createTestPlatform();
afterAll(() => ctx.close());
const { priorityDb, clock } = ctx.platform;
const at = (ms: number) => new Date(clock().getTime() + ms);
const key = "7";

test("nonces that come while others are stored share one statement", async () => {
  const log = createNonceLog({ priorityDb, clock });
  const statements = countStatements(ctx.platform);
  const names = Array.from({ length: 50 }, (_, n) => `together-${n}`);
  const cost = await statements.during(() => Promise.all(names.map((name) => log.add(key, name, at(0)))));
  statements.stop();
  expect(cost).toBe(2);
  expect(await ctx.db.$count(usedNonces)).toBe(50);
});

test("one that could not be stored counts as not used", async () => {
  const { db, disconnect, reconnect } = createDisconnectableDatabase(priorityDb);
  const log = createNonceLog({ priorityDb: db, clock });
  disconnect();
  await expect(log.add(key, "lost-once", at(0))).rejects.toThrow();
  expect(log.has(key, "lost-once")).toBe(false);
  reconnect();
  await log.add(key, "lost-once", at(0));
  expect(log.has(key, "lost-once")).toBe(true);
});

test("a restart reads those whose time stamp is still accepted, also of a sender whose clock is fast", async () => {
  const log = createNonceLog({ priorityDb, clock });
  await log.add(key, "slow-clock", at(-300_000));
  await log.add(key, "fast-clock", at(300_000));
  expect([log.has(key, "slow-clock"), log.has(key, "fast-clock")]).toEqual([true, true]);
  ctx.clock.advance(1);
  const restarted = createNonceLog({ priorityDb, clock });
  await restarted.load();
  expect(restarted.has(key, "fast-clock")).toBe(true);
  expect(restarted.has("8", "fast-clock")).toBe(false);
  expect(restarted.has(key, "slow-clock")).toBe(false);
});

test("one whose time stamp is over is forgotten, and stored anew where it is used again", async () => {
  const log = createNonceLog({ priorityDb, clock });
  await log.add(key, "used-again", at(0));
  ctx.clock.advance(420_000);
  await log.add(key, "another-one", at(0));
  expect(log.has(key, "used-again")).toBe(false);
  await log.add(key, "used-again", at(0));
  const restarted = createNonceLog({ priorityDb, clock });
  await restarted.load();
  expect(restarted.has(key, "used-again")).toBe(true);
});

test("reading them is tried again after a failure", async () => {
  const { db, disconnect, reconnect } = createDisconnectableDatabase(priorityDb);
  const log = createNonceLog({ priorityDb: db, clock });
  disconnect();
  await expect(log.load()).rejects.toThrow();
  reconnect();
  await expect(log.load()).resolves.toBeUndefined();
});
