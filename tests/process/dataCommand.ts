import { spawn } from "node:child_process";
import path from "node:path";

const checkout = path.resolve(import.meta.dirname, "../..");

interface CommandResult {
  readonly code: number | null;
  /** Both streams. */
  readonly output: string;
}

/** The commands that read or write a whole database. */
type DataCommand = "backup" | "restore" | "rebuildStatistics";

/** A running command. */
export interface RunningCommand {
  readonly exited: Promise<CommandResult>;
  readonly kill: (signal: NodeJS.Signals) => void;
}

/** Starts a command. Its environment has only `env`, PATH, HOME and the compile cache. */
export function startDataCommand(
  command: DataCommand,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  /** Limit of open files. */
  openFiles?: number,
): RunningCommand {
  const { PATH = "", HOME = "" } = process.env;
  const limit = openFiles === undefined ? "" : `ulimit -n ${openFiles}; `;
  const program = [process.execPath, "--liftoff-only", `server/backup/${command}Command.ts`, ...args];
  const child = spawn("sh", ["-c", `${limit}exec "$@"`, "sh", ...program], {
    cwd: checkout,
    env: { PATH, HOME, NODE_COMPILE_CACHE: path.join(checkout, ".cache/compiled"), ...env },
  });
  let output = "";
  child.stdout.on("data", (part: Buffer) => (output += part.toString()));
  child.stderr.on("data", (part: Buffer) => (output += part.toString()));
  const exited = new Promise<CommandResult>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output: output.trim() }));
  });
  return { exited, kill: (signal) => void child.kill(signal) };
}

export const runDataCommand = (...args: Parameters<typeof startDataCommand>): Promise<CommandResult> =>
  startDataCommand(...args).exited;
