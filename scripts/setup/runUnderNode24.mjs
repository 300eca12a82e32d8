import { spawn } from "node:child_process";
import { constants } from "node:os";
import { createNode24Environment, findNode24 } from "./node24.mjs";
import { root } from "./root.mjs";

/** @type {readonly NodeJS.Signals[]} */
const forwardedSignals = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs a program under Node 24 and passes on output, signals and exit code.
 * @param {readonly string[]} args options, file and arguments
 * @param {NodeJS.ProcessEnv} environment added to this process's, where that does not set it
 * @returns {Promise<void>} resolves when it has exited
 */
export function runUnderNode24(args, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(findNode24(), args, {
      cwd: root,
      stdio: "inherit",
      env: { ...environment, ...createNode24Environment() },
    });
    for (const signal of forwardedSignals) process.on(signal, () => child.kill(signal));
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      process.exitCode = signal ? 128 + constants.signals[signal] : (code ?? 1);
      for (const name of forwardedSignals) process.removeAllListeners(name);
      resolve();
    });
  });
}
