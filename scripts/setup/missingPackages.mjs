import { existsSync } from "node:fs";
import path from "node:path";

/**
 * Packages of the lock that this machine needs and that are not there. npm passes over a package for one platform
 * alone that it cannot fetch, ends as if all were well, and would not try again.
 * @param {string} root
 * @param {Buffer} lock
 * @returns {string[]} their places
 */
export function missingPackages(root, lock) {
  const { packages } = JSON.parse(lock.toString());
  const libc = ownLibc();
  return Object.entries(packages)
    .filter(([place, entry]) => place !== "" && !entry.link && isNeeded(entry, libc))
    .map(([place]) => place)
    .filter((place) => !existsSync(path.join(root, place, "package.json")));
}

/**
 * What is optional for every platform belongs to something optional that is not for this one.
 * @param {{ optional?: boolean, os?: Named, cpu?: Named, libc?: Named }} entry
 * @param {string} ownLibc
 */
function isNeeded({ optional, os, cpu, libc }, ownLibc) {
  if (optional && !os && !cpu) return false;
  return takes(os, process.platform) && takes(cpu, process.arch) && takes(libc, ownLibc);
}

/**
 * As package.json has them, also a single one as a text: those that it runs on, or with `!` those that it does not.
 * @typedef {string | string[] | undefined} Named
 */

/**
 * @param {Named} named
 * @param {string} own
 */
function takes(named, own) {
  const all = [named ?? []].flat();
  if (all.includes(`!${own}`)) return false;
  const wanted = all.filter((one) => !one.startsWith("!"));
  return wanted.length === 0 || wanted.includes(own);
}

function ownLibc() {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return report.header?.glibcVersionRuntime ? "glibc" : "musl";
}
