import { existsSync } from "node:fs";
import path from "node:path";
import { root } from "./root.mjs";

/**
 * Finds a Node that runs the project's TypeScript: the current one if it is new enough, else the packaged one.
 * @returns {string} path of the executable
 */
export function findNode24() {
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  const { platform, arch } = process;
  const folder = path.join(root, "node_modules", `node-${platform === "win32" ? "win" : platform}-${arch}`);
  const executable = path.join(folder, "bin", platform === "win32" ? "node.exe" : "node");
  if (existsSync(executable)) return executable;
  throw new Error(
    `No packaged Node 24 for ${platform} ${arch}: install Node 24 or newer (nodejs.org) and run this again.`,
  );
}

/**
 * Environment for programs under Node 24: its folder comes first in PATH, and compiled modules are cached.
 * @returns {NodeJS.ProcessEnv}
 */
export function createNode24Environment() {
  return {
    ...process.env,
    PATH: [path.dirname(findNode24()), path.join(root, "node_modules/.bin"), process.env.PATH].join(
      path.delimiter,
    ),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(root, ".cache/compiled"),
  };
}
