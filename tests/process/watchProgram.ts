import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

/** A program that runs until it is stopped. */
export interface WatchedProgram extends AsyncDisposable {
  readonly output: () => string;
  /** The first match in its output; throws with the output if it ends before. */
  readonly waitFor: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Sends SIGTERM; the exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Starts a program in a process group of its own. */
export function watchProgram(
  [command = "", ...args]: readonly string[],
  options: SpawnOptions,
): WatchedProgram {
  const child: ChildProcess = spawn(command, args, { ...options, stdio: "pipe", detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part: Buffer) => (output += part.toString()));
  const exited = once(child, "close");
  const signal = (name: NodeJS.Signals) => {
    if (child.exitCode === null && child.pid) process.kill(-child.pid, name);
  };
  return {
    output: () => output,
    waitFor: async (pattern) => {
      for (;;) {
        const match = pattern.exec(output);
        if (match) return match;
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${output}`);
        await Promise.race([exited, new Promise((later) => setTimeout(later, 50))]);
      }
    },
    stop: async () => {
      signal("SIGTERM");
      await exited;
      return child.exitCode;
    },
    [Symbol.asyncDispose]: async () => {
      signal("SIGKILL");
      await exited;
    },
  };
}
