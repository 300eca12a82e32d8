/** @module-tag full */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createPostgresServer,
  type PostgresServer,
  type StopMode,
} from "../../scripts/testing/startPostgres.ts";
import { idempotent } from "../../server/calls/idempotent.ts";
import { CommitUnknownError } from "../../server/db/commitUnknownError.ts";
import { createPool } from "../../server/db/createPool.ts";
import { getSqlState, isDatabaseUnavailable } from "../../server/db/databaseError.ts";
import type { Db } from "../../server/db/handle.ts";
import { migrate } from "../../server/db/migrate.ts";
import { createPooledDb } from "../../server/db/pooledSession.ts";

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await createPostgresServer();
});
afterAll(() => postgres.remove());

const size = 3;
/** A pool of three connections, so that a leaked one is noticed. */
function createSmallPool(parameters = "") {
  const pool = createPool(postgres.url + parameters, size);
  return {
    db: createPooledDb(pool),
    connections: () => pool.totalCount,
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

const getRow = async (query: Promise<unknown>) =>
  ((await query) as { rows: Record<string, unknown>[] }).rows[0] ?? {};

const captureError = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test.each<StopMode>(["fast", "immediate"])(
  "After a %s stop under transactions every connection of the pool is usable again",
  async (mode) => {
    await using pool = createSmallPool();
    const errors: unknown[] = [];
    let over = false;
    const lane = async () => {
      while (!over) {
        const error = await captureError(
          pool.db.transaction((tx) => tx.execute(sql`select pg_sleep(0.001)`)),
        );
        if (error) errors.push(error);
        await new Promise((later) => setTimeout(later, 1));
      }
    };
    const lanes = Array.from({ length: 2 * size }, lane);
    for (let turn = 0; turn < 5; turn += 1) {
      await new Promise((later) => setTimeout(later, 100));
      await postgres.stop(mode);
      await postgres.start();
    }
    over = true;
    await Promise.all(lanes);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.filter((error) => !isDatabaseUnavailable(error))).toEqual([]);
    const together = Array.from({ length: size }, () =>
      pool.db.transaction((tx) => tx.execute(sql`select pg_sleep(0.2)`)),
    );
    await expect(Promise.all(together)).resolves.toHaveLength(size);
  },
);

test("A connection that ends between two statements fails only its transaction", async () => {
  await using pool = createSmallPool();
  const endConnection = (pid: number) => pool.db.execute(sql`select pg_terminate_backend(${pid})`);
  const refusal = new Error("The rule says no");
  const error = await captureError(
    pool.db.transaction(async (tx) => {
      const { pid } = await getRow(tx.execute(sql`select pg_backend_pid() as pid`));
      await endConnection(Number(pid));
      await new Promise((later) => setTimeout(later, 200));
      await tx.execute(sql`select 1`);
    }),
  );
  expect(isDatabaseUnavailable(error)).toBe(true);
  // A rollback that fails does not hide the error that the callback threw.
  const callbackError = await captureError(
    pool.db.transaction(async (tx) => {
      const { pid } = await getRow(tx.execute(sql`select pg_backend_pid() as pid`));
      await endConnection(Number(pid));
      throw refusal;
    }),
  );
  expect(callbackError).toBe(refusal);
  expect(await getRow(pool.db.execute(sql`select 7 as seven`))).toEqual({ seven: 7 });
});

test("A connection lost during the commit leaves the result unknown; a refused commit does not", async () => {
  await using pool = createSmallPool();
  await pool.db.execute(sql`create table notes (text text)`);
  await pool.db.execute(sql`
    create function at_commit() returns trigger language plpgsql as $$ begin
      if new.text = 'refused' then raise exception 'no' using errcode = '23514'; end if;
      perform pg_sleep(30);
      return null;
    end $$`);
  await pool.db.execute(sql`
    create constraint trigger slow after insert on notes deferrable initially deferred
    for each row execute function at_commit()`);
  const refused = await captureError(
    pool.db.transaction((tx) => tx.execute(sql`insert into notes values ('refused')`)),
  );
  expect(getSqlState(refused)).toBe("23514");
  expect(refused).not.toBeInstanceOf(CommitUnknownError);

  const pendingCommit = captureError(
    pool.db.transaction((tx) => tx.execute(sql`insert into notes values ('cut')`)),
  );
  await expect
    .poll(async () => {
      const ended = sql`select count(pg_terminate_backend(pid))::int as count from pg_stat_activity
        where query = 'commit' and wait_event = 'PgSleep'`;
      return (await getRow(pool.db.execute(ended)))["count"];
    })
    .toBe(1);
  expect(await pendingCommit).toBeInstanceOf(CommitUnknownError);
});

test("A commit that takes longer than the timeout leaves the result unknown, whether it succeeds or not", async () => {
  await using pool = createSmallPool();
  await pool.db.execute(sql`create table late_notes (text text)`);
  await pool.db.execute(sql`
    create function late() returns trigger language plpgsql as $$ begin
      perform pg_sleep(1);
      if new.text = 'refused' then raise exception 'no' using errcode = '23514'; end if;
      return null;
    end $$`);
  await pool.db.execute(sql`
    create constraint trigger late after insert on late_notes deferrable initially deferred
    for each row execute function late()`);
  for (const text of ["stored", "refused"]) {
    await using shortTimeoutPool = createSmallPool("?query_timeout=300");
    const startedAt = performance.now();
    const error = await captureError(
      shortTimeoutPool.db.transaction((tx) => tx.execute(sql`insert into late_notes values (${text})`)),
    );
    expect(error).toBeInstanceOf(CommitUnknownError);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    // Its connection is still busy and has left the pool.
    expect(shortTimeoutPool.connections()).toBe(0);
    expect(await getRow(shortTimeoutPool.db.execute(sql`select 7 as seven`))).toEqual({ seven: 7 });
  }
  const committing = sql`select count(*)::int as count from pg_stat_activity where query = 'commit' and state = 'active'`;
  await expect.poll(async () => (await getRow(pool.db.execute(committing)))["count"]).toBe(0);
  const { rows } = (await pool.db.execute(sql`select text from late_notes`)) as unknown as { rows: unknown };
  expect(rows).toEqual([{ text: "stored" }]);
});

test("A retry during the late commit waits for it and returns the first result", async () => {
  await using pool = createSmallPool();
  await migrate(pool.db);
  await pool.db.execute(sql`
    create function pause() returns trigger language plpgsql as $$ begin
      perform pg_sleep(1);
      return null;
    end $$`);
  await pool.db.execute(sql`
    create constraint trigger pause after insert on requests deferrable initially deferred
    for each row execute function pause()`);
  let created = 0;
  const request = { staffId: "7", call: "POST /x", requestId: "sent-twice" };
  const send = (db: Db) =>
    db.transaction((tx) =>
      idempotent(tx, request, { body: { name: "a" } }, new Date(), async () => {
        created += 1;
        return { state: 0, message: "ok", data: created };
      }),
    );
  await using shortTimeoutPool = createSmallPool("?query_timeout=300");
  expect(await captureError(send(shortTimeoutPool.db))).toBeInstanceOf(CommitUnknownError);
  expect(await send(pool.db)).toEqual({ state: 0, message: "ok", data: 1 });
  expect(created).toBe(1);
});

test("Statements and idle transactions time out, and the connection URL can set the timeouts", async () => {
  await using pool = createSmallPool();
  const limits = await getRow(
    pool.db.execute(sql`
      select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle, current_setting('timezone') as zone`),
  );
  expect(limits).toEqual({ statement: "25s", idle: "30s", zone: "UTC" });
  await using short = createSmallPool("?statement_timeout=100&idle_in_transaction_session_timeout=100");
  const cancelled = await captureError(short.db.execute(sql`select pg_sleep(5)`));
  expect([getSqlState(cancelled), isDatabaseUnavailable(cancelled)]).toEqual(["57014", true]);
  const idle = await captureError(
    short.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await new Promise((later) => setTimeout(later, 400));
      await tx.execute(sql`select 1`);
    }),
  );
  expect(isDatabaseUnavailable(idle)).toBe(true);
});
