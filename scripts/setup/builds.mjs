import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createNode24Environment, findNode24 } from "./node24.mjs";
import { root } from "./root.mjs";

/**
 * A Vite build with its configuration, output folder and sources.
 * @typedef {{ name: string, config: string, output: string, sources: readonly string[] }} Build
 */

/** @type {Build} */
const consoleBuild = {
  name: "console",
  config: "vite.config.ts",
  output: "dist",
  sources: [
    "src",
    "adapters",
    "machines",
    "build",
    "public",
    "docs/device-api.md",
    "index.html",
    "vite.config.ts",
    "package-lock.json",
  ],
};

/** @type {Build} */
const serverBuild = {
  name: "server",
  config: "build/server.config.ts",
  output: "bundle",
  sources: ["server", "demo", "adapters", "machines", "build", "package-lock.json"],
};

/** The server's program, relative to the checkout; written by `buildServer`. */
export const serverProgram = "bundle/main.js";

/** Node's options for it: three young generations a thread would take up to 100 MB for no measurable speed. */
export const serverOptions = ["--max-semi-space-size=8"];

/** Its environment: glibc keeps a heap for each thread, and gives none of it back. */
export const serverEnvironment = { MALLOC_ARENA_MAX: "1" };

/**
 * Builds the console into `dist/` if its sources have changed since the last build.
 * @param {string} [basePath] for another web server; this project's puts its own into the documents
 */
export const buildConsole = (basePath = "") => buildIfStale(consoleBuild, { BASE_PATH: basePath });

/** Builds the server into `bundle/` if its sources have changed since the last build. */
export const buildServer = () => buildIfStale(serverBuild);

/** A build takes half a minute, on a busy machine two. */
const buildTimeoutMs = 600_000;

/**
 * @param {Build} build
 * @param {Readonly<Record<string, string>>} [settings] the part of its environment that changes it
 */
function buildIfStale({ name, config, output, sources }, settings = {}) {
  const stamp = path.join(root, output, ".stamp");
  const wanted = [hashSources(sources), ...Object.values(settings)].join(" ");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log(`Building the ${name} …`);
  const { status, stdout, stderr } = spawnSync(
    findNode24(),
    ["node_modules/vite/bin/vite.js", "build", "--config", config, "--logLevel", "warn"],
    {
      cwd: root,
      encoding: "utf8",
      timeout: buildTimeoutMs,
      env: { ...createNode24Environment(), NODE_ENV: "production", ...settings },
    },
  );
  if (status !== 0) throw new Error(`The ${name} does not build:\n${stdout}${stderr}`.trimEnd());
  writeFileSync(stamp, wanted);
}

/**
 * Reads no contents: those of 1,700 files take half a second, for which every start would wait. A file counts as changed
 * once it was written, whatever its modification time says.
 * @param {readonly string[]} sources
 * @returns {string} a hash of the names, sizes and change times of all source files
 */
function hashSources(sources) {
  const hash = createHash("sha256");
  for (const file of sources.flatMap(listEntries).sort()) {
    const entry = statSync(path.join(root, file));
    if (entry.isFile()) hash.update(`${file}\0${entry.size}\0${entry.ctimeMs}\0`);
  }
  return hash.digest("hex");
}

/**
 * @param {string} place a file or folder below the root, which may not exist
 * @returns {string[]} the file, or everything in the folder
 */
function listEntries(place) {
  const full = path.join(root, place);
  if (!existsSync(full)) return [];
  if (path.extname(place)) return [place];
  return readdirSync(full, { recursive: true, encoding: "utf8" }).map((inner) => path.join(place, inner));
}
