import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { passwordCalls } from "../../../adapters/contract/password.ts";
import { staffCalls } from "../../../adapters/contract/staff.ts";
import { createLookupLimiter } from "../../../server/auth/lookupLimiter.ts";
import { createSessionCache } from "../../../server/auth/sessionCache.ts";
import { endSession } from "../../../server/auth/startSession.ts";
import { updateStaff } from "../../../server/auth/updateStaff.ts";
import type { Db } from "../../../server/db/handle.ts";
import { sessions } from "../../../server/db/schema/sessions.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createCallContext, createTestPlatform, openSession } from "../../helpers/testPlatform.ts";

const minuteMs = 60_000;
const address = "198.51.100.7";

const ctx = await createTestPlatform();
afterAll(() => ctx.close());

const staffId = () => ctx.staff.duty.id;

/** A separate cache that counts its database reads. */
function createCountingCache(maxEntries?: number) {
  const { platform } = ctx;
  let reads = 0;
  const priorityDb = new Proxy(platform.priorityDb, {
    get: (target: Db, key) => {
      if (key === "select") reads += 1;
      return Reflect.get(target, key) as unknown;
    },
  });
  const lookups = createLookupLimiter({ ...platform, priorityDb });
  const cache = createSessionCache({ ...platform, priorityDb, lookups }, maxEntries);
  return { cache, reads: () => reads };
}

async function createSession() {
  const { authorization: token = "" } = await openSession(ctx.platform, staffId());
  const [row] = await ctx.db
    .select()
    .from(sessions)
    .orderBy(sessions.id)
    .offset((await countSessions()) - 1);
  return { token, id: row?.id ?? "" };
}
const countSessions = () => ctx.db.$count(sessions);

test("A session is read once a minute, even for concurrent lookups", async () => {
  const { cache, reads } = createCountingCache();
  const { token, id } = await createSession();
  const found = await Promise.all(Array.from({ length: 50 }, () => cache.find(token, address)));
  ctx.clock.advance(minuteMs - 1);
  found.push(await cache.find(token, address));
  expect(found.map((one) => typeof one !== "string" && one.session.id)).toEqual(
    Array.from({ length: 51 }, () => id),
  );
  expect(reads()).toBe(1);
  ctx.clock.advance(1);
  await cache.find(token, address);
  expect(reads()).toBe(2);
  await cache.stop();
});

test("A direct change in the database is seen a minute later", async () => {
  const headers = await openSession(ctx.platform, staffId());
  const check = async () => (await injectCall(ctx.app, passwordCalls.checkPwdStatus, {}, headers)).status;
  expect(await check()).toBe(200);
  await ctx.db.update(sessions).set({ endedAt: ctx.clock.now(), endReason: "logout" });
  expect(await check()).toBe(200);
  ctx.clock.advance(minuteMs);
  expect(await check()).toBe(403);
});

test("A session that ends or whose owner changes during the read is read again", async () => {
  const { cache, reads } = createCountingCache();
  const ending = await createSession();
  const response = cache.find(ending.token, address);
  ctx.platform.bus.publish("session.ended", { sessionId: ending.id, reason: "logout" });
  await response;
  expect(reads()).toBe(2);
  const other = await createSession();
  const changed = cache.find(other.token, address);
  ctx.platform.bus.publish("staff.changed", { staffId: staffId() });
  await changed;
  expect(reads()).toBe(4);
  await cache.stop();
});

test("An end and a change apply immediately", async () => {
  const { cache } = createCountingCache();
  const { token, id } = await createSession();
  await cache.find(token, address);
  await updateStaff(createCallContext(ctx), staffId(), { name: "值班新名" });
  expect(await cache.find(token, address)).toMatchObject({ owner: { name: "值班新名" } });
  await endSession(createCallContext(ctx), id, "forced");
  expect(await cache.find(token, address)).toBe("forced");
  expect(cache.count()).toBe(0);
  await cache.stop();
});

