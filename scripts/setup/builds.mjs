import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createNode24Environment, findNode24 } from "./node24.mjs";
import { root } from "./root.mjs";

/**
 * What Vite makes of which sources, each with a configuration of its own.
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
  sources: ["server", "adapters", "machines", "build", "package-lock.json"],
};

/** The server's program, from the checkout's root; `buildServer` writes it. */
export const serverProgram = "bundle/main.js";

/** Builds the console into `dist/` where its sources are not those of the last build. */
export const buildConsole = () => buildIfStale(consoleBuild);

/** Builds the server into `bundle/` where its sources are not those of the last build. */
export const buildServer = () => buildIfStale(serverBuild);

/** @param {Build} build */
function buildIfStale({ name, config, output, sources }) {
  const stamp = path.join(root, output, ".stamp");
  const wanted = sourceHash(sources);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log(`Building the ${name} …`);
  const { status, stdout, stderr } = spawnSync(
    findNode24(),
    ["node_modules/vite/bin/vite.js", "build", "--config", config, "--logLevel", "warn"],
    { cwd: root, encoding: "utf8", env: { ...createNode24Environment(), NODE_ENV: "production" } },
  );
  if (status !== 0) throw new Error(`The ${name} does not build:\n${stdout}${stderr}`.trimEnd());
  writeFileSync(stamp, wanted);
}

/**
 * @param {readonly string[]} sources
 * @returns {string} a hash over the names and contents of everything the build reads
 */
function sourceHash(sources) {
  const hash = createHash("sha256");
  for (const file of sources.flatMap(filesUnder).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

/**
 * @param {string} place a file or folder below the root, which may be absent
 * @returns {string[]}
 */
function filesUnder(place) {
  const full = path.join(root, place);
  if (!existsSync(full)) return [];
  if (path.extname(place)) return [place];
  return readdirSync(full, { recursive: true, encoding: "utf8" })
    .map((inner) => path.join(place, inner))
    .filter((file) => statSync(path.join(root, file)).isFile());
}
