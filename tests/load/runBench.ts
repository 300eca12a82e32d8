import path from "node:path";
import { buildConsole, buildServer } from "../../scripts/setup/builds.mjs";
import { findChromium } from "../../scripts/testing/findChromium.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { measureAlarmLists } from "./measureAlarmLists.ts";
import { measureAlarmRules } from "./measureAlarmRules.ts";
import { measureDevices } from "./measureDevices.ts";
import { measureDroneLayer } from "./measureDroneLayer.ts";
import { measureFlightLists } from "./measureFlightLists.ts";
import { measureLiveFeed } from "./measureLiveFeed.ts";
import { measureOrderLists } from "./measureOrderLists.ts";
import { measurePages } from "./measurePages.ts";
import { measurePlayback } from "./measurePlayback.ts";
import { measureSampleToPixel } from "./measureSampleToPixel.ts";
import { measureSearch } from "./measureSearch.ts";
import { measureStatistics } from "./measureStatistics.ts";
import { measureUnderLoad } from "./measureUnderLoad.ts";
import { measureVideoEdge } from "./measureVideoEdge.ts";
import { type BenchResult, writeReport } from "./report.ts";

using folder = createTemporaryFolder("bench");

/** The parts of the bench by the name that asks for one alone: `npm run bench -- server`. */
const parts: Readonly<Record<string, () => Promise<BenchResult[]>>> = {
  pages: () => measurePages(folder.path),
  server: () => measureOrderLists(path.join(folder.path, "many")),
  history: () => measureFlightLists(path.join(folder.path, "history")),
  alarmLists: () => measureAlarmLists(path.join(folder.path, "alarms")),
  playback: () => measurePlayback(path.join(folder.path, "playback")),
  statistics: () => measureStatistics(path.join(folder.path, "statistics")),
  search: () => measureSearch(path.join(folder.path, "search")),
  feed: measureLiveFeed,
  alarms: measureAlarmRules,
  video: measureVideoEdge,
  load: () => measureUnderLoad(path.join(folder.path, "load")),
  devices: () => measureDevices(path.join(folder.path, "devices")),
  drones: measureDroneLayer,
  pixel: measureSampleToPixel,
};

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0)
  throw new Error(`There is no part ${unknown.join(", ")}: ${Object.keys(parts).join(", ")}`);
const selected = requested.length > 0 ? requested : Object.keys(parts);
const needsNoBrowser = new Set([
  "server",
  "history",
  "alarmLists",
  "statistics",
  "search",
  "feed",
  "alarms",
  "video",
  "load",
]);
if (selected.some((name) => !needsNoBrowser.has(name))) {
  process.env["CHROMIUM_PATH"] = findChromium();
  buildConsole();
}
buildServer();
const results: BenchResult[] = [];
for (const name of selected) results.push(...((await parts[name]?.()) ?? []));
writeReport(results);
