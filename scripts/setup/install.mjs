import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withAddresses, withoutAddresses } from "./lockAddresses.mjs";
import { root } from "./root.mjs";

const lockFile = path.join(root, "package-lock.json");
const marker = path.join(root, "node_modules/.installed");

/** @type {readonly NodeJS.Signals[]} */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Installs the packages of the committed lock where that has not been done yet.
 * `npm install`, not `npm ci`: ci refuses a lock that leaves out platforms which the registry does not hold.
 * Install scripts stay off, nothing in the lock needs one.
 */
export async function install() {
  const found = readFileSync(lockFile);
  const lock = withoutAddresses(found);
  if (!lock.equals(found)) writeLock(lock);
  const wanted = createHash("sha256")
    .update(lock)
    .update(process.platform + process.arch)
    .digest("hex");
  if (existsSync(marker) && readFileSync(marker, "utf8") === wanted) return;
  console.log("Installing packages …");
  // What is cut off from here on is not installed, whatever was before.
  rmSync(marker, { force: true });
  const quick = await withLock(withAddresses(lock), lock);
  // A registry may hold its packages at addresses of its own, which npm finds by asking for each.
  const { status, said } = quick.status === 0 ? quick : await withLock(lock, lock);
  if (status !== 0) throw new Error(`npm install failed:\n${said}`.trimEnd());
  writeFileSync(marker, wanted);
}

/**
 * Runs npm with this lock, and puts the committed one back.
 * @param {Buffer} lock
 * @param {Buffer} committed
 */
async function withLock(lock, committed) {
  writeLock(lock);
  try {
    const ended = await runNpm();
    if (ended.stopped) throw new Error("The installation was stopped: start again to go on with it.");
    return ended;
  } finally {
    keepLock(committed);
  }
}

/**
 * @returns {Promise<{ status: number | null, said: string, stopped: boolean }>} once npm has ended, which takes back
 * what it has begun where it is stopped: nobody may start anew before
 */
function runNpm() {
  const npm = npmCommand();
  const args = [
    ...npm.args,
    "install",
    "--ignore-scripts",
    "--include=dev",
    "--include=optional",
    "--loglevel=error",
  ];
  return new Promise((ended, failed) => {
    const child = spawn(npm.command, args, { cwd: root, shell: npm.shell });
    let said = "";
    let stopped = false;
    const hear = (/** @type {Buffer} */ part) => (said += part.toString());
    // Ctrl+C reaches npm by itself, and a second one would end it at once.
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      stopped = true;
      if (signal !== "SIGINT") child.kill(signal);
    };
    for (const signal of signals) process.on(signal, stop);
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("error", failed);
    child.on("close", (status) => {
      for (const signal of signals) process.off(signal, stop);
      ended({ status, said, stopped });
    });
  });
}

/**
 * Whole or not at all: a lock that is half written could be read by nobody.
 * @param {Buffer} lock
 */
function writeLock(lock) {
  const beside = `${lockFile}.new`;
  writeFileSync(beside, lock);
  renameSync(beside, lockFile);
}

/** npm as it was called, where it was; otherwise the one on the path. */
function npmCommand() {
  const called = process.env.npm_execpath;
  if (called?.endsWith(".js")) return { command: process.execPath, args: [called], shell: false };
  return { command: "npm", args: [], shell: process.platform === "win32" };
}

/**
 * Puts the committed lock back, and fails if other packages were chosen than it says.
 * @param {Buffer} lock the committed bytes
 */
function keepLock(lock) {
  const after = readFileSync(lockFile);
  if (after.equals(lock)) return;
  writeLock(lock);
  if (chosen(after) !== chosen(lock)) {
    throw new Error(
      "package.json and package-lock.json do not belong together: run npm install under Node 24 and commit the lock.",
    );
  }
}

/**
 * @param {Buffer} lock
 * @returns {string} every package's place, version and checksum
 */
function chosen(lock) {
  const { packages } = JSON.parse(lock.toString());
  return JSON.stringify(
    Object.entries(packages)
      .map(([place, { version, integrity }]) => `${place} ${version} ${integrity}`)
      .sort((one, other) => one.localeCompare(other)),
  );
}
