import { beforeEach, expect, test } from "vitest";
import { createLookupLimiter, type LookupLimiter } from "../../../server/auth/lookupLimiter.ts";
import { DatabaseBusyError } from "../../../server/db/databaseBusyError.ts";
import type { Db } from "../../../server/db/handle.ts";
import { createConsoleConfig } from "../../helpers/createConsoleConfig.ts";

// Cast: only the identity of the two handles matters.
const [priorityDb, callDb] = [{ lane: "priority" }, { lane: "ordinary" }] as unknown as [Db, Db];
const forgerAddress = "203.0.113.66";
const isFound = (result: string) => result === "found";

let now: number;
let limiter: LookupLimiter;
beforeEach(() => {
  now = Date.UTC(2026, 2, 2);
  limiter = createLookupLimiter({
    priorityDb,
    callDb,
    monotonicMs: () => now,
    settings: { console: createConsoleConfig() },
  });
});

/** Runs successive lookups with this result; returns their lanes. */
async function recordLanes(address: string, result: string, count: number): Promise<string[]> {
  const taken: string[] = [];
  const lookUp = (db: Db) => {
    taken.push(db === priorityDb ? "priority" : "ordinary");
    return Promise.resolve(result);
  };
  for (let n = 0; n < count; n += 1) expect(await limiter.run(address, lookUp, isFound)).toBe(result);
  return taken;
}
const repeatLane = (count: number, lane: string) => Array.from({ length: count }, () => lane);

/** Lookups that wait for `release`. Counts running lookups by lane, and their maximum. */
function startHeldLookups(result = "unknown") {
  const gate = Promise.withResolvers<void>();
  const running = { priority: 0, ordinary: 0, mostPriority: 0, mostOrdinary: 0 };
  const lookUp = async (db: Db) => {
    const lane = db === priorityDb ? "priority" : "ordinary";
    running[lane] += 1;
    running.mostPriority = Math.max(running.mostPriority, running.priority);
    running.mostOrdinary = Math.max(running.mostOrdinary, running.ordinary);
    await gate.promise;
    running[lane] -= 1;
    return result;
  };
  return { lookUp, running, release: gate.resolve };
}
const nextTick = () => new Promise((done) => setTimeout(done, 0));

test("An address has 60 unknown lookups a minute on the priority lane; further ones use the ordinary lane", async () => {
  expect(await recordLanes(forgerAddress, "unknown", 80)).toEqual([
    ...repeatLane(60, "priority"),
    ...repeatLane(20, "ordinary"),
  ]);
  expect(await recordLanes(forgerAddress, "found", 1)).toEqual(["ordinary"]);
  expect(await recordLanes("203.0.113.67", "found", 1)).toEqual(["priority"]);
  now += 59_999;
  expect(await recordLanes(forgerAddress, "found", 1)).toEqual(["ordinary"]);
  now += 1;
  expect(await recordLanes(forgerAddress, "unknown", 1)).toEqual(["priority"]);
});

test("Valid credentials do not count", async () => {
  expect(await recordLanes(forgerAddress, "found", 500)).toEqual(repeatLane(500, "priority"));
});

test("200 concurrent valid lookups from one address all use the priority lane, 60 at a time", async () => {
  const { lookUp, running, release } = startHeldLookups("found");
  const results = Array.from({ length: 200 }, () => limiter.run(forgerAddress, lookUp, isFound));
  await nextTick();
  expect(running.priority).toBe(60);
  release();
  expect(await Promise.all(results)).toEqual(repeatLane(200, "found"));
  expect(running).toEqual({ priority: 0, ordinary: 0, mostPriority: 60, mostOrdinary: 0 });
});

test("Waiting lookups use the priority lane again once a new minute begins", async () => {
  await recordLanes(forgerAddress, "unknown", 60);
  now += 59_000;
  const { lookUp, running, release } = startHeldLookups();
  const results = Array.from({ length: 30 }, () => limiter.run(forgerAddress, lookUp, isFound));
  await nextTick();
  expect(running).toMatchObject({ priority: 0, ordinary: 1 });
  now += 1_000;
  results.push(limiter.run(forgerAddress, lookUp, isFound));
  await nextTick();
  expect(running).toMatchObject({ priority: 30, ordinary: 1 });
  release();
  expect(await Promise.all(results)).toEqual(repeatLane(31, "unknown"));
});

test("Of concurrent lookups 60 run first, the others one at a time; beyond 200 waiting they are refused", async () => {
  const { lookUp, running, release } = startHeldLookups();
  const results = Array.from({ length: 300 }, () => limiter.run(forgerAddress, lookUp, isFound));
  const settled = Promise.allSettled(results);
  await nextTick();
  expect(running).toMatchObject({ priority: 60, ordinary: 0 });
  expect(await recordLanes("203.0.113.67", "found", 1)).toEqual(["priority"]);
  release();
  const refused = (await settled).filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(40);
  expect(refused[0]).toMatchObject({ reason: expect.any(DatabaseBusyError) });
  expect(running).toEqual({ priority: 0, ordinary: 0, mostPriority: 60, mostOrdinary: 1 });
});

test("A lookup that waited longer than its client's timeout is refused without running", async () => {
  await recordLanes(forgerAddress, "unknown", 60);
  const { lookUp, running, release } = startHeldLookups();
  const [first, ...others] = Array.from({ length: 3 }, () => limiter.run(forgerAddress, lookUp, isFound));
  const refused = Promise.allSettled(others);
  await nextTick();
  now += 4_000;
  release();
  expect(await first).toBe("unknown");
  const busy = { status: "rejected", reason: expect.any(DatabaseBusyError) };
  expect(await refused).toEqual([busy, busy]);
  expect(running.mostOrdinary).toBe(1);
  expect(await recordLanes(forgerAddress, "found", 1)).toEqual(["ordinary"]);
});

test("A failing lookup does not block later ones and does not count", async () => {
  await recordLanes(forgerAddress, "unknown", 60);
  const fail = () => Promise.reject(new Error("no database"));
  for (let n = 0; n < 3; n += 1)
    await expect(limiter.run(forgerAddress, fail, isFound)).rejects.toThrow("no database");
  expect(await recordLanes(forgerAddress, "found", 1)).toEqual(["ordinary"]);
  for (let n = 0; n < 100; n += 1)
    await expect(limiter.run("203.0.113.67", fail, isFound)).rejects.toThrow("no database");
  expect(await recordLanes("203.0.113.67", "found", 1)).toEqual(["priority"]);
});

test.each([
  ["2001:db8:7:9::1", "2001:db8:7:9:ffff:0:0:2", "2001:db8:7:a::1"],
  ["2001:db8::1", "2001:0db8:0:0:1::2", "2001:db8:1::1"],
  ["::ffff:192.0.2.1", "::ffff:192.0.2.1", "::ffff:192.0.2.2"],
])("%s counts together with %s, not with %s", async (one, same, other) => {
  await recordLanes(one, "unknown", 60);
  expect(await recordLanes(same, "unknown", 1)).toEqual(["ordinary"]);
  expect(await recordLanes(other, "unknown", 1)).toEqual(["priority"]);
});

test("Addresses are removed once their minute is over", async () => {
  for (let n = 0; n < 250; n += 1) await recordLanes(`198.51.100.${n}`, "unknown", 1);
  expect(limiter.count()).toBe(250);
  now += 60_000;
  await recordLanes(forgerAddress, "unknown", 1);
  expect(limiter.count()).toBe(1);
});
