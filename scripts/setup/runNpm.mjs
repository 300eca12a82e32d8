import { spawn } from "node:child_process";

/** @type {readonly NodeJS.Signals[]} */
const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];
const isWindows = process.platform === "win32";

/**
 * Runs npm in that folder.
 * @param {string} cwd
 * @param {readonly string[]} args
 * @returns {Promise<{ status: number | null, said: string, stopped: boolean }>} once npm has ended, which takes back
 * what it has begun where it is stopped: nobody may start anew before (SIGKILL alone leaves it to itself)
 */
export function runNpm(cwd, args) {
  const npm = npmCommand();
  return new Promise((ended, failed) => {
    const child = spawn(npm.command, [...npm.args, ...args], {
      cwd,
      shell: npm.shell,
      // A group of its own, which no signal reaches but the one that is passed on: a second one, as of who presses
      // Ctrl+C again, would end npm in the midst of taking back. Windows has none; there Ctrl+C reaches npm by itself.
      detached: !isWindows,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    let stopped = false;
    const hear = (/** @type {Buffer} */ part) => (said += part.toString());
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      if (stopped) return;
      stopped = true;
      console.log("Stopping: npm takes back what it has begun …");
      if (!isWindows && child.pid !== undefined) passOn(child.pid, signal);
    };
    for (const signal of signals) process.on(signal, stop);
    const unheard = () => {
      for (const signal of signals) process.off(signal, stop);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("error", (fault) => {
      unheard();
      failed(fault);
    });
    child.on("close", (status) => {
      unheard();
      ended({ status, said, stopped });
    });
  });
}

/**
 * To all of the group: what stands on the path may be a version manager's, with npm as its child.
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function passOn(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (fault) {
    // It has ended by itself meanwhile.
    if (/** @type {NodeJS.ErrnoException} */ (fault).code !== "ESRCH") throw fault;
  }
}

/** npm as it was called, where it was; otherwise the one on the path. */
function npmCommand() {
  const called = process.env.npm_execpath;
  if (called?.endsWith(".js")) return { command: process.execPath, args: [called], shell: false };
  return { command: "npm", args: [], shell: isWindows };
}
