import path from "node:path";
import { parseArgs } from "node:util";
import { buildConsole, buildServer } from "../../scripts/setup/builds.mjs";
import { findChromium } from "../../scripts/testing/findChromium.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { measureAlarmLists } from "./measureAlarmLists.ts";
import { measureAlarmRules } from "./measureAlarmRules.ts";
import { measureAttacks } from "./measureAttacks.ts";
import { measureCluster } from "./measureCluster.ts";
import { measureDevices } from "./measureDevices.ts";
import { measureDroneLayer } from "./measureDroneLayer.ts";
import { measureFlightLists } from "./measureFlightLists.ts";
import { measureHostileKey } from "./measureHostileKey.ts";
import { measureLedger } from "./measureLedger.ts";
import { measureLiveFeed } from "./measureLiveFeed.ts";
import { measureOrderLists } from "./measureOrderLists.ts";
import { measurePages } from "./measurePages.ts";
import { measurePlayback } from "./measurePlayback.ts";
import { measureSampleToPixel } from "./measureSampleToPixel.ts";
import { measureSearch } from "./measureSearch.ts";
import { measureSignedCalls } from "./measureSignedCalls.ts";
import { measureSoak } from "./measureSoak.ts";
import { measureStatistics } from "./measureStatistics.ts";
import { measureTakeOffs } from "./measureTakeOffs.ts";
import { measureUnderLoad } from "./measureUnderLoad.ts";
import { measureVideoEdge } from "./measureVideoEdge.ts";
import { type BenchResult, writeReport } from "./report.ts";

using folder = createTemporaryFolder("bench");

const { values: options, positionals: requested } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: "string", default: "10" },
    samples: { type: "string", default: "100000" },
    /** A checkout whose server is measured in the same run, built before. */
    beside: { type: "string" },
    hostile: { type: "boolean", default: false },
    minutes: { type: "string", default: "30" },
  },
});

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
  load: () =>
    options.hostile
      ? measureHostileKey(path.join(folder.path, "load"))
      : measureUnderLoad(path.join(folder.path, "load")),
  devices: () => measureDevices(path.join(folder.path, "devices")),
  drones: measureDroneLayer,
  pixel: measureSampleToPixel,
};
/** Parts that run for long, or throw attacks: only by name. */
const onDemand: typeof parts = {
  ledger: () => measureLedger(path.join(folder.path, "ledger"), options),
  attacks: () => measureAttacks(path.join(folder.path, "attacks")),
  soak: () => measureSoak(path.join(folder.path, "soak"), Number(options.minutes)),
  cluster: async () => [...(await measureCluster()), ...(await measureSignedCalls())],
  signed: measureSignedCalls,
  takeOffs: () => measureTakeOffs(path.join(folder.path, "takeOffs")),
};

const known = { ...parts, ...onDemand };
const unknown = requested.filter((name) => !Object.hasOwn(known, name));
if (unknown.length > 0)
  throw new Error(`There is no part ${unknown.join(", ")}: ${Object.keys(known).join(", ")}`);
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
  ...Object.keys(onDemand),
]);
if (selected.some((name) => !needsNoBrowser.has(name))) {
  process.env["CHROMIUM_PATH"] = findChromium();
  buildConsole();
}
buildServer();
const results: BenchResult[] = [];
for (const name of selected) results.push(...((await known[name]?.()) ?? []));
writeReport(results);
