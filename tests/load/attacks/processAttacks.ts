import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, statSync, truncateSync, writeSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { serverProgram } from "../../../scripts/setup/builds.mjs";
import { openDatabase } from "../../../server/db/openDatabase.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { demoDevice } from "../../../server/modules/accessKey/demoKey.ts";
import { connectSocket, createMessage } from "../../contract/socket/socketClient.ts";
import { loginClient } from "../../process/apiClient.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../../process/createTemporaryFolder.ts";
import { reservePort } from "../../process/reservePort.ts";
import { startServer } from "../../process/serverProcess.ts";
import type { Attack } from "./observe.ts";

// Attacks that end a server or change its data have one of their own, with a copy of the folder.

/** @param dataDir of no running server */
export function copyData(dataDir: string): TemporaryFolder {
  const copy = createTemporaryFolder("attacked");
  execFileSync("cp", ["-r", `${dataDir}/.`, copy.path]);
  return copy;
}

const start = (dataDir: string, env: Readonly<Record<string, string>> = {}) =>
  startServer({ dataDir, env: { FLEET: "0", ...env }, asStarted: true });
const getStatus = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(8_000) }).then(
    ({ status }) => status,
    () => 0,
  );

const unreadCalls = 5_000;

/** @param source a folder that no server uses */
export const stalledLog = (source: string): Attack => ({
  name: `G12 ${unreadCalls} calls of a server whose output nobody reads`,
  before: "after 255 calls nothing was answered any more",
  run: async () => {
    using data = copyData(source);
    const port = await reservePort();
    const url = `http://127.0.0.1:${port}`;
    const child = spawn(process.execPath, [serverProgram], {
      env: { PATH: process.env["PATH"], DATA_DIR: data.path, PORT: String(port), FLEET: "0" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    const exited = once(child, "exit");
    try {
      while ((await getStatus(`${url}/ready`)) !== 200) await wait(500);
      let answered = 0;
      for (let n = 0; n < unreadCalls; n += 50) {
        const statuses = await Promise.all(
          Array.from({ length: 50 }, () => getStatus(`${url}/wms/api/none`)),
        );
        answered += statuses.filter((status) => status === 404).length;
      }
      const health = await getStatus(`${url}/health`);
      return {
        after: `${answered} answered, then /health ${health}`,
        isRefused: answered === unreadCalls && health === 200,
      };
    } finally {
      child.kill("SIGKILL");
      await exited;
    }
  },
});

const pageBytes = 8_192;
/** The tables are looked at a minute after the start. */
const damageWaitMs = 180_000;

/** The file of the largest table of a folder that no server uses. */
async function findLargestTable(dataDir: string) {
  const { db, close } = await openDatabase({ url: undefined, dataDir });
  const [found] = await db
    .select({ table: sql<string>`relname`, file: sql<string>`pg_relation_filepath(oid)` })
    .from(sql`pg_class where relkind = 'r' order by pg_relation_size(oid) desc limit 1`);
  await close();
  if (!found) throw new Error("There is no table");
  return { table: found.table, file: path.join(dataDir, "db", found.file) };
}

function writeNoise(file: string): void {
  const handle = openSync(file, "r+");
  for (let page = 1; page <= 20; page += 1)
    writeSync(handle, Buffer.alloc(pageBytes, 0x5a), 0, pageBytes, page * pageBytes);
  closeSync(handle);
}
const cutInHalf = (file: string) =>
  truncateSync(file, Math.floor(statSync(file).size / 2 / pageBytes) * pageBytes);

const readyState = z.object({ damagedTables: z.array(z.string()) });

/** What a server says of a folder in which the largest table was damaged: in `/ready`, or by not starting. */
async function tellDamage(source: string, damage: (file: string) => void): Promise<string> {
  using data = copyData(source);
  const { table, file } = await findLargestTable(data.path);
  damage(file);
  const started = await start(data.path).catch((error: unknown) => String(error));
  if (typeof started === "string")
    return started.includes("the database is damaged") ? `${table}: refused to start, told` : started;
  await using server = started;
  const endAt = performance.now() + damageWaitMs;
  while (performance.now() < endAt) {
    const state = readyState.parse(await (await fetch(`${server.url}/ready`)).json());
    if (state.damagedTables.includes(table)) return `${table}: told in /ready`;
    await wait(2_000);
  }
  return `${table}: not a word`;
}

export const damagedFiles = (source: string): Attack => ({
  name: "G13 noise in the largest table's file, and a file cut in half",
  before: "started with 200 and not a word",
  run: async () => {
    const told = [await tellDamage(source, writeNoise), await tellDamage(source, cutInHalf)];
    return { after: told.join("; "), isRefused: told.every((text) => / told\b/.test(text)) };
  },
});

export const headersBehindTls = (source: string): Attack => ({
  name: "G14b a page behind a proxy with TLS",
  before: "neither Strict-Transport-Security nor Permissions-Policy",
  run: async () => {
    using data = copyData(source);
    await using server = await start(data.path, { TRUST_PROXY: "127.0.0.1" });
    const headers = { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9" };
    const answer = await fetch(server.url, { headers });
    const found = ["strict-transport-security", "permissions-policy"].map((name) => answer.headers.get(name));
    return { after: found.map((value) => value ?? "none").join("; "), isRefused: !found.includes(null) };
  },
});

const frames = 300;

export const clockSetBack = (source: string): Attack => ({
  name: "G14d the clock is set back by an hour under an open socket",
  before: "消息太频繁 after 100 frames, and closed with 1001",
  run: async () => {
    using data = copyData(source);
    const preload = new URL("clockStep.mjs", import.meta.url).href;
    await using server = await start(data.path, { NODE_OPTIONS: `--import=${preload}` });
    const { headers, userId } = await loginClient(server.url);
    const socket = await connectSocket(`${server.url.replace("http", "ws")}/ws`);
    let closed = 0;
    void socket.closed.then((code) => (closed = code));
    const send = (type: number) => socket.send(createMessage(type, userId, headers));
    send(1);
    await socket.nextFrame(1);
    process.kill(server.pid, "SIGUSR2");
    for (let n = 0; n < frames && closed === 0; n += 1) {
      send(2);
      await wait(150);
    }
    const refused = socket.frames.filter(({ data: told }) => JSON.stringify(told).includes("频繁")).length;
    const isAnHourBack = Date.now() - Date.parse(socket.frames.at(-1)?.at ?? "") > 3_000_000;
    socket.raw.terminate();
    return {
      after: `${refused} refusals, ${closed === 0 ? "still open" : `closed with ${closed}`}${isAnHourBack ? "" : ", the clock did not step"}`,
      isRefused: refused === 0 && closed === 0 && isAnHourBack,
    };
  },
});

async function countCompanies(dataDir: string, prepare: boolean): Promise<number> {
  const { db, close } = await openDatabase({ url: undefined, dataDir });
  // A folder of before has no demo device: its company is any other one.
  if (prepare)
    await db
      .update(companies)
      .set({ creditCode: "91152921MA0DEJ0238" })
      .where(eq(companies.creditCode, demoDevice.creditCode));
  const count = await db.$count(companies);
  await close();
  return count;
}

export const upgradedFolder = (source: string): Attack => ({
  name: "G14e an upgrade of a demo folder without the demo device",
  before: "60 companies became 61",
  run: async () => {
    using data = copyData(source);
    const before = await countCompanies(data.path, true);
    const server = await start(data.path);
    await server.stop();
    const after = await countCompanies(data.path, false);
    return { after: `${before} companies became ${after}`, isRefused: before === after };
  },
});
