import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { and, eq, inArray, like } from "drizzle-orm";
import pg from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";
import { createPostgresServer, type PostgresServer } from "../../scripts/testing/startPostgres.ts";
import { openDatabase } from "../../server/db/openDatabase.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { companies } from "../../server/db/schema/company.ts";
import { users } from "../../server/db/schema/user.ts";
import { type ApiClient, loginClient } from "../process/apiClient.ts";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { runDataCommand } from "../process/dataCommand.ts";
import { type ServerProcess, startServer } from "../process/serverProcess.ts";
import { createCompanyBody } from "./createCompanyBody.ts";

/** A few simulated drones, so that tracks are written during the backup. */
const flights = { FLEET: "4" };
const lanes = 4;
const namePrefix = "备份测试";
const managers = z.array(z.object({ id: z.string() }));
const uploaded = z.object({ data: z.object({ url: z.string() }) });
const page = z.object({ list: z.array(z.object({ id: z.string() })) });

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await createPostgresServer();
});
afterAll(() => postgres.remove());

async function createNamedDatabase(name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.toString();
}

/** Bounds of what a backup must contain. */
interface WriteProgress {
  /** By lane, how many companies were acknowledged before the backup began. */
  readonly before: readonly number[];
  /** By lane, how many companies were requested before the backup ended. */
  readonly requested: readonly number[];
}

/** Backs up the server while each lane creates companies one after another, each with an account and an audit row. */
async function backUpUnderWrites(
  server: ServerProcess,
  dataDir: string,
  file: string,
): Promise<WriteProgress> {
  const admin = await loginClient(server.url);
  const [manager] = managers.parse((await admin.call("GET", "/user/sysAdmin/list")).data);
  const requestCounts = Array.from({ length: lanes }, () => 0);
  const done = Array.from({ length: lanes }, () => 0);
  let over = false;
  const work = async (lane: number) => {
    while (!over) {
      const number = (requestCounts[lane] = (requestCounts[lane] ?? 0) + 1);
      const company = createCompanyBody(namePrefix, (lane + 1) * 10_000 + number, manager?.id ?? "");
      const reply = await admin.call("POST", "/company/account/create", company);
      if (reply.state !== 0) throw new Error(`refused: ${reply.message}`);
      done[lane] = number;
    }
  };
  const working = requestCounts.map((_, lane) => work(lane));
  await expect.poll(() => Math.min(...done)).toBeGreaterThan(2);
  const before = [...done];
  const { code, output } = await runDataCommand("backup", [file], { DATA_DIR: dataDir });
  const requested = [...requestCounts];
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining(`to ${file} (`) });
  // Every lane writes on after the backup, so that late writes could be noticed in it.
  await expect
    .poll(() => Math.min(...done.map((count, lane) => count - (requested[lane] ?? 0))))
    .toBeGreaterThan(0);
  over = true;
  await Promise.all(working);
  return { before, requested };
}

/** Reads a restored database directly: it must be a consistent snapshot. */
async function expectConsistentSnapshot(
  target: { url: string | undefined; dataDir: string },
  { before, requested }: WriteProgress,
) {
  const { db, close } = await openDatabase(target);
  const ours = await db
    .select({ id: companies.id, shortName: companies.shortName })
    .from(companies)
    .where(like(companies.name, `${namePrefix}%`));
  const ids = ours.map(({ id }) => id);
  const accounts = await db.select({ of: users.companyId }).from(users).where(inArray(users.companyId, ids));
  const audited = await db
    .select({ of: auditLog.entityId })
    .from(auditLog)
    .where(and(eq(auditLog.entity, "company"), inArray(auditLog.entityId, ids)));
  await close();
  // Each transaction writes these three tables together.
  expect(accounts.map(({ of }) => of).toSorted()).toEqual(ids.toSorted());
  expect(audited.map(({ of }) => of).toSorted()).toEqual(ids.toSorted());
  for (let lane = 0; lane < lanes; lane += 1) {
    const numbers = ours
      .map(({ shortName }) => Number(shortName) - (lane + 1) * 10_000)
      .filter((number) => number > 0 && number < 10_000)
      .toSorted((a, b) => a - b);
    expect(numbers, `lane ${lane} without gaps`).toEqual(numbers.map((_, index) => index + 1));
    expect(numbers.length).toBeGreaterThanOrEqual(before[lane] ?? 0);
    expect(numbers.length).toBeLessThanOrEqual(requested[lane] ?? 0);
  }
}

