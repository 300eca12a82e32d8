/** @module-tag full */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { loginClient } from "../process/apiClient.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { registerDrones } from "../process/registerDrones.ts";
import type { ServerProcess } from "../process/serverProcess.ts";
import { startCluster } from "../process/startCluster.ts";
import { openConsole } from "./openConsole.ts";
import { findMissing } from "./sampleLedger.ts";
import { countTimes, createSignedSenders } from "./sampleSenders.ts";

const duty = "13800000005";
const sns = ["ROLL-1", "ROLL-2", "ROLL-3", "ROLL-4"];
/** How long the picture may stand still while its process is replaced in order, ms. */
const maxGapMs = 7_000;
const cluster = await startCluster();
afterAll(() => cluster[Symbol.asyncDispose]());

const checkout = path.resolve(import.meta.dirname, "../..");

/** This build with one migration more, as the next one has. */
function createNextBuild() {
  const folder = createTemporaryFolder("next");
  for (const name of ["node_modules", "dist"])
    symlinkSync(path.join(checkout, name), path.join(folder.path, name));
  for (const name of ["package.json", "bundle"])
    cpSync(path.join(checkout, name), path.join(folder.path, name), { recursive: true });
  const migrations = path.join(folder.path, "bundle/migrations");
  writeFileSync(path.join(migrations, "9999_next.sql"), 'ALTER TABLE "companies" ADD COLUMN "next" text;');
  const file = path.join(migrations, "meta/_journal.json");
  const journal: { entries: { idx: number; when: number; tag: string }[] } = JSON.parse(
    readFileSync(file, "utf8"),
  );
  const last = journal.entries.at(-1);
  if (!last) throw new Error("There are no migrations");
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: "9999_next" });
  writeFileSync(file, JSON.stringify(journal));
  return folder;
}

test("Three processes are replaced by a newer build one after the other: no sample is lost, and the picture stands still for 7 s at most", async () => {
  using next = createNextBuild();
  const running: ServerProcess[] = [];
  for (let n = 0; n < 3; n += 1) running.push(await cluster.add());
  /** As a proxy: the one that was started last is replaced last. */
  const getUrl = () => running.at(-1)?.url ?? "";
  const person = await loginClient(getUrl(), duty);
  await registerDrones(await loginClient(getUrl()), sns);
  const senders = createSignedSenders(sns, 100);
  let isOver = false;
  const sending = (async () => {
    while (!isOver) {
      const url = getUrl();
      await senders.send(url, () => isOver || getUrl() !== url);
    }
  })();
  /** When the whole fleet was shown, whichever process the console was connected to. */
  const shownAt: number[] = [];
  const watching = (async () => {
    while (!isOver) {
      const at = running[0];
      if (!at) return;
      const { socket, frames } = await openConsole(at, person);
      socket.raw.on("message", () => {
        const last = frames.at(-1);
        if (last?.fleetSize === sns.length && shownAt.at(-1) !== last.at) shownAt.push(last.at);
      });
      await socket.closed;
    }
  })();
  await expect.poll(() => shownAt.length, { timeout: 30_000 }).toBeGreaterThan(3);

  for (let n = 0; n < 3; n += 1) {
    running.push(await cluster.add({}, next.path));
    const replaced = running.shift();
    expect((await replaced?.stop())?.code).toBe(0);
    const [shown, accepted] = [shownAt.length, countTimes(senders.accepted)];
    await expect.poll(() => shownAt.length, { timeout: 20_000 }).toBeGreaterThan(shown + 3);
    await expect.poll(() => countTimes(senders.accepted), { timeout: 20_000 }).toBeGreaterThan(accepted + 50);
  }
  // The newer build has migrated the database: the older one goes on with it, but does not begin.
  await expect(cluster.add()).rejects.toThrow("the schema of a newer build");
  isOver = true;
  await sending;
  for (const server of running.toReversed()) await server.stop();
  await watching;
  const gaps = shownAt.slice(1).map((at, n) => at - (shownAt[n] ?? at));
  expect(Math.max(...gaps)).toBeLessThan(maxGapMs);
  // The ledger is counted by this build.
  const client = new pg.Client({ connectionString: cluster.postgres.url });
  await client.connect();
  const { rowCount } = await client.query(
    "delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)",
  );
  expect(rowCount).toBe(1);
  await client.end();
  expect(await findMissing({ dataDir: "", url: cluster.postgres.url }, senders.accepted)).toEqual({
    lost: 0,
    twice: 0,
  });
});
