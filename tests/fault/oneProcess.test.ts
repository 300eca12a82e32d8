/** @module-tag full */

import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPostgresServer, type PostgresServer } from "../../scripts/testing/startPostgres.ts";
import { advisoryLocks } from "../../server/db/advisoryLocks.ts";
import { DatabaseInUseError, lockPostgres } from "../../server/db/lockPostgres.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { spawnServer, startServer } from "../process/serverProcess.ts";

const lockNumber = advisoryLocks.process;

let postgres: PostgresServer;
let admin: pg.Client;
const data = createTemporaryFolder("one-process");
const other = createTemporaryFolder("one-process-other");
beforeAll(async () => {
  postgres = await createPostgresServer();
  admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await postgres.remove();
  data[Symbol.dispose]();
  other[Symbol.dispose]();
});

const options = () => ({
  dataDir: data.path,
  env: { DATABASE_URL: postgres.url, SECRET_KEY: "5".repeat(64), FLEET: "0" },
});
const getLockHolders = async () => {
  const { rows } = await admin.query(
    "select pid from pg_locks where locktype = 'advisory' and objid = $1 and granted",
    [lockNumber],
  );
  return rows.map(({ pid }) => Number(pid));
};
const failIfLocked = () => {
  throw new Error("Nobody else has taken the database");
};

/** Terminates the session that holds the process lock, as a lost connection would, and takes the lock first. */
async function stealLock(): Promise<void> {
  for (const pid of await getLockHolders()) await admin.query("select pg_terminate_backend($1, 5000)", [pid]);
  const { rows } = await admin.query("select pg_try_advisory_lock($1) as taken", [lockNumber]);
  expect(rows).toEqual([{ taken: true }]);
}
const releaseLock = () => admin.query("select pg_advisory_unlock_all()");

test("A second process on the same database fails with one line, and a start after a kill succeeds immediately", async () => {
  await using first = await startServer(options());
  await using second = spawnServer({ ...options(), dataDir: other.path });
  const { code, output } = await second.exited;
  expect([code, output.trim().split("\n")]).toEqual([
    1,
    [
      expect.stringMatching(
        /^DATABASE_URL: the database is in use by another Aerial Console \(process \d+ on \S+\)\. Stop it first, or name another database: one process serves a database, or several with the same NATS_URL\.$/,
      ),
    ],
  ]);
  expect(output).toContain(`process ${first.pid} on`);
  expect((await fetch(`${first.url}/ready`)).status).toBe(200);
  await first.stop("SIGKILL");
  await using third = await startServer(options());
  expect((await third.stop()).code).toBe(0);
  await expect.poll(getLockHolders).toEqual([]);
});

test("A server whose database lock another process took logs it, shuts down in order and exits with 1", async () => {
  await using server = await startServer(options());
  const from = server.output().length;
  await stealLock();
  const { code, output } = await server.exited;
  await releaseLock();
  const lines = output.slice(from).trim().split("\n");
  expect(code).toBe(1);
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    "database taken by another process",
    "stopping",
    "stopped",
  ]);
});

test("The process lock is reacquired after a lost connection, and released at the end", async () => {
  const release = await lockPostgres(postgres.url, "alone", failIfLocked, failIfLocked);
  const [before] = await getLockHolders();
  await admin.query("select pg_terminate_backend($1, 5000)", [before]);
  await expect.poll(async () => (await getLockHolders()).length).toBe(1);
  expect(await getLockHolders()).not.toEqual([before]);
  await release();
  await expect.poll(getLockHolders).toEqual([]);
  // It is not reacquired.
  await wait(500);
  expect(await getLockHolders()).toEqual([]);
});

test("The process reacquires its lock after a connection that only its own side has lost", async () => {
  const clientSockets = new Set<Socket>();
  const proxy = createServer((client) => {
    clientSockets.add(client);
    const database = connect(Number(new URL(postgres.url).port), "127.0.0.1");
    client.pipe(database, { end: false });
    database.pipe(client);
    for (const socket of [client, database]) socket.on("error", () => undefined);
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  const address = new URL(postgres.url);
  address.port = String((proxy.address() as AddressInfo).port);
  const release = await lockPostgres(address.toString(), "alone", failIfLocked, failIfLocked);
  const [before] = await getLockHolders();
  for (const client of clientSockets) client.destroy();
  await wait(100);
  expect(await getLockHolders()).toEqual([before]);
  await expect.poll(getLockHolders).not.toContain(before);
  await expect.poll(async () => (await getLockHolders()).length).toBe(1);
  await release();
  proxy.close();
});

test("A database that was taken during an outage is reported once, with its holder", async () => {
  const reportedErrors: DatabaseInUseError[] = [];
  const release = await lockPostgres(
    postgres.url,
    "alone",
    (error) => reportedErrors.push(error),
    failIfLocked,
  );
  await stealLock();
  await expect.poll(() => reportedErrors.length).toBe(1);
  expect(reportedErrors[0]).toBeInstanceOf(DatabaseInUseError);
  expect(reportedErrors[0]?.holder).toBe("another process");
  await releaseLock();
  await wait(500);
  expect([reportedErrors.length, await getLockHolders()]).toEqual([1, []]);
  await release();
});
