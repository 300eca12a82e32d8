import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  createPostgresServer,
  type PostgresServer,
  type StopMode,
} from "../../scripts/testing/startPostgres.ts";
import { type ApiClient, loginClient } from "../process/apiClient.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { type ServerProcess, startServer } from "../process/serverProcess.ts";
import { createCompanyBody } from "./createCompanyBody.ts";

const outageMs = 3_000;
const lanes = 4;
const namePrefix = "重启测试";
const managers = z.array(z.object({ id: z.string() }));
const envelope = z.object({ state: z.number(), message: z.string() });
const unavailable = "数据库暂时不可用，请稍后再试";
const unknown = "保存时数据库连接中断，操作可能已经生效，请刷新核对后再操作";

let postgres: PostgresServer;
let server: ServerProcess;
const data = createTemporaryFolder("postgres-restart");
beforeAll(async () => {
  postgres = await createPostgresServer();
  const env = { DATABASE_URL: postgres.url, SECRET_KEY: "5".repeat(64), FLEET: "4" };
  server = await startServer({ dataDir: data.path, env });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await postgres.remove();
  data[Symbol.dispose]();
});

const status = async (path: string) => (await fetch(`${server.url}${path}`)).status;

async function queryStored<T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> {
  // Writes even while a test has made the database read-only.
  const options = "-c default_transaction_read_only=off";
  const client = new pg.Client({ connectionString: postgres.url, options });
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Log lines with this `msg` after the offset into the output. */
const findLogLines = (kind: string, from: number) =>
  server
    .output()
    .slice(from)
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)))
    .filter(({ msg }) => msg === kind);

