import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./root.mjs";

const markerFile = path.join(root, "node_modules/.installed");
/** Install scripts are off, as no package needs one. `--no-save` leaves the lock file untouched. */
const npmArguments = [
  "install",
  "--no-save",
  "--ignore-scripts",
  "--include=dev",
  "--include=optional",
  "--loglevel=error",
];

/**
 * Installs the packages of `package-lock.json` with npm, once per lock file and platform.
 * Uses `npm install`, as `npm ci` fails if the registry lacks a locked package of another platform.
 * @throws with npm's output if it fails; the next start tries again
 */
export function install() {
  const lockHash = createHash("sha256")
    .update(readFileSync(path.join(root, "package-lock.json")))
    .update(process.platform + process.arch)
    .digest("hex");
  if (existsSync(markerFile) && readFileSync(markerFile, "utf8") === lockHash) return;
  console.log("Installing packages …");
  rmSync(markerFile, { force: true });
  const npm = findNpmCommand();
  const { status, error, stdout, stderr } = spawnSync(npm.command, [...npm.args, ...npmArguments], {
    cwd: root,
    encoding: "utf8",
    shell: npm.shell,
  });
  if (status !== 0) throw new Error(`npm install failed:\n${error?.message ?? stdout + stderr}`.trimEnd());
  mkdirSync(path.dirname(markerFile), { recursive: true });
  writeFileSync(markerFile, lockHash);
}

/** The npm that runs this script, otherwise the one on the path. */
function findNpmCommand() {
  const running = process.env.npm_execpath;
  if (running?.endsWith(".js")) return { command: process.execPath, args: [running], shell: false };
  return { command: "npm", args: [], shell: process.platform === "win32" };
}
