/** @module-tag full */

import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { query } from "../../../server/backup/catalog.ts";
import { backupPath, serveBackup } from "../../../server/backup/serveBackup.ts";
import type { DatabaseSession } from "../../../server/db/databaseSession.ts";
import { migrate } from "../../../server/db/migrate.ts";
import { createTestPlatform, type TestPlatform } from "../../helpers/testPlatform.ts";
import { createEmptyDatabase } from "../database/createEmptyDatabase.ts";

const token = "a-token-that-nobody-else-has";
const bearer = { authorization: `Bearer ${token}` };

let ctx: TestPlatform;
let source: DatabaseSession;
/** Error of the snapshot, if any, and how many snapshots were opened and closed. */
let sourceError: Error | null;
let openCount: number;
let closeCount: number;
/** Opening a snapshot waits for this promise. */
let created: Promise<void>;
beforeAll(async () => {
  source = await createEmptyDatabase();
  await migrate(source.db);
});
afterAll(() => source.close());
beforeEach(async () => {
  ctx = await createTestPlatform({
    env: { NODE_ENV: "production", TRUST_PROXY: "127.0.0.1" },
    requestTimeouts: { idleMs: 200 },
  });
  [sourceError, openCount, closeCount, created] = [null, 0, 0, Promise.resolve()];
  const snapshot = async () => {
    openCount += 1;
    await created;
    if (sourceError) throw sourceError;
    await source.db.execute(sql`begin`);
    return {
      db: source.db,
      close: async () => {
        closeCount += 1;
        await source.db.execute(sql`rollback`);
      },
    };
  };
  serveBackup(ctx.app, { ...ctx.platform, snapshot }, token);
});
afterEach(() => ctx.close());

const requestBackup = (
  headers: Record<string, string> = bearer,
  remoteAddress = "127.0.0.1",
  method: "GET" | "HEAD" = "GET",
) => ctx.app.inject({ method, url: backupPath, headers, remoteAddress });

test("A local request with the token gets the backup, with its time, the key's fingerprint and a checksum", async () => {
  const response = await requestBackup();
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({ "cache-control": "no-store" });
  const lines = response.body.trimEnd().split("\n");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    createdAt: "2026-03-02T02:00:00.000Z",
    // Computed with openssl from 32 bytes 07. It must not change: a restore compares it across builds.
    keyFingerprint: "b8fb1976f43ebb6b4490fa4b9ffc85f5",
  });
  expect(lines.at(-1)).toMatch(/^\{"sha256":"[0-9a-f]{64}"\}$/);
  expect(response.body).not.toContain(ctx.platform.secretKey.toString("hex"));
  expect(closeCount).toBe(1);
});

test("Any other request gets the 404 of an unknown path", async () => {
  const unknown = await ctx.app.inject({ method: "GET", url: "/local/nothing", headers: bearer });
  expect(unknown.statusCode).toBe(404);
  const responses = [
    await requestBackup({}),
    await requestBackup({ authorization: `Bearer ${token}x` }),
    await requestBackup({ authorization: token }),
    await requestBackup(bearer, "203.0.113.9"),
    // Through a proxy on this machine, trusted or not.
    await requestBackup({ ...bearer, "x-forwarded-for": "127.0.0.1" }),
    await requestBackup({ ...bearer, via: "1.1 proxy" }),
  ];
  for (const response of responses) {
    expect([response.statusCode, response.json()]).toEqual([404, unknown.json()]);
  }
  expect((await requestBackup(bearer, "127.0.0.1", "HEAD")).statusCode).toBe(404);
  expect(closeCount).toBe(0);
});

test("A concurrent second backup is refused, and a later one succeeds", async () => {
  await ctx.app.listen({ host: "127.0.0.1", port: 0 });
  const [first, second] = await Promise.all([requestBackup(), requestBackup()]);
  expect([first.statusCode, second.statusCode].sort()).toEqual([200, 409]);
  expect([first, second].find(({ statusCode }) => statusCode === 409)?.json()).toEqual({
    message: "Another backup of this server is under way",
  });
  expect((await requestBackup()).statusCode).toBe(200);
});

test("A failed snapshot is a 503 with a message, and the next backup succeeds", async () => {
  sourceError = Object.assign(new Error("no space left"), { code: "ENOSPC" });
  const full = await requestBackup();
  expect([full.statusCode, full.json()]).toEqual([
    503,
    { message: "The server has no room on its disk for a copy of its database" },
  ]);
  sourceError = new Error("secret detail");
  const broken = await requestBackup();
  expect([broken.statusCode, broken.json()]).toEqual([
    503,
    { message: "The server could not begin a backup; its log says why" },
  ]);
  sourceError = null;
  expect((await requestBackup()).statusCode).toBe(200);
});

test("The snapshot is closed when the client aborts or the server stops", async () => {
  // Larger than the socket buffers.
  await source.db.execute(sql`
    insert into memories (staff_id, key, value, updated_at)
    select n, 'k', repeat(md5(n::text), 30000), now() from generate_series(1, 40) n`);
  const address = await ctx.app.listen({ host: "127.0.0.1", port: 0 });
  for (const turn of [1, 2]) {
    const leave = new AbortController();
    const response = await fetch(address + backupPath, { headers: bearer, signal: leave.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    expect(closeCount).toBe(turn - 1);
    if (turn === 1) leave.abort();
    else await ctx.app.close();
    await expect.poll(() => closeCount).toBe(turn);
    if (turn === 2) await expect(reader?.read().then(() => reader.closed)).rejects.toThrow();
  }
  expect(await query(source.db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test.each(["the client aborts", "the server stops"])(
  "If %s while the snapshot is opened, it is closed",
  async (what) => {
    const address = await ctx.app.listen({ host: "127.0.0.1", port: 0 });
    const ready = Promise.withResolvers<void>();
    created = ready.promise;
    const leave = new AbortController();
    const backup = fetch(address + backupPath, { headers: bearer, signal: leave.signal }).then(
      (response) => response.text(),
      () => "nothing",
    );
    await expect.poll(() => openCount).toBe(1);
    const stops = what === "the server stops";
    const stopped = stops ? ctx.app.close() : leave.abort();
    // Wait until the server has noticed the closed connection.
    const connections = () =>
      new Promise((resolve) => ctx.app.server.getConnections((_, count) => resolve(count)));
    if (!stops) await expect.poll(connections).toBe(0);
    ready.resolve();
    await stopped;
    await expect.poll(() => closeCount).toBe(1);
    expect(await backup.catch(() => "nothing")).not.toContain("sha256");
    if (!stops) await expect.poll(async () => (await requestBackup()).statusCode).toBe(200);
  },
);

test("A snapshot may take longer to open than a connection may be silent", async () => {
  await ctx.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = ctx.app.server.address() as AddressInfo;
  created = new Promise((resolve) => setTimeout(resolve, 600));
  const response = await fetch(`http://127.0.0.1:${port}${backupPath}`, { headers: bearer });
  expect(await response.text()).toContain('"sha256"');
});