/** Writers without a pause. They retry a 503, which must have the Retry-After header. */
function startWriters(admin: ApiClient, managerId: string) {
  const acknowledged = new Set<string>();
  const drafts = Array.from({ length: lanes }, () => 0);
  const wrong: unknown[] = [];
  let refused = 0;
  let createdCount = 0;
  let over = false;

  async function send(method: string, path: string, body: unknown): Promise<void> {
    while (!over) {
      const response = await fetch(`${server.url}/wms/api${path}`, {
        method,
        headers: { ...admin.headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const { state, message } = envelope.parse(await response.json());
      if (response.status === 200 && state === 0) return;
      const retryAfter = response.headers.get("retry-after");
      const isOutage = response.status === 503 && (message === unavailable || message === unknown);
      if (!isOutage || retryAfter !== "5") wrong.push([response.status, message, retryAfter]);
      refused += 1;
      await wait(50);
    }
    throw new Error("over");
  }
  async function lane(n: number): Promise<void> {
    while (!over) {
      const company = createCompanyBody(namePrefix, ++createdCount, managerId);
      await send("POST", "/company/account/create", company);
      acknowledged.add(company.name);
      const value = (drafts[n] ?? 0) + 1;
      await send("PUT", `/x/me/draft.lane${n}`, { value });
      drafts[n] = value;
    }
  }
  const working = drafts.map((_, n) =>
    lane(n).catch((error: unknown) => {
      if (!over) wrong.push(error);
    }),
  );
  return {
    acknowledged,
    drafts,
    wrong,
    refused: () => refused,
    finish: async () => {
      over = true;
      await Promise.all(working);
    },
  };
}

/** Without a loss under the harder stop daily; how soon it recovers is measured on a quiet machine. */
const outages: readonly { mode: StopMode; recoveryLimitMs: number; tags: string[] }[] = [
  { mode: "immediate", recoveryLimitMs: 60_000, tags: [] },
  { mode: "fast", recoveryLimitMs: 5_000, tags: ["full"] },
];
for (const { mode, recoveryLimitMs, tags } of outages)
  test(`PostgreSQL is stopped (${mode}) and started under writes: the server replies 503, recovers, and loses nothing`, {
    tags,
  }, async () => {
    const admin = await loginClient(server.url);
    const [manager] = managers.parse((await admin.call("GET", "/user/sysAdmin/list")).data);
    const from = server.output().length;
    const work = startWriters(admin, manager?.id ?? "");
    const acknowledges = async (more: number, timeout: number) => {
      const before = work.acknowledged.size;
      await expect.poll(() => work.acknowledged.size, { timeout }).toBeGreaterThanOrEqual(before + more);
    };
    await acknowledges(8, 30_000);
    // Twice, to hit more commits that are in progress when the database stops.
    for (let turn = 0; turn < 2; turn += 1) {
      await postgres.stop(mode);
      const before = work.refused();
      await wait(outageMs);
      expect(await status("/health")).toBe(200);
      expect(await status("/ready")).toBe(503);
      expect(work.refused()).toBeGreaterThan(before);
      await postgres.start();
      const back = performance.now();
      await acknowledges(lanes, recoveryLimitMs);
      await expect
        .poll(() => status("/ready"), { timeout: Math.max(1, back + recoveryLimitMs - performance.now()) })
        .toBe(200);
    }
    await acknowledges(8, 30_000);
    await work.finish();

    expect(work.wrong).toEqual([]);
    const companies = await queryStored<{ id: string; name: string }>(
      "select id, name from companies where name like $1",
      [`${namePrefix}%`],
    );
    const names = new Set(companies.map(({ name }) => name));
    expect([...work.acknowledged].filter((name) => !names.has(name))).toEqual([]);
    expect(names.size).toBe(companies.length);
    const ids = companies.map(({ id }) => id);
    const [audited] = await queryStored<{ rows: number }>(
      "select count(*)::int as rows from audit_log where entity = 'company' and entity_id = any($1)",
      [ids],
    );
    expect(audited?.rows).toBe(ids.length);
    for (const [n, value] of work.drafts.entries()) {
      const draft = await admin.call("GET", `/x/me/draft.lane${n}`);
      expect(z.object({ value: z.number() }).parse(draft.data).value).toBeGreaterThanOrEqual(value);
    }

    // One line per outage and one per recovery, however many calls and background loops failed.
    expect(findLogLines("database away", from)).toHaveLength(2);
    expect(findLogLines("database back", from)).toHaveLength(2);
    const errors = findLogLines("fault", from).map(({ fault }) => String(fault).split("\n")[0]);
    expect(errors.filter((error) => !error?.includes("CommitUnknown"))).toEqual([]);
    expect(findLogLines("uncaught", from)).toEqual([]);
  });

test("Flights resume after an outage", { tags: "full" }, async () => {
  const [before] = await queryStored<{ events: number; hangar: Date }>(
    "select (select count(*)::int from task_events) as events, (select max(updated_at) from hangars) as hangar",
  );
  await postgres.stop("fast");
  await wait(1_000);
  await postgres.start();
  const [{ now } = { now: new Date() }] = await queryStored<{ now: Date }>("select now()");
  await expect
    .poll(
      async () => (await queryStored<{ at: Date | null }>("select max(at) as at from task_events"))[0]?.at,
      {
        timeout: 120_000,
      },
    )
    .toSatisfy((at: Date | null) => at !== null && at > now);
  const [after] = await queryStored<{ events: number }>("select count(*)::int as events from task_events");
  expect(after?.events).toBeGreaterThan(before?.events ?? 0);
});

test("The server is not ready while its database is read-only, and ready again afterwards", {
  tags: "full",
}, async () => {
  const admin = await loginClient(server.url);
  const endSessions = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()";
  await queryStored("alter database postgres set default_transaction_read_only = on");
  await queryStored(endSessions);
  await expect.poll(() => status("/ready"), { timeout: 10_000 }).toBe(503);
  expect((await admin.call("GET", "/user/sysAdmin/list")).state).toBe(0);
  expect(await admin.call("PUT", "/x/me/draft.readonly", { value: 1 })).toMatchObject({
    status: 503,
    message: unavailable,
  });
  await queryStored("alter database postgres reset all");
  await queryStored(endSessions);
  await expect.poll(() => status("/ready"), { timeout: 30_000 }).toBe(200);
  expect((await admin.call("PUT", "/x/me/draft.readonly", { value: 1 })).state).toBe(0);
});
