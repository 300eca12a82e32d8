import { sql } from "drizzle-orm";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { isDatabaseBusy } from "../../../server/db/databaseBusyError.ts";
import type { Db } from "../../../server/db/handle.ts";
import { captchas } from "../../../server/db/schema/captchas.ts";
import { toErrorResponse } from "../../../server/http/sendError.ts";
import { createDisposableDatabase } from "../../helpers/testDatabase.ts";
import { occupyConnections } from "./occupyConnections.ts";

const database = await createDisposableDatabase();
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => database.close());

const isPostgres = Boolean(process.env.TEST_DATABASE_URL);
const select = (db: Db) => db.execute(sql`select 1`);

test("Calls beyond 200 waiting ones are refused with 503; background work is not", async () => {
  const release = await occupyConnections(database.callDb, isPostgres ? 10 : 1);
  const refusedBefore = database.stats().refused;
  const waiting = Array.from({ length: 200 }, () => select(database.callDb));
  const all = Promise.all(waiting);
  await expect.poll(() => database.stats().waiting.other).toBe(200);
  const error = await select(database.callDb).catch((thrown: unknown) => thrown);
  expect(isDatabaseBusy(error)).toBe(true);
  expect(toErrorResponse(error)).toEqual({
    status: 503,
    body: { state: -1, message: "数据库繁忙，请稍后再试", data: null },
    shouldReport: false,
    retryAfter: 2,
  });
  expect(database.stats().refused).toBe(refusedBefore + 1);
  const background = select(database.db);
  await release();
  await Promise.all([all, background]);
  expect(database.stats().waiting).toEqual({ priority: 0, other: 0 });
});

test("A waiting call is refused before the console's timeout of 5 s; background work keeps waiting", async () => {
  const release = await occupyConnections(database.callDb, isPostgres ? 10 : 1);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const errors: unknown[] = [];
  const call = select(database.callDb).catch((thrown: unknown) => errors.push(thrown));
  const background = select(database.db);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(errors).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_900);
  expect(errors.map(isDatabaseBusy)).toEqual([true]);
  vi.useRealTimers();
  await release();
  await Promise.all([call, background]);
});

test.skipIf(isPostgres)("Waiting telemetry runs first, then writes, then lists", async () => {
  const release = await occupyConnections(database.db, 1);
  const ran: string[] = [];
  const runAndRecord = async (name: string, work: PromiseLike<unknown>) => {
    await work;
    ran.push(name);
  };
  const expiresAt = new Date();
  const all = [
    runAndRecord("list", database.callDb.select().from(captchas)),
    runAndRecord("insert", database.callDb.insert(captchas).values({ id: "lane", answer: "A", expiresAt })),
    runAndRecord("telemetry", select(database.priorityDb)),
  ];
  await release();
  await Promise.all(all);
  expect(ran).toEqual(["telemetry", "insert", "list"]);
});

test.runIf(isPostgres)("Sessions and telemetry have connections that lists cannot use", async () => {
  const release = await occupyConnections(database.callDb, 10);
  await expect(Promise.all([select(database.priorityDb), select(database.db)])).resolves.toHaveLength(2);
  await release();
});
