import { spawn } from "node:child_process";
import path from "node:path";
import { serverEnvironment, serverOptions, serverProgram } from "../../scripts/setup/builds.mjs";
import { createClockEnvironment } from "../../scripts/testing/testClock.ts";
import { noLimits } from "../helpers/noLimits.ts";

/**
 * Without the optimising WebAssembly compiler a short run on small data takes a third of the time; with a larger young
 * generation a start collects less garbage, a tenth of its CPU time.
 */
const fastStartFlags = ["--liftoff-only", "--min-semi-space-size=16"];

const ownCheckout = path.resolve(import.meta.dirname, "../..");

export interface ExitResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** stdout and stderr. */
  readonly output: string;
}

/** A server process, which may never become ready. */
export interface SpawnedServer extends AsyncDisposable {
  readonly pid: number;
  readonly output: () => string;
  readonly exited: Promise<ExitResult>;
  /** Sends the signal, SIGTERM by default, and waits for the exit; a process that ignores SIGTERM is killed. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<ExitResult>;
}

/** The real server in a separate process, ready to answer. */
export interface ServerProcess extends SpawnedServer {
  readonly url: string;
  readonly port: number;
}

interface ServerOptions {
  readonly dataDir: string;
  /** Absent: the server takes a free port by itself. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Node's options and environment as `npm start` has them, for measurements; otherwise those of a fast start. */
  readonly asStarted?: boolean;
  /** Another checkout with a built server; by default this one. */
  readonly checkout?: string | undefined;
  /** Limit of open files. */
  readonly openFiles?: number;
  /** What has to answer before the server counts as started; `/health` by a server without its database. */
  readonly until?: "/ready" | "/health";
  /** Longest time until it does, ms. */
  readonly readyLimitMs?: number;
}

/** Longest time from the start until the server is ready, ms. Only a hanging server takes that long. */
const usualReadyLimitMs = 600_000;
/** Longest time from SIGTERM until the exit, ms. */
const exitLimitMs = 60_000;

/**
 * Starts the built server without waiting until it is ready. It inherits the test's clock and time zone, nothing else
 * of its environment.
 */
export function spawnServer(options: ServerOptions): SpawnedServer {
  const { dataDir, port = 0, env = {}, asStarted = false, checkout = ownCheckout, openFiles } = options;
  const { PATH = "", HOME = "", TZ } = process.env;
  const limit = openFiles === undefined ? "" : `ulimit -n ${openFiles}; `;
  const child = spawn(
    "sh",
    [
      "-c",
      `${limit}exec "$@"`,
      "sh",
      process.execPath,
      ...(asStarted ? serverOptions : fastStartFlags),
      serverProgram,
    ],
    {
      cwd: checkout,
      env: {
        PATH,
        HOME,
        ...(TZ ? { TZ } : {}),
        ...noLimits,
        // The timeout has tests of its own; a call of a busy machine may take longer than the specification's 5 s.
        REQUEST_TIMEOUT: "30",
        ...createClockEnvironment(),
        ...(asStarted ? serverEnvironment : {}),
        DATA_DIR: dataDir,
        PORT: String(port),
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
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    const kill = setTimeout(() => child.kill("SIGKILL"), exitLimitMs);
    try {
      return await exited;
    } finally {
      clearTimeout(kill);
    }
  };
  return {
    pid: child.pid ?? 0,
    output: () => output,
    exited,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop("SIGKILL")),
  };
}

/** Starts the server and waits until it is ready. Throws with its output if it exits or takes too long. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const server = spawnServer(options);
  let hasExited = false;
  void server.exited.then(() => {
    hasExited = true;
  });
  const { until = "/ready", readyLimitMs = usualReadyLimitMs } = options;
  const deadline = performance.now() + readyLimitMs;
  for (;;) {
    const url = /Aerial Console is at (\S+)/.exec(server.output())?.[1];
    if (url !== undefined && (await answers(url + until)))
      return { ...server, url, port: Number(new URL(url).port) };
    if (hasExited)
      throw new Error(`The server ended with ${(await server.exited).code}:\n${server.output()}`);
    if (performance.now() > deadline) {
      await server.stop("SIGKILL");
      throw new Error(`The server was not ready after ${readyLimitMs / 1000} s:\n${server.output()}`);
    }
    await new Promise((later) => setTimeout(later, 25));
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
