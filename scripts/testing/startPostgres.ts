import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { aptInstall } from "./aptInstall.ts";

/** Finds the folder with `initdb` and `postgres`: Debian's, one in PATH, or a new installation from Debian. */
function findPostgres(): string {
  const found = findInstalledPostgres();
  if (found) return found;
  aptInstall(["postgresql"], "Install PostgreSQL 15 or newer, or name a server in TEST_DATABASE_URL.");
  const installed = findInstalledPostgres();
  if (!installed)
    throw new Error("There is no PostgreSQL: install it, or name a server in TEST_DATABASE_URL.");
  return installed;
}

function findInstalledPostgres(): string | undefined {
  const debian = globSync("/usr/lib/postgresql/*/bin").sort((a, b) => parseVersion(b) - parseVersion(a));
  const onPath = (process.env["PATH"] ?? "").split(path.delimiter);
  return [...debian, ...onPath].find((folder) =>
    ["initdb", "postgres"].every((program) => existsSync(path.join(folder, program))),
  );
}

function parseVersion(folder: string): number {
  return Number(folder.split("/")[4]);
}

/** A PostgreSQL server for the tests, which may change its databases freely. */
export interface TestPostgres {
  /** Address of the maintenance database, as superuser. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts a server in a temporary folder, unless the environment names one. */
export async function startPostgres(): Promise<TestPostgres> {
  const override = process.env["TEST_DATABASE_URL"] ?? process.env["DATABASE_URL"];
  if (override) return { url: override, stop: () => Promise.resolve() };
  const { url, remove } = await createPostgresServer();
  return { url, stop: remove };
}

/** As in `pg_ctl stop -m`: `fast` ends all sessions and shuts down, `immediate` aborts and recovers at the next start. */
export type StopMode = "fast" | "immediate";
const signals = { fast: "SIGINT", immediate: "SIGQUIT" } as const;

/** A server in a temporary folder that can be stopped and restarted at the same address. */
export interface PostgresServer {
  /** Address of the maintenance database, as superuser. */
  readonly url: string;
  /** Folder of the unix socket. */
  readonly folder: string;
  /** Resolves once it accepts connections. */
  readonly start: () => Promise<void>;
  readonly stop: (mode: StopMode) => Promise<void>;
  /** Stops it and removes its folder. */
  readonly remove: () => Promise<void>;
}

/** Creates and starts a server. */
export async function createPostgresServer(): Promise<PostgresServer> {
  const programs = findPostgres();
  const owner = getServerOwner();
  const folder = mkdtempSync(path.join(tmpdir(), "postgres-"));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = path.join(folder, "data");
  const port = await findFreePort();
  // The only collation of the embedded database.
  const initdb = [
    "-D",
    data,
    "-U",
    "postgres",
    "--auth=trust",
    "--locale=C.UTF-8",
    "--encoding=UTF8",
    "--no-sync",
  ];
  execFileSync(path.join(programs, "initdb"), initdb, { ...owner, cwd: folder, stdio: "pipe" });
  const options = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: folder,
    fsync: "off",
    full_page_writes: "off",
    max_connections: 200,
  };
  const args = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let running: { readonly server: ChildProcess; readonly ended: Promise<void> } | null = null;
  const stop = async (mode: StopMode) => {
    running?.server.kill(signals[mode]);
    await running?.ended;
    running = null;
  };
  const start = async () => {
    const server = spawn(path.join(programs, "postgres"), ["-D", data, ...args], {
      ...owner,
      cwd: folder,
      stdio: "ignore",
    });
    running = { server, ended: new Promise((resolve) => server.once("exit", () => resolve())) };
    await waitForConnection(url);
  };
  const remove = async () => {
    await stop("fast");
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  return { url, folder, start, stop, remove };
}

/** PostgreSQL refuses to run as root: returns the user `postgres`, created if missing. Undefined: the current user. */
function getServerOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, "postgres"], { stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    execFileSync("useradd", ["--system", "postgres"]);
    return { uid: id("-u"), gid: id("-g") };
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

async function waitForConnection(connectionString: string, triesLeft = 100): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    if (triesLeft === 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return waitForConnection(connectionString, triesLeft - 1);
  }
}
