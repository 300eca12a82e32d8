import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
  buildConsole,
  buildServer,
  serverEnvironment,
  serverOptions,
  serverProgram,
} from "../setup/builds.mjs";
import { root } from "../setup/root.mjs";
import { findNats } from "../testing/findNats.ts";
import { findNginx } from "../testing/findNginx.ts";
import { createPostgresServer } from "../testing/startPostgres.ts";
import { createNginxConfig } from "./nginxConfig.ts";

const port = Number(process.env["PORT"] ?? 5180);
const servers = [1, 2, 3].map((n) => port + n);
const natsPort = port + 4;

const folder = mkdtempSync(path.join(tmpdir(), "cluster-"));
const children = new Set<ChildProcess>();
let isStopping = false;

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): ChildProcess {
  const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] });
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

/** Runs a process, and starts it again whenever it ends, as a supervisor does. */
function supervise(serverPort: number, shared: NodeJS.ProcessEnv): void {
  const dataDir = path.join(folder, String(serverPort));
  mkdirSync(dataDir, { recursive: true });
  const env = {
    ...serverEnvironment,
    ...process.env,
    ...shared,
    DATA_DIR: dataDir,
    PORT: String(serverPort),
  };
  const child = run(process.execPath, [...serverOptions, serverProgram], env);
  console.log(`  process at port ${serverPort}: kill -9 ${child.pid}, or kill -STOP and kill -CONT`);
  child.once("exit", (code, signal) => {
    if (isStopping) return;
    console.log(`process at port ${serverPort} ended (${signal ?? code}), starts again`);
    void wait(1_000).then(() => {
      if (!isStopping) supervise(serverPort, shared);
    });
  });
}

async function waitUntilReady(address: string): Promise<void> {
  for (;;) {
    const isReady = await fetch(`${address}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady || isStopping) return;
    await wait(250);
  }
}

buildConsole();
buildServer();
console.log("Starting PostgreSQL, NATS, three processes and nginx …");
const postgres = await createPostgresServer();
const stop = async () => {
  if (isStopping) return;
  isStopping = true;
  const ended = [...children].map((child) => new Promise((resolve) => child.once("exit", resolve)));
  for (const child of children) child.kill("SIGTERM");
  await Promise.all(ended);
  await postgres.remove();
  rmSync(folder, { recursive: true, force: true });
};
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop());

run(findNats(), ["-a", "127.0.0.1", "-p", String(natsPort), "-l", path.join(folder, "nats.log")]);
const shared = {
  DATABASE_URL: postgres.url,
  SECRET_KEY: randomBytes(32).toString("hex"),
  NATS_URL: `nats://127.0.0.1:${natsPort}`,
  TRUST_PROXY: "127.0.0.1",
};
for (const serverPort of servers) supervise(serverPort, shared);
for (const serverPort of servers) await waitUntilReady(`http://127.0.0.1:${serverPort}`);
const configFile = path.join(folder, "nginx.conf");
writeFileSync(configFile, createNginxConfig(folder, port, servers));
run(findNginx(), ["-e", "stderr", "-c", configFile]);
await waitUntilReady(`http://127.0.0.1:${port}`);
if (!isStopping)
  console.log(
    `Aerial Console is at http://127.0.0.1:${port}, with the demo accounts 13800000001 to 13800000005 and the password Aerial@2026. Ctrl+C ends it; nothing is kept.`,
  );
