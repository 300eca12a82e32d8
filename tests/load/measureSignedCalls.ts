import { setTimeout as wait } from "node:timers/promises";
import { postTelemetry } from "../../demo/device/postTelemetry.ts";
import { demoDevice } from "../../server/modules/accessKey/demoKey.ts";
import { readCpuS } from "../fault/sampleLedger.ts";
import { loginClient } from "../process/apiClient.ts";
import { readServerMetrics } from "../process/readServerMetrics.ts";
import { registerDrones } from "../process/registerDrones.ts";
import { startCluster } from "../process/startCluster.ts";
import type { BenchResult } from "./report.ts";

const sns = Array.from({ length: 200 }, (_, n) => `SIGNED-${n}`);
const measuredS = 30;
const warmUpS = 5;
/** Of each drone in a second. */
const samplesPerSecond = 10;

/** How many drones send together in a call. */
const callSizes = [1, 50] as const;

/**
 * Measures what a signed sample costs the owner of the live picture and another process, where it is sent to the owner
 * itself, and where it is sent to the other one.
 */
export async function measureSignedCalls(): Promise<BenchResult[]> {
  await using cluster = await startCluster();
  const env = { LOG_LEVEL: "error" };
  const owner = await cluster.add(env);
  const edge = await cluster.add(env);
  await registerDrones(await loginClient(owner.url), sns);
  const read = () => Promise.all([owner, edge].map(({ url }) => readCpuS(url)));
  const results: BenchResult[] = [];
  /** CPU time of each process a second, s. */
  const measure = async () => {
    const [from, before, taken] = [performance.now(), await read(), await readTaken(owner.url)];
    await wait(measuredS * 1_000);
    const seconds = (performance.now() - from) / 1_000;
    const count = (await readTaken(owner.url)) - taken;
    return { shares: (await read()).map((cpuS, n) => (cpuS - (before[n] ?? 0)) / seconds), count, seconds };
  };
  // Before anything flies: what flies costs its part of the picture too.
  const idle = await measure();
  for (const dronesPerCall of callSizes)
    for (const [name, { url }] of [
      ["owner", owner],
      ["other process", edge],
    ] as const) {
      let isOver = false;
      const sending = send(url, dronesPerCall, () => isOver);
      await wait(warmUpS * 1_000);
      const { shares, count, seconds } = await measure();
      isOver = true;
      await sending;
      const micros = shares.map((share, n) =>
        (((share - (idle.shares[n] ?? 0)) * seconds * 1e6) / count).toFixed(1),
      );
      results.push({
        label: `signed calls of ${dronesPerCall * samplesPerSecond} samples to the ${name}: CPU of owner, other process`,
        measured: `${micros.join(", ")} µs a sample, ${(count / seconds).toFixed(0)} samples/s`,
        budget: "",
      });
    }
  return results;
}

const readTaken = async (url: string) => (await readServerMetrics(url))("console_samples_taken_total");

/** Each group of drones sends once a second. */
async function send(url: string, dronesPerCall: number, isOver: () => boolean): Promise<void> {
  const groups = Array.from({ length: sns.length / dronesPerCall }, (_, n) =>
    sns.slice(n * dronesPerCall, (n + 1) * dronesPerCall),
  );
  await Promise.all(
    groups.map(async (group, n) => {
      await wait((n * 1_000) / groups.length);
      for (let at = Date.now(); !isOver(); at += 1_000) {
        const samples = Array.from({ length: samplesPerSecond }, (_, i) =>
          group.map((droneSn) => createSample(droneSn, at + (i * 1_000) / samplesPerSecond)),
        ).flat();
        await postTelemetry({ ...demoDevice, url }, samples);
        await wait(Math.max(0, at + 1_000 - Date.now()));
      }
    }),
  );
}

/** As devices send: about 300 bytes. */
const createSample = (droneSn: string, tSrc: number) => ({
  droneSn,
  seq: tSrc % 1_000_000,
  tSrc,
  lat: 399_200_000 + Math.round((tSrc % 1e6) * 0.45),
  lon: 1_054_600_000,
  hEll: 1_260.4,
  hRel: 60.2,
  vH: 5.1,
  vV: 0.1,
  fix: "3d" as const,
  sats: 18,
  heading: 12.5,
  pitch: -3.2,
  roll: 0.4,
  batPct: 81,
  homeDist: 420.5,
  sdr: 5,
  phase: "mission" as const,
});
