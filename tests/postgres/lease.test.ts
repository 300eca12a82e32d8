import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { createLease, type Lease } from "../../server/cluster/lease.ts";
import { createLeaseStore } from "../../server/cluster/leaseStore.ts";
import { LeaseLostError } from "../../server/db/leaseLostError.ts";
import { leases } from "../../server/db/schema/lease.ts";
import { processes } from "../../server/db/schema/process.ts";
import { writeProbes } from "../../server/db/schema/writeProbe.ts";
import { createLog } from "../../server/log/createLog.ts";
import { processTimers } from "../../server/processTimers.ts";
import { createTestDatabase } from "../helpers/testDatabase.ts";

const database = await createTestDatabase();
const { db } = database;
afterAll(database.close);
const opened: Lease[] = [];
beforeEach(async () => {
  await db.delete(leases);
  for (const id of [1, 2])
    await db
      .insert(processes)
      .values({
        id,
        token: "t",
        name: "n",
        address: `http://p${id}`,
        version: "v",
        startedAt: new Date(),
        until: new Date(),
      })
      .onConflictDoNothing();
});
afterEach(async () => {
  for (const lease of opened.splice(0)) await lease.release();
});

function open(processId: number) {
  const heard: string[] = [];
  const lease = createLease(createLeaseStore(db), {
    name: "live",
    processId,
    isCandidate: true,
    log: createLog("silent", { write: () => undefined }),
    timers: processTimers,
    onGained: () => heard.push("gained"),
    onLost: () => heard.push("lost"),
  });
  opened.push(lease);
  return { lease, heard };
}
const write = (lease: Lease) =>
  db.transaction(async (tx) => {
    await lease.fence(tx);
    await tx.insert(writeProbes).values({ id: 9, at: new Date() });
  });

test("One of two processes has a lease; the other knows where it is, and has it at once where it is given up", async () => {
  const first = open(1);
  await expect.poll(() => first.heard).toEqual(["gained"]);
  const second = open(2);
  await expect.poll(() => second.lease.getOwner()).toEqual({ id: 1, address: "http://p1" });
  await expect(write(second.lease)).rejects.toThrow(LeaseLostError);
  await first.lease.release();
  await expect.poll(() => second.heard).toEqual(["gained"]);
  expect(second.lease.getEpoch()).toBe(2);
});

test("Of two processes that find a lease free at the same time one has it", async () => {
  await db.insert(leases).values({ name: "live", epoch: 0, until: sql`'-infinity'` });
  const waiting = sql<number>`(select count(*)::int from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database())`;
  const isHeld = Promise.withResolvers<void>();
  const bothAsk = Promise.withResolvers<void>();
  const holding = db.transaction(async (tx) => {
    await tx.select().from(leases).for("update");
    isHeld.resolve();
    await bothAsk.promise;
  });
  await isHeld.promise;
  const both = [open(1), open(2)];
  await expect.poll(() => db.select({ waiting }).from(leases)).toEqual([{ waiting: 2 }]);
  bothAsk.resolve();
  await holding;
  await expect.poll(() => both.every(({ lease }) => lease.getEpoch() ?? lease.getOwner())).toBe(true);
  expect(both.flatMap(({ heard }) => heard)).toEqual(["gained"]);
});

test("Whoever lost its lease while it was away commits nothing that it has begun, and is told", async () => {
  const first = open(1);
  await expect.poll(() => first.heard).toEqual(["gained"]);
  // Frozen within a transaction, as its fence was passed already.
  const frozen = Promise.withResolvers<void>();
  const late = db
    .transaction(async (tx) => {
      await first.lease.fence(tx);
      await frozen.promise;
      await tx.insert(writeProbes).values({ id: 9, at: new Date() });
    })
    .then(
      () => "committed",
      () => "refused",
    );
  const take = async () => {
    await db.update(leases).set({ until: sql`now() - interval '1 second'` });
    return createLeaseStore(db).take("live", 2);
  };
  await expect.poll(take, { timeout: 10_000 }).toBe(2);
  frozen.resolve();
  expect(await late).toBe("refused");
  await expect(write(first.lease)).rejects.toThrow(LeaseLostError);
  expect(first.heard).toEqual(["gained", "lost"]);
  expect(await db.$count(writeProbes, eq(writeProbes.id, 9))).toBe(0);
});
