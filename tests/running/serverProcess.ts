import { spawn } from "node:child_process";
import path from "node:path";
import { serverProgram } from "../../scripts/setup/builds.mjs";
import { noLimits } from "../noLimits.ts";
import { freePort } from "./freePort.ts";

/** No optimising compiler for the database: a third of what a short life on small data takes. */
const quickly = "--liftoff-only";

const checkout = path.resolve(import.meta.dirname, "../..");

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Everything it wrote, both streams. */
  readonly output: string;
}

/** The real server as a process of its own. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly output: () => string;
  readonly ended: Promise<Ended>;
  /** Sends the signal, SIGTERM by default, and waits for the end. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<Ended>;
}

interface Options {
  readonly dataDir: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Files that it may have open at once. */
  readonly openFiles?: number;
}

/** Starts the built server without waiting for anything; its environment holds what is given here and no more. */
export async function launchServer({ dataDir, port, env = {}, openFiles }: Options): Promise<ServerProcess> {
  const own = port ?? (await freePort());
  const { PATH = "", HOME = "" } = process.env;
  const limit = openFiles === undefined ? "" : `ulimit -n ${openFiles}; `;
  const child = spawn("sh", ["-c", `${limit}exec "$@"`, "sh", process.execPath, quickly, serverProgram], {
    cwd: checkout,
    env: {
      PATH,
      HOME,
      ...noLimits,
      DATA_DIR: dataDir,
      PORT: String(own),
      NODE_COMPILE_CACHE: path.join(checkout, ".cache/compiled"),
      ...env,
    },
  });
  let output = "";
  child.stdout.on("data", (part: Buffer) => (output += part.toString()));
  child.stderr.on("data", (part: Buffer) => (output += part.toString()));
  const ended = new Promise<Ended>((told, failed) => {
    child.on("error", failed);
    child.on("close", (code, signal) => told({ code, signal, output }));
  });
  const stop = (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return ended;
  };
  return {
    url: `http://127.0.0.1:${own}`,
    port: own,
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop("SIGKILL")),
  };
}

/** Starts the server and waits until it says that it is ready; throws with its output where it ends instead. */
export async function startServer(options: Options): Promise<ServerProcess> {
  const server = await launchServer(options);
  let over = false;
  const early = server.ended.then(({ code, output }) => {
    over = true;
    throw new Error(`The server ended with ${code}:\n${output}`);
  });
  const ready = async () => {
    while (!over && !(await answersReady(server.url))) await new Promise((later) => setTimeout(later, 25));
  };
  await Promise.race([early, ready()]);
  early.catch(() => undefined);
  return server;
}

async function answersReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/ready`)).ok;
  } catch {
    return false;
  }
}
