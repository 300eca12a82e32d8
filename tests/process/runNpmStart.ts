import { execFileSync, spawn } from "node:child_process";
import path from "node:path";

/** PATH without `node_modules` and /tmp: the machine's own Node and npm. */
const systemPath = (process.env["PATH"] ?? "")
  .split(path.delimiter)
  .filter((folder) => !folder.includes("node_modules") && !folder.startsWith("/tmp/"))
  .join(path.delimiter);

interface NpmStartOptions {
  /** The checkout. */
  readonly cwd: string;
  readonly port: number;
  /** Defaults to the checkout's `data`. */
  readonly dataDir?: string;
}

/** Runs `npm start` in its own process group, as a terminal does. Disposing kills the remaining processes. */
export function runNpmStart({ cwd, port, dataDir }: NpmStartOptions) {
  const { HOME = "" } = process.env;
  const startedAt = performance.now();
  const child = spawn("npm", ["start"], {
    cwd,
    detached: true,
    env: { PATH: systemPath, HOME, PORT: String(port), ...(dataDir ? { DATA_DIR: dataDir } : {}) },
  });
  let output = "";
  child.stdout.on("data", (part: Buffer) => (output += part.toString()));
  child.stderr.on("data", (part: Buffer) => (output += part.toString()));
  const exited = new Promise<number | null>((done) => child.on("close", done));
  const group = child.pid ?? 0;
  return {
    output: () => output,
    /** Returns the milliseconds from the start until the page is served. Throws after the limit or if npm exits. */
    async waitForPage(limitMs: number): Promise<number> {
      while (performance.now() - startedAt < limitMs && child.exitCode === null) {
        const page = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
        if (page?.ok && (await page.text()).includes("<div id=")) return performance.now() - startedAt;
        await new Promise((later) => setTimeout(later, 25));
      }
      throw new Error(`No page after ${Math.round(performance.now() - startedAt)} ms:\n${output}`);
    },
    /** Sends SIGINT to every process of the group, as a terminal does on Ctrl+C. */
    async interrupt() {
      process.kill(-group, "SIGINT");
      await exited;
    },
    /** Processes of the group that still run. */
    listRemaining: () => listProcesses(group),
    async [Symbol.asyncDispose]() {
      if (listProcesses(group).length > 0) process.kill(-group, "SIGKILL");
      await exited;
    },
  };
}

function listProcesses(group: number): string[] {
  return execFileSync("ps", ["-eo", "pgid=,stat=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => Number(line.trim().split(/\s+/)[0]) === group && !/^\s*\d+\s+Z/.test(line));
}
