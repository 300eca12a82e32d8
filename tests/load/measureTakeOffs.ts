import { loginClient } from "../process/apiClient.ts";
import { readServerMetrics } from "../process/readServerMetrics.ts";
import { registerDrones } from "../process/registerDrones.ts";
import { startServer } from "../process/serverProcess.ts";
import { type OfficeFigures, probeOffice } from "./officeProbe.ts";
import type { BenchResult } from "./report.ts";
import { quantile } from "./statistics.ts";

const fleet = Number(process.env["FLEET"] ?? 20_000);
const quietS = 40;
/** The simulator lets a fleet of this size take off within a minute. */
const takeOffS = 120;
const maxRatio = 3;
const sns = Array.from({ length: 60 }, (_, n) => `TAKEOFF-${n}`);

/** Measures sign-in, lists and alarms on the embedded database while nothing flies, and while a fleet takes off. */
export async function measureTakeOffs(dataDir: string): Promise<BenchResult[]> {
  const start = (drones: number) =>
    startServer({
      dataDir,
      env: { FLEET: String(drones), REQUEST_TIMEOUT: "5", LOG_LEVEL: "error" },
      asStarted: true,
    });
  const quietServer = await start(0);
  await registerDrones(await loginClient(quietServer.url), sns);
  const admin = await loginClient(quietServer.url);
  console.log(`lists while nothing flies, for ${quietS} s`);
  // The first time is for the caches.
  await probeOffice(quietServer, admin, [], quietS / 2);
  const quiet = await probeOffice(quietServer, admin, sns.slice(0, quietS / 4), quietS);
  await quietServer.stop();

  await using server = await start(fleet);
  const next = await loginClient(server.url);
  console.log(`${fleet} drones take off`);
  const busy = await probeOffice(server, next, sns.slice(quietS / 4), takeOffS);
  const flights = (await readServerMetrics(server.url))("console_flights");
  await server.stop();
  return toResults(quiet, busy, flights);
}

function toResults(quiet: OfficeFigures, busy: OfficeFigures, flights: number): BenchResult[] {
  const compare = (what: string, name: "signInMs" | "listMs" | "alarmMs"): BenchResult => {
    const ratio = quantile(busy[name], 0.5) / quantile(quiet[name], 0.5);
    return {
      label: `${fleet} take-offs: ${what}, quiet p50, p95; meanwhile p50, p95, longest; ratio`,
      measured: `${format(quiet[name])}; ${format(busy[name])}, ${Math.max(...busy[name]).toFixed(0)} ms; ${ratio.toFixed(1)}`,
      budget: `≤ ${maxRatio} × quiet`,
      isWithinBudget: ratio <= maxRatio,
    };
  };
  const refused = JSON.stringify(busy.refused);
  return [
    { label: `${fleet} take-offs: flights after ${takeOffS} s`, measured: String(flights), budget: "" },
    compare("sign-in", "signInMs"),
    compare("lists", "listMs"),
    compare("sample to alarm on the socket", "alarmMs"),
    {
      label: `${fleet} take-offs: calls without an answer`,
      measured: refused,
      budget: "none",
      isWithinBudget: refused === "{}",
    },
    {
      label: `${fleet} take-offs: memory quiet, meanwhile; loop delay p99, worst`,
      measured: `${quiet.peakMb.toFixed(0)}, ${busy.peakMb.toFixed(0)} MB; ${busy.loopP99Ms.toFixed(0)} ms`,
      budget: "",
    },
  ];
}

const format = (times: readonly number[]) =>
  `${quantile(times, 0.5).toFixed(0)}, ${quantile(times, 0.95).toFixed(0)}`;