/** Uploads an incompressible picture; returns its URL. */
async function upload(url: string, { headers }: ApiClient): Promise<string> {
  const side = 700;
  const noise = Buffer.from(
    Uint32Array.from({ length: (side * side * 3) / 4 }, (_, n) => (n * 2_654_435_761) >>> 0).buffer,
  );
  const png = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append("file", new Blob([Uint8Array.from(png)], { type: "image/png" }), "noise.png");
  const response = await fetch(`${url}/wms/api/logo/upload`, { method: "POST", headers, body: form });
  return uploaded.parse(await response.json()).data.url;
}

async function downloadBytes(url: string): Promise<Buffer> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

it("a backup of the embedded database under writes restores a consistent snapshot", async () => {
  using data = createDemoFolder();
  using other = createTemporaryFolder("restored");
  const file = path.join(other.path, "one.backup");
  let address = "";
  let picture: Buffer = Buffer.alloc(0);
  let written: WriteProgress;
  {
    await using server = await startServer({ dataDir: data.path, env: flights });
    const admin = await loginClient(server.url);
    address = await upload(server.url, admin);
    picture = await downloadBytes(server.url + address);
    expect(picture.length).toBeGreaterThan(100_000);
    const { data: list } = await admin.call("POST", "/company/pageList", { pageNo: 1, pageSize: 1 });
    const companyId = page.parse(list).list[0]?.id;
    expect((await admin.call("POST", "/account/accesskey/create", { companyId })).state).toBe(0);
    written = await backUpUnderWrites(server, data.path, file);
    // The server's temporary copy is removed.
    expect(readdirSync(data.path)).not.toContain("db.copy");
    await server.stop();
  }

  const restored = await runDataCommand("restore", [file], { DATA_DIR: other.path });
  expect(restored.code, restored.output).toBe(0);
  expect(restored.output).toContain(`There is no ${path.join(other.path, "secret.key")}`);
  copyFileSync(path.join(data.path, "secret.key"), path.join(other.path, "secret.key"));
  await expectConsistentSnapshot({ url: undefined, dataDir: other.path }, written);
  await using server = await startServer({ dataDir: other.path, env: flights });
  await loginClient(server.url);
  expect((await downloadBytes(server.url + address)).equals(picture)).toBe(true);
});

it("an embedded backup restores to PostgreSQL, and a PostgreSQL backup under writes restores to either database", {
  tags: "full",
}, async () => {
  using data = createDemoFolder();
  using other = createTemporaryFolder("restored");
  const files = [path.join(other.path, "embedded.backup"), path.join(other.path, "postgres.backup")] as const;
  const key = readFileSync(path.join(data.path, "secret.key"), "utf8");
  {
    await using server = await startServer({ dataDir: data.path, env: { FLEET: "0" } });
    expect((await runDataCommand("backup", [files[0]], { DATA_DIR: data.path })).code).toBe(0);
    await server.stop();
  }

  const env = { ...flights, DATABASE_URL: await createNamedDatabase("first"), SECRET_KEY: key };
  const filled = await runDataCommand("restore", [files[0]], { DATA_DIR: other.path, ...env });
  expect(filled.code, filled.output).toBe(0);
  const again = await runDataCommand("restore", [files[0]], { DATA_DIR: other.path, ...env });
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining("already holds data") });
  let address = "";
  let picture: Buffer = Buffer.alloc(0);
  let written: WriteProgress;
  {
    await using server = await startServer({ dataDir: other.path, env });
    address = await upload(server.url, await loginClient(server.url));
    picture = await downloadBytes(server.url + address);
    written = await backUpUnderWrites(server, other.path, files[1]);
    await server.stop();
  }

  const second = await createNamedDatabase("second");
  for (const target of [{ DATABASE_URL: second }, {}]) {
    const restored = await runDataCommand("restore", [files[1]], {
      DATA_DIR: other.path,
      SECRET_KEY: key,
      ...target,
    });
    expect(restored.code, restored.output).toBe(0);
    await expectConsistentSnapshot({ url: target.DATABASE_URL, dataDir: other.path }, written);
    await using server = await startServer({
      dataDir: other.path,
      env: { ...flights, SECRET_KEY: key, ...target },
    });
    await loginClient(server.url);
    expect((await downloadBytes(server.url + address)).equals(picture)).toBe(true);
    await server.stop();
  }
});
