import { execFileSync, spawn } from "node:child_process";
import path from "node:path";

/** The path without any `node_modules`: the Node and npm that the machine itself has. */
const systemPath = (process.env["PATH"] ?? "")
  .split(path.delimiter)
  .filter((folder) => !folder.includes("node_modules") && !folder.startsWith("/tmp/"))
  .join(path.delimiter);

interface NpmStartOptions {
  /** The checkout. */
  readonly cwd: string;
  readonly port: number;
  /** Where it is not the checkout's own. */
  readonly dataDir?: string;
}

/** `npm start` in a process group of its own, as a terminal starts it; what is left of it ends with its scope. */
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
    /** Milliseconds from the start until the page answers; throws with the output after the limit, or where it ends. */
    async pageAnswers(limitMs: number): Promise<number> {
      while (performance.now() - startedAt < limitMs && child.exitCode === null) {
        const page = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
        if (page?.ok && (await page.text()).includes("<div id=")) return performance.now() - startedAt;
        await new Promise((later) => setTimeout(later, 25));
      }
      throw new Error(`No page after ${Math.round(performance.now() - startedAt)} ms:\n${output}`);
    },
    /** What a terminal does on Ctrl+C: the signal goes to every process of the group. */
    async interrupt() {
      process.kill(-group, "SIGINT");
      await exited;
    },
    /** Processes of the group that are still there. */
    left: () => listProcesses(group),
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
