import { spawn } from "node:child_process";
import path from "node:path";
import { serverProgram } from "../../scripts/setup/builds.mjs";
import { noLimits } from "../helpers/noLimits.ts";
import { findFreePort } from "./findFreePort.ts";

/**
 * Without the optimising WebAssembly compiler a short run on small data takes a third of the time; with a larger young
 * generation a start collects less garbage, a tenth of its CPU time.
 */
const fastStartFlags = ["--liftoff-only", "--min-semi-space-size=16"];

const checkout = path.resolve(import.meta.dirname, "../..");

export interface ExitResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** stdout and stderr. */
  readonly output: string;
}

/** The real server in a separate process. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly output: () => string;
  readonly exited: Promise<ExitResult>;
  /** Sends the signal, SIGTERM by default, and waits for the exit. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<ExitResult>;
}

interface ServerOptions {
  readonly dataDir: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Limit of open files. */
  readonly openFiles?: number;
}

/** Starts the built server without waiting until it is ready. It does not inherit the test's environment. */
export async function spawnServer({
  dataDir,
  port,
  env = {},
  openFiles,
}: ServerOptions): Promise<ServerProcess> {
  const listenPort = port ?? (await findFreePort());
  const { PATH = "", HOME = "" } = process.env;
  const limit = openFiles === undefined ? "" : `ulimit -n ${openFiles}; `;
  const child = spawn(
    "sh",
    ["-c", `${limit}exec "$@"`, "sh", process.execPath, ...fastStartFlags, serverProgram],
    {
      cwd: checkout,
      env: {
        PATH,
        HOME,
        ...noLimits,
        DATA_DIR: dataDir,
        PORT: String(listenPort),
        NODE_COMPILE_CACHE: path.join(checkout, ".cache/compiled"),
        ...env,
      },
    },
  );
  let output = "";
  child.stdout.on("data", (part: Buffer) => (output += part.toString()));
  child.stderr.on("data", (part: Buffer) => (output += part.toString()));
  const exited = new Promise<ExitResult>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, output }));
  });
  const stop = (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return exited;
  };
  return {
    url: `http://127.0.0.1:${listenPort}`,
    port: listenPort,
    pid: child.pid ?? 0,
    output: () => output,
    exited,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop("SIGKILL")),
  };
}

/** Starts the server and waits until it is ready. Throws with its output if it exits. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const server = await spawnServer(options);
  let hasExited = false;
  const exitError = server.exited.then(({ code, output }) => {
    hasExited = true;
    throw new Error(`The server ended with ${code}:\n${output}`);
  });
  const ready = async () => {
    while (!hasExited && !(await isReady(server.url))) await new Promise((later) => setTimeout(later, 25));
  };
  await Promise.race([exitError, ready()]);
  exitError.catch(() => undefined);
  return server;
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/ready`)).ok;
  } catch {
    return false;
  }
}
