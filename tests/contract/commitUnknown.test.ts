import { desc } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { onlineSessionCalls } from "../../adapters/contract/onlineSession.ts";
import { passwordCalls } from "../../adapters/contract/password.ts";
import { createApp } from "../../server/app.ts";
import { writeAudit } from "../../server/audit/writeAudit.ts";
import { CommitUnknown } from "../../server/db/commitUnknown.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { exportJobs } from "../../server/db/schema/exportJob.ts";
import { sessions } from "../../server/db/schema/sessions.ts";
import { createUnknownCommits } from "../../server/http/unknownCommits.ts";
import { awayDatabase } from "../awayDatabase.ts";
import { openSession, type TestPlatform, testPlatform } from "../platform.ts";
import { send } from "../send.ts";
import { dataFactory } from "./dataFactory.ts";

let on: TestPlatform;
let app: TestPlatform["app"];
let make: Awaited<ReturnType<typeof dataFactory>>;
/** Whether transactions are answered; one without an answer may be stored or not. */
let answer: "given" | "lost" | "lost and not stored" = "given";
class RolledBack extends Error {}
beforeAll(async () => {
  on = await testPlatform();
  make = await dataFactory(on);
  const callDb = new Proxy(on.platform.callDb, {
    get: (target, name) =>
      name === "transaction"
        ? async (work: Parameters<typeof target.transaction>[0]) => {
            if (answer === "given") return target.transaction(work);
            const lost = target.transaction(async (tx) => {
              await work(tx);
              if (answer === "lost and not stored") throw new RolledBack();
            });
            await lost.catch((fault) => {
              if (!(fault instanceof RolledBack)) throw fault;
            });
            const cause = Object.assign(new Error("terminating connection"), { code: "57P01" });
            throw new CommitUnknown({ cause });
          }
        : (Reflect.get(target, name) as unknown),
  });
  app = await createApp({ ...on.platform, callDb });
});
afterEach(() => {
  answer = "given";
});
afterAll(async () => {
  await app.close();
  await on.close();
});

/** Freezes the company, or thaws it: sent twice, it does the one and then the other. */
async function toggle(id: string, requestId?: string) {
  const query = requestId ? { requestId } : {};
  const { status, headers, body } = await send(
    app,
    companyCalls.companyFrozen,
    { params: { id }, query },
    await on.as("operator"),
  );
  return { status, retryAfter: headers["retry-after"], message: body.message, data: body.data };
}

test("A call whose commit was not answered is carried out once, and says that it may have been", async () => {
  const { id } = await make.company();
  answer = "lost";
  expect(await toggle(id)).toEqual({
    status: 503,
    retryAfter: "5",
    message: "保存时数据库连接中断，操作可能已经生效，请刷新核对后再操作",
    data: { reason: "commitUnknown" },
  });
  answer = "given";
  expect(await on.db.$count(auditLog)).toBe(1);
  expect((await toggle(id)).data).toMatchObject({ status: "normal" });
});

test("With a requestId it may have been as well; sent again, it gets the first answer", async () => {
  const { id } = await make.company();
  const before = await on.db.$count(auditLog);
  answer = "lost";
  expect(await toggle(id, "toggle-once-1")).toEqual({
    status: 503,
    retryAfter: "5",
    message: "保存时数据库连接中断，操作可能已经生效，请刷新核对后再操作",
    data: { reason: "commitUnknown" },
  });
  answer = "given";
  expect(await toggle(id, "toggle-once-1")).toMatchObject({ status: 200, data: { id, status: "frozen" } });
  expect(await on.db.$count(auditLog)).toBe(before + 1);
});

/** Ends a new session of the operator's by force, and answers with the ends that are told of. */
async function endOne(requestId: string) {
  const headers = await openSession(on.platform, on.staff.operator.id);
  const [{ id } = { id: "" }] = await on.db.select().from(sessions).orderBy(desc(sessions.id)).limit(1);
  const told: string[] = [];
  on.platform.bus.subscribe("session.ended", ({ sessionId, reason }) => {
    if (sessionId === id) told.push(reason);
  });
  const body = { id, reason: "离职人员", requestId };
  const end = async () =>
    (await send(app, onlineSessionCalls.sessionEnd, { body }, await on.as("admin"))).status;
  const probe = async () => (await send(app, passwordCalls.checkPwdStatus, {}, headers)).status;
  return { told, end, probe };
}