test("Saving roles and resetting the password invalidate the cache", async () => {
  const headers = await openSession(ctx.platform, staffId());
  const admin = await ctx.loginAs("admin");
  const check = async () => (await injectCall(ctx.app, passwordCalls.checkPwdStatus, {}, headers)).status;
  const list = async () =>
    (await injectCall(ctx.app, staffCalls.staffList, { body: { pageNo: 1, pageSize: 20 } }, headers)).body
      .state;
  expect(await list()).toBe(-3);
  const { name, version } = ctx.staff.duty;
  const save = { id: staffId(), version, name, roles: ["admin" as const], requestId: "promote-duty" };
  expect((await injectCall(ctx.app, staffCalls.staffSave, { body: save }, admin)).body).toMatchObject({
    state: 0,
  });
  expect(await list()).toBe(0);
  const reset = { id: staffId(), version: version + 1, requestId: "reset-duty-1" };
  expect((await injectCall(ctx.app, staffCalls.staffReset, { body: reset }, admin)).body.state).toBe(0);
  expect(await check()).toBe(403);
});

test("The idle time is measured from the cached last use, even before it is written", async () => {
  const { cache, reads } = createCountingCache();
  const { token } = await createSession();
  await cache.find(token, address);
  ctx.clock.advance(minuteMs - 1);
  cache.touch(token);
  // The owner's change causes a reread, and the row still has the time of the login.
  ctx.platform.bus.publish("staff.changed", { staffId: staffId() });
  await cache.find(token, address);
  expect(reads()).toBe(2);
  ctx.clock.advance(30 * minuteMs - 1);
  expect(cache.peek(token)).toMatchObject({ isStale: true, found: { session: {} } });
  ctx.clock.advance(1);
  expect(cache.peek(token)).toEqual({ isStale: true, found: "expired" });
  await cache.stop();
});

test("The cache is bounded and evicts the least recently used session", async () => {
  const { cache, reads } = createCountingCache(2);
  const [a, b, c] = [await createSession(), await createSession(), await createSession()];
  await cache.find(a.token, address);
  await cache.find(b.token, address);
  cache.touch(a.token);
  await cache.find(c.token, address);
  expect(cache.count()).toBe(2);
  expect(reads()).toBe(3);
  expect(cache.peek(b.token)).toBeNull();
  expect(cache.peek(a.token)).not.toBeNull();
  await cache.stop();
});

test("An unknown token is not cached", async () => {
  const { cache } = createCountingCache();
  expect(await cache.find("never-issued", address)).toBe("unknown");
  expect(cache.count()).toBe(0);
  await cache.stop();
});

test("A failed write of the last use is reported and refuses no call", async () => {
  const errors: unknown[] = [];
  const fail = () => {
    throw new Error("no database");
  };
  const { platform } = ctx;
  const broken = new Proxy(platform.db, { get: () => fail });
  const lookups = createLookupLimiter(platform);
  const onError = (error: unknown) => errors.push(error);
  const cache = createSessionCache({ ...platform, lookups, db: broken, onError });
  const { token, id } = await createSession();
  await cache.find(token, address);
  ctx.clock.advance(minuteMs);
  expect(() => cache.touch(token)).not.toThrow();
  await cache.stop();
  expect(errors).toHaveLength(1);
  const [row] = await ctx.db.select().from(sessions).where(eq(sessions.id, id));
  expect(row?.endedAt).toBeNull();
});

test("Staff and sessions are updated only in the modules that publish the change", () => {
  const root = path.resolve(import.meta.dirname, "../../../server");
  const writers = (pattern: RegExp) =>
    globSync("**/*.ts", { cwd: root })
      .filter((file) => pattern.test(readFileSync(path.join(root, file), "utf8")))
      .toSorted();
  expect(writers(/\.update\(staff\)/)).toEqual([
    // Only at the start, before any session is cached.
    "auth/resetSecondFactors.ts",
    "auth/updateStaff.ts",
  ]);
  expect(writers(/\.update\(sessions\)/)).toEqual(["auth/sessionCache.ts", "auth/startSession.ts"]);
});
