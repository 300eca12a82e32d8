import { mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findMosquitto } from "../../scripts/testing/findMosquitto.ts";
import { createPostgresServer } from "../../scripts/testing/startPostgres.ts";
import { type LedgerOptions, readCpuS, runLedger } from "../fault/sampleLedger.ts";
import { countTimes, createSignedSenders } from "../fault/sampleSenders.ts";
import { createBroker } from "../mqtt/startBroker.ts";
import { loginClient } from "../process/apiClient.ts";
import { registerDrones } from "../process/registerDrones.ts";
import { startServer } from "../process/serverProcess.ts";
import type { BenchResult } from "./report.ts";
import { quantile } from "./statistics.ts";

const env = { FLEET: "0", SEED_COMPANIES: "4", SECRET_KEY: "6".repeat(64) };
const costSns = Array.from({ length: 40 }, (_, n) => `COST-${n}`);
const costPeriodMs = 50;
/** The whole of two chunks of each drone. */
const costSamples = 40 * 1_200;

/**
 * Compares what was accepted with the tracks over kills, on both databases, and what a sample costs, with `beside` a
 * checkout also what it costs there.
 */
export async function measureLedger(
  folder: string,
  {
    kills,
    samples,
    beside,
  }: { readonly kills: string; readonly samples: string; readonly beside?: string | undefined },
): Promise<BenchResult[]> {
  process.env["MOSQUITTO_PATH"] = findMosquitto();
  await using broker = await createBroker();
  await broker.start();
  const order = { broker, env, kills: Number(kills), samples: Number(samples), log: console.log };
  const prepare = (name: string) => {
    const dataDir = path.join(folder, name);
    mkdirSync(dataDir, { recursive: true });
    return dataDir;
  };
  const results = await prove("embedded", { ...order, dataDir: prepare("embedded") });
  const postgres = await createPostgresServer();
  try {
    const { url } = postgres;
    const options = { ...order, url, dataDir: prepare("postgres"), env: { ...env, DATABASE_URL: url } };
    results.push(...(await prove("PostgreSQL", options)));
  } finally {
    await postgres.remove();
  }
  const checkouts = beside === undefined ? [undefined] : [beside, undefined];
  for (const checkout of checkouts) {
    const cost = await measureCost(prepare(`cost-${checkout ? "beside" : "own"}`), checkout);
    results.push({
      label: `${checkout ?? "this checkout"}: CPU a sample; a call of 100 samples p50, p95`,
      measured: `${cost.cpuMicros.toFixed(0)} µs; ${cost.p50.toFixed(0)}, ${cost.p95.toFixed(0)} ms`,
      budget: "",
    });
  }
  return results;
}

async function prove(database: string, options: LedgerOptions): Promise<BenchResult[]> {
  console.log(`${options.samples} samples over ${options.kills} kills on ${database}`);
  const result = await runLedger(options);
  const { accepted, resent, lost, twice, mqttDue, mqttLost, cpuMicros } = result;
  const title = `${database}, ${options.kills} kills`;
  const lines: BenchResult[] = [
    {
      label: `${title}: accepted, of these lost, twice`,
      measured: `${accepted}, ${lost}, ${twice}`,
      budget: "0 lost, 0 twice",
      isWithinBudget: lost === 0 && twice === 0,
    },
    {
      label: `${title}: over MQTT 2 s before a kill, of these lost`,
      measured: `${mqttDue}, ${mqttLost}`,
      budget: "0 lost",
      isWithinBudget: mqttLost === 0,
    },
    {
      label: `${title}: sent again, refused, CPU a sample`,
      measured: `${resent}, ${JSON.stringify(result.refused)}, ${cpuMicros.toFixed(0)} µs`,
      budget: "",
    },
  ];
  for (const { label, measured } of lines) console.log(`${label}: ${measured}`);
  return lines;
}

/** What samples cost a server that nobody kills. */
async function measureCost(dataDir: string, checkout: string | undefined) {
  await using server = await startServer({ dataDir, env, checkout, asStarted: true });
  await registerDrones(await loginClient(server.url), costSns);
  const senders = createSignedSenders(costSns, costPeriodMs);
  let isOver = false;
  const sending = senders.send(server.url, () => isOver);
  sending.catch(() => undefined);
  const waitFor = async (count: number) => {
    while (countTimes(senders.accepted) < count) await Promise.race([sending, wait(100)]);
  };
  // The compiler's work is over.
  await waitFor(costSamples / 4);
  const [cpuS, from, calls] = [
    await readCpuS(server.url),
    countTimes(senders.accepted),
    senders.callMs.length,
  ];
  await waitFor(costSamples);
  const [usedS, taken] = [(await readCpuS(server.url)) - cpuS, countTimes(senders.accepted) - from];
  isOver = true;
  await sending;
  const callMs = senders.callMs.slice(calls);
  return { cpuMicros: (usedS * 1e6) / taken, p50: quantile(callMs, 0.5), p95: quantile(callMs, 0.95) };
}
