import path from "node:path";
import { buildConsole, buildServer } from "../../scripts/setup/builds.mjs";
import { findChromium } from "../../scripts/testing/findChromium.ts";
import { temporaryFolder } from "../running/temporaryFolder.ts";
import { droneLayer } from "./droneLayer.ts";
import { orderRows } from "./orderRows.ts";
import { pageFigures } from "./pageFigures.ts";
import { type Line, report } from "./report.ts";
import { sampleToPixel } from "./sampleToPixel.ts";
import { liveFeed } from "./telemetry.ts";
import { underLoad } from "./underLoad.ts";

using folder = temporaryFolder("bench");

/** The parts of the bench by the name that asks for one alone: `npm run bench -- server`. */
const parts: Readonly<Record<string, () => Promise<Line[]>>> = {
  pages: () => pageFigures(folder.at),
  server: () => orderRows(path.join(folder.at, "many")),
  feed: liveFeed,
  load: () => underLoad(path.join(folder.at, "load")),
  drones: droneLayer,
  pixel: sampleToPixel,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0)
  throw new Error(`There is no part ${unknown.join(", ")}: ${Object.keys(parts).join(", ")}`);
const chosen = wanted.length > 0 ? wanted : Object.keys(parts);
const needsNoBrowser = new Set(["server", "feed", "load"]);
if (chosen.some((name) => !needsNoBrowser.has(name))) {
  process.env["CHROMIUM_PATH"] = findChromium();
  buildConsole();
}
buildServer();
const lines: Line[] = [];
for (const name of chosen) lines.push(...((await parts[name]?.()) ?? []));
report(lines);
