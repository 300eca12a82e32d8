import { desc } from "drizzle-orm";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { onlineSessionCalls } from "../../../adapters/contract/onlineSession.ts";
import { passwordCalls } from "../../../adapters/contract/password.ts";
import { createApp } from "../../../server/app.ts";
import { writeAudit } from "../../../server/audit/writeAudit.ts";
import { CommitUnknownError } from "../../../server/db/commitUnknownError.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { exportJobs } from "../../../server/db/schema/exportJob.ts";
import { sessions } from "../../../server/db/schema/sessions.ts";
import { createUnknownCommitTracker } from "../../../server/http/unknownCommitTracker.ts";
import { createDisconnectableDatabase } from "../../helpers/disconnectableDatabase.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { openSession } from "../../helpers/testPlatform.ts";
import { setupData } from "../fixtures/setupFixtures.ts";

/** Whether a commit is answered. One without an answer may be stored or not. */
let answer: "received" | "lost" | "lost and not stored" = "received";
class RollbackError extends Error {}
const { ctx, factory } = await setupData();
const callDb = new Proxy(ctx.platform.callDb, {
  get: (target, name) =>
    name === "transaction"
      ? async (work: Parameters<typeof target.transaction>[0]) => {
          if (answer === "received") return target.transaction(work);
          const lost = target.transaction(async (tx) => {
            await work(tx);
            if (answer === "lost and not stored") throw new RollbackError();
          });
          await lost.catch((thrown) => {
            if (!(thrown instanceof RollbackError)) throw thrown;
          });
          const cause = Object.assign(new Error("terminating connection"), { code: "57P01" });
          throw new CommitUnknownError({ cause });
        }
      : (Reflect.get(target, name) as unknown),
});
const app = await createApp({ ...ctx.platform, callDb });
afterEach(() => {
  answer = "received";
});
afterAll(async () => {
  await app.close();
  await ctx.close();
});

/** Freezes or unfreezes the company, so that a second execution would be visible. */
async function toggle(id: string, requestId?: string) {
  const query = requestId ? { requestId } : {};
  const { status, headers, body } = await injectCall(
    app,
    companyCalls.companyFrozen,
    { params: { id }, query },
    await ctx.loginAs("operator"),
  );
  return { status, retryAfter: headers["retry-after"], message: body.message, data: body.data };
}

test("A call with an unknown commit runs once and returns 503 with commitUnknown", async () => {
  const { id } = await factory.createCompany();
  answer = "lost";
  expect(await toggle(id)).toEqual({
    status: 503,
    retryAfter: "5",
    message: "保存时数据库连接中断，操作可能已经生效，请刷新核对后再操作",
    data: { reason: "commitUnknown" },
  });
  answer = "received";
  expect(await ctx.db.$count(auditLog)).toBe(1);
  expect((await toggle(id)).data).toMatchObject({ status: "normal" });
});

test("With a requestId a retry after an unknown commit returns the first result", async () => {
  const { id } = await factory.createCompany();
  const before = await ctx.db.$count(auditLog);
  answer = "lost";
  expect(await toggle(id, "toggle-once-1")).toEqual({
    status: 503,
    retryAfter: "5",
    message: "保存时数据库连接中断，操作可能已经生效，请刷新核对后再操作",
    data: { reason: "commitUnknown" },
  });
  answer = "received";
  expect(await toggle(id, "toggle-once-1")).toMatchObject({ status: 200, data: { id, status: "frozen" } });
  expect(await ctx.db.$count(auditLog)).toBe(before + 1);
});

/** Opens a session of the operator; returns functions to end and probe it, and the published end reasons. */
async function endSession(requestId: string) {
  const headers = await openSession(ctx.platform, ctx.staff.operator.id);
  const [{ id } = { id: "" }] = await ctx.db.select().from(sessions).orderBy(desc(sessions.id)).limit(1);
  const notifications: string[] = [];
  ctx.platform.bus.subscribe("session.ended", ({ sessionId, reason }) => {
    if (sessionId === id) notifications.push(reason);
  });
  const body = { id, reason: "离职人员", requestId };
  const end = async () =>
    (await injectCall(app, onlineSessionCalls.sessionEnd, { body }, await ctx.loginAs("admin"))).status;
  const probe = async () => (await injectCall(app, passwordCalls.checkPwdStatus, {}, headers)).status;
  return { notifications, end, probe };
}

