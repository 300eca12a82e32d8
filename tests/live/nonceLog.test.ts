import { afterAll, expect, test } from "vitest";
import { createWriteBehind } from "../../server/telemetry/flights/writeBehind.ts";
import { createNonceLog } from "../../server/telemetry/ingest/nonceLog.ts";
import { createDisconnectableDatabase } from "../helpers/disconnectableDatabase.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";

const ctx = await createTestPlatform();
afterAll(() => ctx.close());
const { priorityDb, clock } = ctx.platform;
const at = (ms: number) => new Date(clock().getTime() + ms);
const key = "7";
const writes = createWriteBehind(ctx.db, () => undefined);
const createLog = (db = priorityDb) => createNonceLog({ priorityDb: db, clock }, writes.insertNonce);

test("a restart reads those whose time stamp is still accepted, also of a sender whose clock is fast", async () => {
  const log = createLog();
  log.add(key, "slow-clock", at(-300_000));
  log.add(key, "fast-clock", at(300_000));
  expect([log.has(key, "slow-clock"), log.has(key, "fast-clock")]).toEqual([true, true]);
  ctx.clock.advance(1);
  await writes.flush();
  const restarted = createLog();
  await restarted.load();
  expect(restarted.has(key, "fast-clock")).toBe(true);
  expect(restarted.has("8", "fast-clock")).toBe(false);
  expect(restarted.has(key, "slow-clock")).toBe(false);
});

test("one whose time stamp is over is forgotten, and stored anew where it is used again", async () => {
  const log = createLog();
  log.add(key, "used-again", at(0));
  ctx.clock.advance(420_000);
  log.add(key, "another-one", at(0));
  expect(log.has(key, "used-again")).toBe(false);
  log.add(key, "used-again", at(0));
  await writes.flush();
  const restarted = createLog();
  await restarted.load();
  expect(restarted.has(key, "used-again")).toBe(true);
});

test("reading them is tried again after a failure", async () => {
  const { db, disconnect, reconnect } = createDisconnectableDatabase(priorityDb);
  const log = createLog(db);
  disconnect();
  await expect(log.load()).rejects.toThrow();
  reconnect();
  await expect(log.load()).resolves.toBeUndefined();
});
