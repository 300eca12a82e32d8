import { setTimeout as wait } from "node:timers/promises";
import { findMosquitto } from "../../scripts/testing/findMosquitto.ts";
import { findMissing } from "../fault/sampleLedger.ts";
import { countTimes, createSignedSenders } from "../fault/sampleSenders.ts";
import { brokerEnv, createBroker } from "../mqtt/startBroker.ts";
import { loginClient, type SignedInClient } from "../process/apiClient.ts";
import { readServerMetrics } from "../process/readServerMetrics.ts";
import { registerDrones } from "../process/registerDrones.ts";
import { type ServerProcess, startServer } from "../process/serverProcess.ts";
import { hostileZones, loginBodies } from "./attacks/callAttacks.ts";
import { createOwnKey } from "./attacks/createOwnKey.ts";
import { strangeGateway } from "./attacks/deviceAttacks.ts";
import { stalledUploads } from "./attacks/fileAttacks.ts";
import type { Attack } from "./attacks/observe.ts";
import type { BenchResult } from "./report.ts";
import { startHostileKey } from "./startHostileKey.ts";
import { quantile } from "./statistics.ts";

const sns = Array.from({ length: 40 }, (_, n) => `SOAK-${n}`);
const periodMs = 100;
const readEveryMs = 5_000;
const listEveryMs = 1_000;
const pauseMs = 2_000;
/** Of the readings, at the start (after as many to warm up) and at the end. */
const windowShare = 1 / 4;
const maxGrowth = 1.05;

interface Reading {
  readonly rssMb: number;
  readonly listMs: number;
}

/**
 * Everything at once for so long: devices whose samples are counted, a hostile key, hostile bodies, files, uploads and
 * MQTT messages, and somebody who reads lists.
 */
export async function measureSoak(dataDir: string, minutes: number): Promise<BenchResult[]> {
  if (!(minutes > 0)) throw new Error("--minutes N: how long, in minutes");
  process.env["MOSQUITTO_PATH"] = findMosquitto();
  await using broker = await createBroker();
  await broker.start();
  const env = { ...brokerEnv(broker), FLEET: "200", LOG_LEVEL: "warn", REQUEST_TIMEOUT: "5" };
  const server = await startServer({ dataDir, env, asStarted: true });
  let hasExited = false;
  void server.exited.then(() => {
    hasExited = true;
  });
  const admin = await loginClient(server.url);
  await registerDrones(admin, sns);
  const { companyId, ...hostileAccount } = await createOwnKey(admin);
  const target = { server, admin, companyId };

  const endAt = performance.now() + minutes * 60_000;
  const isOver = () => performance.now() > endAt || hasExited;
  console.log(`everything at once for ${minutes} minutes`);
  const devices = createSignedSenders(sns, periodMs);
  const hostile = startHostileKey({
    account: { ...hostileAccount, url: server.url },
    droneSn: "SOAK-HOSTILE",
    lanes: 8,
  });
  const attacks: readonly Attack[] = [loginBodies, hostileZones, strangeGateway(broker), stalledUploads];
  const broken: string[] = [];
  const throwing = (async () => {
    for (let turn = 0; !isOver(); turn += 1) {
      const attack = attacks[turn % attacks.length];
      const result = await attack?.run(target);
      if (attack && !result?.isRefused) broken.push(`${attack.name}: ${result?.after}`);
      await wait(pauseMs);
    }
  })();
  const [readings] = await Promise.all([
    read(server, admin, isOver),
    devices.send(server.url, isOver),
    throwing,
  ]);
  const hostileAnswers = await hostile.stop();
  const restarts = hasExited ? 1 : 0;
  const { code } = await server.stop();
  const { lost, twice } = await findMissing({ dataDir }, devices.accepted);
  return toResults(minutes, readings, {
    accepted: countTimes(devices.accepted),
    lost,
    twice,
    restarts,
    code,
    broken,
    hostileAnswers: JSON.stringify(hostileAnswers),
  });
}

async function read(
  server: ServerProcess,
  admin: SignedInClient,
  isOver: () => boolean,
): Promise<readonly Reading[]> {
  const readings: Reading[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  while (!isOver()) {
    const from = performance.now();
    const { status } = await admin.call("POST", "/order/v3/pageList", { pageNo: 1, pageSize: 20 });
    const listMs = status === 200 ? performance.now() - from : Number.POSITIVE_INFINITY;
    const rssMb = (await readServerMetrics(server.url))("process_resident_memory_bytes") / 1e6;
    readings.push({ rssMb, listMs });
    if (from - readAt > 12 * readEveryMs) {
      console.log(`${rssMb.toFixed(0)} MB, a list in ${listMs.toFixed(0)} ms`);
      readAt = from;
    }
    await wait(listEveryMs);
  }
  return readings;
}

function toResults(
  minutes: number,
  readings: readonly Reading[],
  end: {
    readonly accepted: number;
    readonly lost: number;
    readonly twice: number;
    readonly restarts: number;
    readonly code: number | null;
    readonly broken: readonly string[];
    readonly hostileAnswers: string;
  },
): BenchResult[] {
  const count = Math.ceil(readings.length * windowShare);
  const least = (from: number) => Math.min(...readings.slice(from, from + count).map(({ rssMb }) => rssMb));
  const [before, after] = [least(count), least(readings.length - count)];
  const listMs = readings.map((reading) => reading.listMs);
  const title = `soak of ${minutes} min`;
  return [
    {
      label: `${title}: restarts, exit code`,
      measured: `${end.restarts}, ${end.code}`,
      budget: "0, 0",
      isWithinBudget: end.restarts === 0 && end.code === 0,
    },
    {
      label: `${title}: samples accepted, of these lost, twice`,
      measured: `${end.accepted}, ${end.lost}, ${end.twice}`,
      budget: "0 lost, 0 twice",
      isWithinBudget: end.accepted > 0 && end.lost === 0 && end.twice === 0,
    },
    {
      label: `${title}: memory, least of the second and of the last quarter; peak`,
      measured: `${before.toFixed(0)}, ${after.toFixed(0)} MB; ${Math.max(...readings.map(({ rssMb }) => rssMb)).toFixed(0)} MB`,
      budget: `≤ ${maxGrowth} ×, peak ≤ 1,000 MB`,
      isWithinBudget: after <= before * maxGrowth,
    },
    {
      label: `${title}: a list of orders p50, p95; refused`,
      measured: `${quantile(listMs, 0.5).toFixed(0)}, ${quantile(listMs, 0.95).toFixed(0)} ms; ${listMs.filter((ms) => !Number.isFinite(ms)).length}`,
      budget: "0 refused",
      isWithinBudget: listMs.every(Number.isFinite),
    },
    {
      label: `${title}: attacks that came through; the hostile key's answers`,
      measured: `${end.broken.join("; ") || "none"}; ${end.hostileAnswers}`,
      budget: "none",
      isWithinBudget: end.broken.length === 0,
    },
  ];
}
