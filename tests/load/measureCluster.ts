import { setTimeout as wait } from "node:timers/promises";
import { openConsole } from "../fault/openConsole.ts";
import { readCpuS } from "../fault/sampleLedger.ts";
import { loginClient } from "../process/apiClient.ts";
import { readServerMetrics } from "../process/readServerMetrics.ts";
import type { ServerProcess } from "../process/serverProcess.ts";
import { startCluster } from "../process/startCluster.ts";
import type { BenchResult } from "./report.ts";

const fleet = Number(process.env["FLEET"] ?? 2_000);
const measuredS = 30;
const consoles = 20;
/** The simulator lets a fleet take off within about a minute. */
const takeOffS = 120;

/** Measures what one more process costs the owner of the live picture and itself, without and with consoles. */
export async function measureCluster(): Promise<BenchResult[]> {
  await using cluster = await startCluster();
  const env = { FLEET: String(fleet), FLIGHT_CAPACITY: String(2 * fleet), LOG_LEVEL: "error" };
  const owner = await cluster.add(env);
  await waitForFleet(owner);
  const alone = await measureCpu([owner]);
  const edge = await cluster.add(env);
  await wait(5_000);
  const beside = await measureCpu([owner, edge]);
  const person = await loginClient(edge.url);
  const opened = [];
  for (let n = 0; n < consoles; n += 1) opened.push(await openConsole(edge, person));
  await wait(5_000);
  const watched = await measureCpu([owner, edge]);
  for (const { socket } of opened) socket.raw.close();
  const format = (shares: readonly number[]) => shares.map((share) => share.toFixed(3)).join(", ");
  return [
    { label: `cluster, ${fleet} drones: owner alone, CPU s/s`, measured: format(alone), budget: "" },
    { label: `cluster, ${fleet} drones: owner, one more process`, measured: format(beside), budget: "" },
    {
      label: `cluster, ${fleet} drones: the same with ${consoles} consoles of the whole fleet at the latter`,
      measured: format(watched),
      budget: "",
    },
    {
      label: `cluster, ${fleet} drones: consoles that got frames of the whole fleet`,
      measured: String(opened.filter(({ frames }) => (frames.at(-1)?.fleetSize ?? 0) > fleet / 2).length),
      budget: String(consoles),
      isWithinBudget: opened.every(({ frames }) => (frames.at(-1)?.fleetSize ?? 0) > fleet / 2),
    },
  ];
}

async function waitForFleet(server: ServerProcess): Promise<void> {
  for (let seconds = 0; seconds < takeOffS; seconds += 1) {
    await wait(1_000);
    if ((await readServerMetrics(server.url))("console_flights") > 0.9 * fleet) return;
  }
}

/** CPU time of each process a second, s. */
async function measureCpu(servers: readonly ServerProcess[]): Promise<readonly number[]> {
  const read = () => Promise.all(servers.map(({ url }) => readCpuS(url)));
  const from = performance.now();
  const before = await read();
  await wait(measuredS * 1_000);
  const after = await read();
  const seconds = (performance.now() - from) / 1_000;
  return after.map((cpuS, n) => (cpuS - (before[n] ?? 0)) / seconds);
}
