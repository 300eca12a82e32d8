import { DrizzleQueryError } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createDatabaseMonitor } from "../../../server/databaseMonitor.ts";
import { CommitUnknownError } from "../../../server/db/commitUnknownError.ts";
import { ConnectionError } from "../../../server/db/connectionError.ts";
import { probeWrites } from "../../../server/db/probeWrites.ts";
import { createLog } from "../../../server/log/createLog.ts";
import { createTestDatabase } from "../../helpers/testDatabase.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const refusedError = new ConnectionError(
  Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" }),
);
const shutdownError = Object.assign(new Error("terminating connection due to administrator command"), {
  code: "57P01",
});
const createFailedCall = () =>
  new DrizzleQueryError("insert into companies values ($1)", ["13812345678"], shutdownError);

/** A monitor with a database that is up, away or does not answer. */
function setupMonitor() {
  let database: "up" | "away" | "silent" = "up";
  let probes = 0;
  const silent: (() => void)[] = [];
  const lines: Record<string, unknown>[] = [];
  const logged: unknown[] = [];
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const probe = async () => {
    probes += 1;
    if (database === "away") throw refusedError;
    if (database === "silent") await new Promise<void>((go) => silent.push(go));
  };
  const monitor = createDatabaseMonitor({ probe, log, logError: (error) => void logged.push(error) });
  return {
    ...monitor,
    setDatabase: (state: typeof database) => {
      database = state;
      if (state === "up") for (const go of silent.splice(0)) go();
    },
    probes: () => probes,
    getLogLines: () => lines.map(({ msg, reason, seconds, faults }) => ({ msg, reason, seconds, faults })),
    logged,
  };
}

describe("isWritable", () => {
  test("probes with a write, at most once in 5 s", async () => {
    const { isWritable, probes } = setupMonitor();
    for (let second = 0; second < 15; second += 1) {
      expect(await isWritable()).toBe(true);
      expect(await isWritable()).toBe(true);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(probes()).toBe(3);
  });

  test("changes 5 s after an outage begins and 1 s after it ends, without being called", async () => {
    const { isWritable, setDatabase, stop } = setupMonitor();
    expect(await isWritable()).toBe(true);
    setDatabase("away");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await isWritable()).toBe(false);
    setDatabase("up");
    expect(await isWritable()).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await isWritable()).toBe(true);
    stop();
  });

  test("is false while a probe hangs, and starts no second probe", async () => {
    const { isWritable, setDatabase, probes, getLogLines } = setupMonitor();
    setDatabase("silent");
    const results = [isWritable(), isWritable()];
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await Promise.all(results)).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([await isWritable(), probes()]).toEqual([false, 1]);
    setDatabase("up");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await isWritable()).toBe(true);
    expect(getLogLines().map(({ msg, reason }) => [msg, reason])).toEqual([
      ["database away", "no answer within 5000 ms"],
      ["database back", undefined],
    ]);
  });
});

describe("the log of an outage", () => {
  test("is one line at the beginning and one at the end, whatever fails meanwhile", async () => {
    const { onError, setDatabase, getLogLines, logged } = setupMonitor();
    setDatabase("away");
    for (let call = 0; call < 200; call += 1) {
      onError(createFailedCall(), "POST /order/add");
      await vi.advanceTimersByTimeAsync(100);
    }
    setDatabase("up");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(getLogLines()).toEqual([
      { msg: "database away", reason: "connect ECONNREFUSED 127.0.0.1:5432" },
      { msg: "database back", seconds: expect.any(Number), faults: 200 },
    ]);
    expect(logged).toEqual([]);
  });

  test("does not hide a single failed call, an unknown commit, or another error", async () => {
    const { onError, setDatabase, logged, getLogLines, stop } = setupMonitor();
    const singleFailure = createFailedCall();
    onError(singleFailure, "POST /order/add");
    await vi.advanceTimersByTimeAsync(0);
    expect([logged, getLogLines()]).toEqual([[singleFailure], []]);
    setDatabase("away");
    onError(createFailedCall(), "POST /order/add");
    await vi.advanceTimersByTimeAsync(0);
    const others = [new CommitUnknownError({ cause: shutdownError }), new TypeError("x is undefined")];
    for (const other of others) onError(other, "POST /order/add");
    expect(logged).toEqual([singleFailure, ...others]);
    stop();
  });
});

test("The probe keeps one row, and fails if the database is read-only", async () => {
  vi.useRealTimers();
  const { db, close } = await createTestDatabase();
  for (let turn = 0; turn < 3; turn += 1) await probeWrites(db);
  const { rows } = (await db.execute("select count(*)::int as count from write_probes")) as unknown as {
    rows: unknown[];
  };
  expect(rows).toEqual([{ count: 1 }]);
  await expect(
    db.transaction(async (tx) => {
      await tx.execute("set transaction read only");
      await probeWrites(tx);
    }),
  ).rejects.toMatchObject({ cause: { code: "25006" } });
  await close();
});
