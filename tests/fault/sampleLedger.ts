import { setTimeout as wait } from "node:timers/promises";
import { eq, inArray } from "drizzle-orm";
import { expect } from "vitest";
import { decodeTrackChunk } from "../../adapters/contract/track.ts";
import { openDatabase } from "../../server/db/openDatabase.ts";
import { companies } from "../../server/db/schema/company.ts";
import { drones } from "../../server/db/schema/drone.ts";
import { flights, flightTracks } from "../../server/db/schema/flight.ts";
import { demoDevice } from "../../server/seed/devices/demoDevice.ts";
import { postTelemetry } from "../../server/telemetry/demoDevice/postTelemetry.ts";
import { startServer } from "../process/serverProcess.ts";

interface Ledger {
  readonly dataDir: string;
  /** A PostgreSQL server; undefined for the embedded database. */
  readonly url?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly kills: number;
  readonly droneCount: number;
  /** Samples that are accepted at least between two kills. */
  readonly roundSamples: number;
}

const lanes = 4;
/** Time between two samples of a drone, ms. */
const periodMs = 100;
/** Samples of a drone in one request. */
const perRequest = 5;

async function registerDrones({ dataDir, url }: Ledger, sns: readonly string[]): Promise<void> {
  const { db, close } = await openDatabase({ url, dataDir });
  const [company] = await db.select().from(companies).where(eq(companies.creditCode, demoDevice.creditCode));
  if (!company) throw new Error("The demo data have the company of the demo device");
  const now = new Date();
  await db.insert(drones).values(
    sns.map((sn, n) => ({
      id: String(7_000_000 + n),
      createdAt: now,
      updatedAt: now,
      name: sn,
      sn,
      model: "DJI Air 2S",
      uavClass: "light" as const,
      registrationNo: "",
      companyId: company.id,
      companyName: company.name,
      status: "offline" as const,
      search: sn.toLowerCase(),
    })),
  );
  await close();
}

/** Drone's times of all stored samples, UTC ms, by serial number. */
async function readStored({ dataDir, url }: Ledger, sns: readonly string[]): Promise<Map<string, number[]>> {
  const { db, close } = await openDatabase({ url, dataDir });
  const rows = await db
    .select({ sn: flights.droneSn, bytes: flightTracks.bytes })
    .from(flightTracks)
    .innerJoin(flights, eq(flights.id, flightTracks.flightId))
    .where(inArray(flights.droneSn, [...sns]));
  await close();
  const times = new Map(sns.map((sn): [string, number[]] => [sn, []]));
  for (const { sn, bytes } of rows) {
    const { t0, count, columns } = decodeTrackChunk(new Uint8Array(bytes).buffer);
    for (let i = 0; i < count; i++) times.get(sn)?.push(t0 + (columns.dt[i] ?? 0));
  }
  return times;
}

/**
 * Sends samples of many drones while the server is killed again and again, and compares what was accepted with the
 * tracks: each sample is there, and none twice.
 * @returns how many samples were accepted
 */
export async function proveLedger(ledger: Ledger): Promise<number> {
  const { dataDir, env, kills, droneCount, roundSamples } = ledger;
  const sns = Array.from({ length: droneCount }, (_, n) => `LEDGER-${n}`);
  await registerDrones(ledger, sns);
  const accepted = new Map(sns.map((sn): [string, number[]] => [sn, []]));
  const countAccepted = () => [...accepted.values()].reduce((sum, { length }) => sum + length, 0);
  let isKilled = false;

  async function send(url: string, own: readonly string[]): Promise<void> {
    const { accessKey, secret } = demoDevice;
    let last = Date.now();
    while (!isKilled) {
      const times = Array.from({ length: perRequest }, (_, i) => last + (i + 1) * periodMs);
      last += perRequest * periodMs;
      await wait(Math.max(0, last - Date.now()));
      const samples = times.flatMap((tSrc) =>
        own.map((droneSn, n) => ({
          droneSn,
          seq: Math.floor(tSrc / periodMs) % 1_000_000,
          tSrc,
          lat: 399_200_000 + n * 10_000 + Math.round((tSrc % 3_600_000) / 100),
          lon: 1_054_600_000,
          hRel: 60,
          vH: 5,
          phase: "mission" as const,
        })),
      );
      const result = await postTelemetry({ url, accessKey, secret }, samples);
      if (result.kind === "wrong") throw new Error(result.text);
      if (result.kind === "away") return;
      const refused = new Set(result.answer.rejected.map(({ at }) => at));
      for (const [at, { droneSn, tSrc }] of samples.entries())
        if (!refused.has(at)) accepted.get(droneSn)?.push(tSrc);
    }
  }

  for (let kill = 0; kill < kills; kill += 1) {
    const server = await startServer({ dataDir, env });
    isKilled = false;
    const sending = Array.from({ length: lanes }, (_, lane) =>
      send(
        server.url,
        sns.filter((_sn, n) => n % lanes === lane),
      ),
    );
    const enough = countAccepted() + roundSamples;
    await expect.poll(countAccepted, { timeout: 60_000, interval: 50 }).toBeGreaterThanOrEqual(enough);
    // At another moment of the server's second each time.
    await wait((kill * 137) % 700);
    await server.stop("SIGKILL");
    isKilled = true;
    await Promise.all(sending);
  }
  // The last start moves the journal to the tracks.
  const server = await startServer({ dataDir, env });
  await server.stop();
  const stored = await readStored(ledger, sns);
  let count = 0;
  for (const [sn, times] of accepted) {
    const found = stored.get(sn) ?? [];
    const known = new Set(found);
    count += times.length;
    expect({ sn, lost: times.filter((time) => !known.has(time)), twice: found.length - known.size }).toEqual({
      sn,
      lost: [],
      twice: 0,
    });
  }
  return count;
}
