import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withAddresses, withoutAddresses } from "./lockAddresses.mjs";
import { missingPackages } from "./missingPackages.mjs";
import { root } from "./root.mjs";
import { runNpm } from "./runNpm.mjs";

const lockFile = path.join(root, "package-lock.json");
const marker = path.join(root, "node_modules/.installed");
const npmInstall = ["install", "--ignore-scripts", "--include=dev", "--include=optional", "--loglevel=error"];

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
  mark("");
  try {
    const why = await fault(withAddresses(lock), lock);
    // A registry may hold its packages at addresses of its own, which npm finds by asking for each.
    const still = why === null ? null : await fault(lock, lock);
    if (still !== null) throw new Error(still);
  } catch (why) {
    // Somebody else may have installed beside it meanwhile, from whom npm has taken its part back.
    mark("");
    throw why;
  }
  mark(wanted);
}

/**
 * What is cut off before this says so is not installed, whatever was before. Emptied, never removed: npm distrusts
 * all that it knows of a folder that has changed since, and unpacks every package anew.
 * @param {string} what
 */
function mark(what) {
  mkdirSync(path.dirname(marker), { recursive: true });
  writeFileSync(marker, what);
}

/**
 * Runs npm with this lock, and puts the committed one back.
 * @param {Buffer} lock
 * @param {Buffer} committed
 * @returns {Promise<string | null>} why not all is there, where another way may help; what none can help is thrown
 */
async function fault(lock, committed) {
  writeLock(lock);
  let after = lock;
  const npm = runNpm(root, npmInstall);
  const { status, said, stopped } = await npm.finally(() => {
    after = readFileSync(lockFile);
    if (!after.equals(committed)) writeLock(committed);
  });
  if (stopped) throw new Error("The installation was stopped: start again to go on with it.");
  if (status !== 0) return `npm install failed:\n${said}`.trimEnd();
  if (chosen(after) !== chosen(committed)) {
    throw new Error(
      "package.json and package-lock.json do not belong together: run npm install under Node 24 and commit the lock.",
    );
  }
  const missing = missingPackages(root, committed);
  if (missing.length === 0) return null;
  return `npm has left out packages that this machine needs: ${missing.join(", ")}. Look after the network, or use Node 24, and start again.`;
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
