import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { decodeTrackChunk } from "../../adapters/contract/track.ts";
import { createSeededRandom } from "../../demo/simulator/seededRandom.ts";
import { openDatabase } from "../../server/db/openDatabase.ts";
import { flights, flightTracks } from "../../server/db/schema/flight.ts";
import { type Broker, brokerEnv } from "../mqtt/startBroker.ts";
import { loginClient } from "../process/apiClient.ts";
import { readServerMetrics } from "../process/readServerMetrics.ts";
import { registerDrones } from "../process/registerDrones.ts";
import { type ServerProcess, spawnServer, startServer } from "../process/serverProcess.ts";
import { countTimes, createBrokerSenders, createSignedSenders, type SampleTimes } from "./sampleSenders.ts";

export interface LedgerOptions {
  /** With demo data, or empty. */
  readonly dataDir: string;
  /** A PostgreSQL server; undefined for the embedded database. */
  readonly url?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  /** A broker that runs. */
  readonly broker: Broker;
  readonly kills: number;
  /** Samples of the signed call that are accepted at least, in about equal parts between the kills. */
  readonly samples: number;
  readonly log?: (line: string) => void;
}

export interface LedgerResult {
  readonly accepted: number;
  readonly resent: number;
  /** Refused samples by their reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** Accepted samples that no track has. */
  readonly lost: number;
  /** Samples that tracks have once too often, of whichever sender. */
  readonly twice: number;
  /** Samples over MQTT that the platform had the time to store, and those of them that no track has. */
  readonly mqttDue: number;
  readonly mqttLost: number;
  /** CPU time of the server per accepted sample, µs. */
  readonly cpuMicros: number;
}

/** So that chunks of 600 samples fill between two kills. */
const periodMs = 10;
const signedSns = Array.from({ length: 20 }, (_, n) => `LEDGER-${n}`);
const mqttSns = Array.from({ length: 10 }, (_, n) => `LEDGER-MQTT-${n}`);
/** The company may send 20 samples a second for each of its drones: more are entered than fly. */
const idleSns = Array.from({ length: 120 }, (_, n) => `LEDGER-IDLE-${n}`);
/** A kill comes at any moment of so long, ms: what the live service does it does every second, the rest every 10 s. */
const killWithinMs = 1_500;
/** So many of the kills are followed by one during the start. */
const startKillEvery = 3;

/**
 * Sends samples of many drones while the server is killed at random moments, of its starts too, and compares what was
 * accepted with the tracks.
 */
export async function runLedger(options: LedgerOptions): Promise<LedgerResult> {
  const { dataDir, broker, kills, samples, log } = options;
  const start = { dataDir, env: { ...options.env, ...brokerEnv(broker) } };
  const random = createSeededRandom(kills);
  const signed = createSignedSenders(signedSns, periodMs);
  await using published = await createBrokerSenders(broker, mqttSns);
  let [cpuS, measured, startMs] = [0, 0, 1_000];
  const startTimed = async () => {
    const from = performance.now();
    const server = await startServer(start);
    startMs = performance.now() - from;
    return server;
  };
  await enterDrones(await startTimed());
  for (let kill = 0; kill < kills; kill += 1) {
    const server = await startTimed();
    await waitFor(() => server.output().includes("mqtt connected"));
    let isOver = false;
    const [cpuBefore, countBefore] = [await readCpuS(server.url), countTimes(signed.accepted)];
    const sending = Promise.all([signed.send(server.url, () => isOver), published.send(() => isOver)]);
    sending.catch(() => undefined);
    const enough = Math.ceil((samples * (kill + 1)) / kills);
    // The signed devices catch up within a moment; what the others publish is due later.
    const isEnough = waitFor(() => countTimes(signed.accepted) >= enough);
    await Promise.race([sending, Promise.all([isEnough, wait(published.storedAfterMs)])]);
    cpuS += (await readCpuS(server.url)) - cpuBefore;
    measured += countTimes(signed.accepted) - countBefore;
    await wait(random() * killWithinMs);
    const killedAt = performance.now();
    await server.stop("SIGKILL");
    isOver = true;
    await sending;
    published.settle(killedAt);
    if (kill % startKillEvery === 0) {
      const starting = spawnServer(start);
      await wait(random() * startMs);
      await starting.stop("SIGKILL");
    }
    log?.(`kill ${kill + 1} of ${kills}: ${countTimes(signed.accepted)} accepted`);
  }
  // What was sent last is sent again, then the last stop writes the rest.
  const server = await startTimed();
  let isOver = false;
  const sending = signed.send(server.url, () => isOver);
  await wait(2_000);
  isOver = true;
  await sending;
  await server.stop();
  const { lost, twice } = await findMissing(options, signed.accepted);
  const mqtt = await findMissing(options, published.due);
  return {
    accepted: countTimes(signed.accepted),
    resent: signed.countResent(),
    refused: signed.refused,
    lost,
    twice: twice + mqtt.twice,
    mqttDue: countTimes(published.due),
    mqttLost: mqtt.lost,
    cpuMicros: (cpuS * 1e6) / measured,
  };
}

async function enterDrones(server: ServerProcess): Promise<void> {
  await registerDrones(await loginClient(server.url), [...signedSns, ...mqttSns, ...idleSns]);
  await server.stop();
}

async function waitFor(isReached: () => boolean): Promise<void> {
  while (!isReached()) await wait(20);
}

/** CPU time that a server has taken, s. */
export const readCpuS = async (url: string): Promise<number> =>
  (await readServerMetrics(url))("process_cpu_seconds_total");

/** Counts what the tracks have not of these samples, and what they have more than once of their drones. */
export async function findMissing(
  { dataDir, url }: Pick<LedgerOptions, "dataDir" | "url">,
  expected: SampleTimes,
): Promise<{ readonly lost: number; readonly twice: number }> {
  const { db, close } = await openDatabase({ url, dataDir });
  let [lost, twice] = [0, 0];
  for (const [sn, times] of expected) {
    const rows = await db
      .select({ bytes: flightTracks.bytes })
      .from(flightTracks)
      .innerJoin(flights, eq(flights.id, flightTracks.flightId))
      .where(eq(flights.droneSn, sn));
    const stored = rows.flatMap(({ bytes }) => {
      const { t0, columns } = decodeTrackChunk(new Uint8Array(bytes).buffer);
      return [...columns.dt].map((dt) => t0 + dt);
    });
    const known = new Set(stored);
    twice += stored.length - known.size;
    lost += times.filter((time) => !known.has(time)).length;
  }
  await close();
  return { lost, twice };
}