describe("The afterCommit work of an unknown commit", () => {
  test("runs once the commit is seen to be stored: an ended session is refused", async () => {
    const { notifications, end, probe } = await endSession("end-unknown-1");
    expect(await probe()).toBe(200);
    answer = "lost";
    expect(await end()).toBe(503);
    await expect.poll(() => notifications).toEqual(["forced"]);
    answer = "received";
    expect(await probe()).toBe(403);
    expect(await end()).toBe(200);
    expect(notifications).toEqual(["forced"]);
  });

  test("does not run if nothing was stored, until the call is repeated", async () => {
    const { notifications, end, probe } = await endSession("end-unknown-2");
    answer = "lost and not stored";
    expect(await end()).toBe(503);
    answer = "received";
    expect(await probe()).toBe(200);
    expect(notifications).toEqual([]);
    expect(await end()).toBe(200);
    expect(notifications).toEqual(["forced"]);
  });

  test("writes an export, which is in the export centre", async () => {
    answer = "lost";
    const response = await injectCall(
      app,
      companyCalls.companyExport,
      { body: {} },
      await ctx.loginAs("operator"),
    );
    expect([response.status, response.body.data]).toEqual([503, { reason: "commitUnknown" }]);
    const rows = () => ctx.db.select({ status: exportJobs.status }).from(exportJobs);
    await expect.poll(rows).toEqual([{ status: "done" }]);
  });
});

const writeLateAudit = (id: string) =>
  writeAudit(
    ctx.db,
    { id, at: ctx.clock.now(), actor: null, address: "", reqId: "", endpoint: companyCalls.companyFrozen },
    { entityId: null },
  );

const createCommit = (auditId: string) => ({ auditId, call: companyCalls.companyFrozen.path });

test("A commit that is not seen within 30 checks is given up and logged", async () => {
  const checks = createCountingStore();
  const commits = createUnknownCommitTracker({ ...ctx.platform, db: checks.db }, 1);
  const id = ctx.platform.newId();
  const stored: string[] = [];
  const before = ctx.logLines.length;
  commits.whenStored(createCommit(id), async () => void stored.push(id));
  const lines = () => ctx.logLines.slice(before).map((line) => JSON.parse(line) as unknown);
  await expect
    .poll(lines)
    .toEqual([
      expect.objectContaining({ level: "warn", auditId: id, call: companyCalls.companyFrozen.path }),
    ]);
  expect(checks.count()).toBe(30);
  expect(stored).toEqual([]);
  await commits.stop();
});

test("A failed check is reported, and a later one finds the commit", async () => {
  const checkError = new Error("planted: the look failed");
  const checks = createCountingStore([checkError, checkError]);
  const commits = createUnknownCommitTracker({ ...ctx.platform, db: checks.db }, 1);
  const id = ctx.platform.newId();
  await writeLateAudit(id);
  const stored: string[] = [];
  const before = ctx.errors.length;
  commits.whenStored(createCommit(id), async () => void stored.push(id));
  await expect.poll(() => stored).toEqual([id]);
  expect(ctx.errors.slice(before)).toEqual([checkError, checkError]);
  expect(checks.count()).toBe(3);
  await commits.stop();
});

/** The database with a counter of checks. The first ones fail with these errors. */
function createCountingStore(errors: readonly Error[] = []) {
  let count = 0;
  const db = new Proxy(ctx.db, {
    get: (target, name) => {
      if (name !== "$count") return Reflect.get(target, name) as unknown;
      const error = errors[count];
      count += 1;
      if (error) throw error;
      return target.$count.bind(target);
    },
  });
  return { db, count: () => count };
}

test("The tracker waits for a late commit, and through an outage", async () => {
  const disconnectable = createDisconnectableDatabase(ctx.db);
  const commits = createUnknownCommitTracker({ ...ctx.platform, db: disconnectable.db });
  const [late, duringOutage] = [ctx.platform.newId(), ctx.platform.newId()];
  const stored: string[] = [];
  const follow = (id: string) => commits.whenStored(createCommit(id), async () => void stored.push(id));
  follow(late);
  // Wait for the first check.
  await ctx.db.$count(auditLog);
  await writeLateAudit(late);
  await expect.poll(() => stored, { timeout: 5_000 }).toEqual([late]);
  disconnectable.disconnect();
  follow(duringOutage);
  await expect.poll(disconnectable.failedCallCount).toBeGreaterThan(0);
  await writeLateAudit(duringOutage);
  disconnectable.reconnect();
  await expect.poll(() => stored, { timeout: 5_000 }).toEqual([late, duringOutage]);
  await commits.stop();
});

test("Stopping does not wait for unknown commits", async () => {
  const commits = createUnknownCommitTracker(ctx.platform);
  let stored = 0;
  commits.whenStored(createCommit(ctx.platform.newId()), async () => {
    stored += 1;
  });
  await commits.stop();
  expect(stored).toBe(0);
});