describe("What follows a commit whose answer was lost", () => {
  test("is done once it is seen to be stored: a session that was ended is used no more", async () => {
    const { told, end, probe } = await endOne("end-unknown-1");
    expect(await probe()).toBe(200);
    answer = "lost";
    expect(await end()).toBe(503);
    await expect.poll(() => told).toEqual(["forced"]);
    answer = "given";
    expect(await probe()).toBe(403);
    expect(await end()).toBe(200);
    expect(told).toEqual(["forced"]);
  });

  test("is not done where it was not stored, until the call is sent again", async () => {
    const { told, end, probe } = await endOne("end-unknown-2");
    answer = "lost and not stored";
    expect(await end()).toBe(503);
    answer = "given";
    expect(await probe()).toBe(200);
    expect(told).toEqual([]);
    expect(await end()).toBe(200);
    expect(told).toEqual(["forced"]);
  });

  test("an export is written, and stands in the centre", async () => {
    answer = "lost";
    const asked = await send(app, companyCalls.companyExport, { body: {} }, await on.as("operator"));
    expect([asked.status, asked.body.data]).toEqual([503, { reason: "commitUnknown" }]);
    const rows = () => on.db.select({ status: exportJobs.status }).from(exportJobs);
    await expect.poll(rows).toEqual([{ status: "done" }]);
  });
});

const storeLater = (id: string) =>
  writeAudit(
    on.db,
    { id, at: on.clock.now(), actor: null, address: "", reqId: "", endpoint: companyCalls.companyFrozen },
    { entityId: null },
  );

const commitOf = (auditId: string) => ({ auditId, call: companyCalls.companyFrozen.path });

test("A commit that is not seen within 30 looks is given up, and said so in the log", async () => {
  const looks = countedLooks();
  const commits = createUnknownCommits({ ...on.platform, db: looks.db }, 1);
  const id = on.platform.newId();
  const stored: string[] = [];
  const before = on.logged.length;
  commits.whenStored(commitOf(id), async () => void stored.push(id));
  const lines = () => on.logged.slice(before).map((line) => JSON.parse(line) as unknown);
  await expect
    .poll(lines)
    .toEqual([
      expect.objectContaining({ level: "warn", auditId: id, call: companyCalls.companyFrozen.path }),
    ]);
  expect(looks.count()).toBe(30);
  expect(stored).toEqual([]);
  await commits.stop();
});

test("A look that fails is told of, and the next one sees what is stored", async () => {
  const fault = new Error("planted: the look failed");
  const looks = countedLooks([fault, fault]);
  const commits = createUnknownCommits({ ...on.platform, db: looks.db }, 1);
  const id = on.platform.newId();
  await storeLater(id);
  const stored: string[] = [];
  const before = on.faults.length;
  commits.whenStored(commitOf(id), async () => void stored.push(id));
  await expect.poll(() => stored).toEqual([id]);
  expect(on.faults.slice(before)).toEqual([fault, fault]);
  expect(looks.count()).toBe(3);
  await commits.stop();
});

/** The database, whose first looks fail with these; counts the looks. */
function countedLooks(faults: readonly Error[] = []) {
  let count = 0;
  const db = new Proxy(on.db, {
    get: (target, name) => {
      if (name !== "$count") return Reflect.get(target, name) as unknown;
      const fault = faults[count];
      count += 1;
      if (fault) throw fault;
      return target.$count.bind(target);
    },
  });
  return { db, count: () => count };
}

test("A commit that is carried out late is waited for, and a database that is away", async () => {
  const away = awayDatabase(on.db);
  const commits = createUnknownCommits({ ...on.platform, db: away.db });
  const [late, gone] = [on.platform.newId(), on.platform.newId()];
  const stored: string[] = [];
  const follow = (id: string) => commits.whenStored(commitOf(id), async () => void stored.push(id));
  follow(late);
  // It has looked once.
  await on.db.$count(auditLog);
  await storeLater(late);
  await expect.poll(() => stored, { timeout: 5_000 }).toEqual([late]);
  away.goes();
  follow(gone);
  await expect.poll(away.missed).toBeGreaterThan(0);
  await storeLater(gone);
  away.comesBack();
  await expect.poll(() => stored, { timeout: 5_000 }).toEqual([late, gone]);
  await commits.stop();
});

test("A server that stops waits for none of it", async () => {
  const commits = createUnknownCommits(on.platform);
  let stored = 0;
  commits.whenStored(commitOf(on.platform.newId()), async () => {
    stored += 1;
  });
  await commits.stop();
  expect(stored).toBe(0);
});
