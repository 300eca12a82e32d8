import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { isBusy } from "../../server/db/databaseBusy.ts";
import type { Db } from "../../server/db/handle.ts";
import type { OpenDatabase } from "../../server/db/open.ts";
import { captchas } from "../../server/db/schema/captchas.ts";
import { answerOf } from "../../server/http/answerFault.ts";
import { ownDatabase } from "../database.ts";
import { holdDatabase } from "./holdDatabase.ts";

let open: OpenDatabase;
beforeAll(async () => {
  open = await ownDatabase();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => open.close());

const onPostgres = Boolean(process.env.TEST_DATABASE_URL);
const select = (db: Db) => db.execute(sql`select 1`);

test("Of many calls at once, those beyond 200 that wait are refused with 503; background work is not", async () => {
  const letGo = await holdDatabase(open.callDb, onPostgres ? 10 : 1);
  const refusedBefore = open.stats().refused;
  const waiting = Array.from({ length: 200 }, () => select(open.callDb));
  const all = Promise.all(waiting);
  await expect.poll(() => open.stats().waiting.other).toBe(200);
  const fault = await select(open.callDb).catch((thrown: unknown) => thrown);
  expect(isBusy(fault)).toBe(true);
  expect(answerOf(fault)).toEqual({
    status: 503,
    body: { state: -1, message: "数据库繁忙，请稍后再试", data: null },
    own: false,
    retryAfter: 2,
  });
  expect(open.stats().refused).toBe(refusedBefore + 1);
  const background = select(open.db);
  await letGo();
  await Promise.all([all, background]);
  expect(open.stats().waiting).toEqual({ priority: 0, other: 0 });
});

test("A call that waits is refused before the console gives up after 5 s; background work waits on", async () => {
  const letGo = await holdDatabase(open.callDb, onPostgres ? 10 : 1);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const faults: unknown[] = [];
  const call = select(open.callDb).catch((thrown: unknown) => faults.push(thrown));
  const background = select(open.db);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(faults).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_900);
  expect(faults.map(isBusy)).toEqual([true]);
  vi.useRealTimers();
  await letGo();
  await Promise.all([call, background]);
});

test.skipIf(onPostgres)("Of what waits, telemetry comes first, then writes, then lists", async () => {
  const letGo = await holdDatabase(open.db, 1);
  const ran: string[] = [];
  const note = async (name: string, work: PromiseLike<unknown>) => {
    await work;
    ran.push(name);
  };
  const expiresAt = new Date();
  const all = [
    note("list", open.callDb.select().from(captchas)),
    note("insert", open.callDb.insert(captchas).values({ id: "lane", answer: "A", expiresAt })),
    note("telemetry", select(open.priorityDb)),
  ];
  await letGo();
  await Promise.all(all);
  expect(ran).toEqual(["telemetry", "insert", "list"]);
});

test.runIf(onPostgres)("Sessions and telemetry have connections that lists cannot take", async () => {
  const letGo = await holdDatabase(open.callDb, 10);
  await expect(Promise.all([select(open.priorityDb), select(open.db)])).resolves.toHaveLength(2);
  await letGo();
});
