import path from "node:path";
import { decodeTrackChunk } from "../../adapters/contract/track.ts";
import { createPostgresServer } from "../../scripts/testing/startPostgres.ts";
import type { Db } from "../../server/db/handle.ts";
import { openDatabase } from "../../server/db/openDatabase.ts";
import { flights } from "../../server/db/schema/flight.ts";
import { vacuum } from "../../server/db/vacuum.ts";
import { queryCountedPage } from "../../server/list/queryPage.ts";
import { type FlightPageRequest, flightList } from "../../server/modules/taskHistory/flightList.ts";
import { type ApiClient, loginClient } from "../process/apiClient.ts";
import { startServer } from "../process/serverProcess.ts";
import type { BenchResult } from "./report.ts";
import { type LongFlight, seedLongTracks, seedManyFlights } from "./seedManyFlights.ts";
import { quantile } from "./statistics.ts";

const firstPage = { pageNo: 1, pageSize: 20 } as const;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** The queries of 历史任务 by name, as the console sends them. */
const createQueries = (companyId: string): Readonly<Record<string, FlightPageRequest>> => ({
  default: firstPage,
  company: { ...firstPage, companyId },
  kind: { ...firstPage, kind: "survey" },
  "status, rare": { ...firstPage, status: "aborted" },
  "end reason": { ...firstPage, endReason: "返航" },
  drone: { ...firstPage, droneSn: "1581F6Q8D00000031" },
  "with video": { ...firstPage, hasVideo: true },
  county: { ...firstPage, regionId: "510107" },
  province: { ...firstPage, regionId: "510000" },
  "30 days": { ...firstPage, from: daysAgo(60), to: daysAgo(30) },
  "20 to 40 minutes": { ...firstPage, minMinutes: 20, maxMinutes: 40 },
  "keyword, one flight": { ...firstPage, keyword: "RW00000000077777" },
  "keyword, a pilot of two characters": { ...firstPage, keyword: `王${String.fromCodePoint(20_036)}` },
  "keyword, one character": { ...firstPage, keyword: "王" },
  "keyword, one in 25": { ...firstPage, keyword: "河道测绘" },
  "keyword, one in five": { ...firstPage, keyword: "巡检" },
  "longest first": { ...firstPage, sort: { field: "durationS", order: "desc" } },
  "page 1,000": { ...firstPage, pageNo: 1_000 },
});

const runs = 60;
const trackSeconds = 3 * 3_600;
const togetherCount = 16;

type Measure = (
  name: string,
  dataDir: string,
  url: string | undefined,
  count: number,
) => Promise<BenchResult[]>;

/** Measures with a million rows on PostgreSQL, and a tenth of that in the embedded database. */
export async function measureBoth(dataDir: string, measure: Measure): Promise<BenchResult[]> {
  const embedded = await measure("embedded", path.join(dataDir, "embedded"), undefined, 100_000);
  const postgres = await createPostgresServer();
  try {
    const many = await measure("PostgreSQL", path.join(dataDir, "postgres"), postgres.url, 1_000_000);
    return [...embedded, ...many];
  } finally {
    await postgres.remove();
  }
}

/** Measures 历史任务 and long tracks. */
export const measureFlightLists = (dataDir: string) => measureBoth(dataDir, measureFlights);

async function measureFlights(
  name: string,
  dataDir: string,
  url: string | undefined,
  count: number,
): Promise<BenchResult[]> {
  const label = `${count.toLocaleString("en")} flights, ${name}`;
  const { db, close } = await openDatabase({ url, dataDir });
  let pages: BenchResult[];
  let queries: ReturnType<typeof createQueries>;
  let tracks: readonly LongFlight[];
  try {
    await seedManyFlights(db, count);
    tracks = await seedLongTracks(db, 2 * togetherCount, trackSeconds);
    await vacuum(db, "all");
    const [known] = await db.select({ companyId: flights.companyId }).from(flights).limit(1);
    queries = createQueries(known?.companyId ?? "");
    pages = await measurePages(label, db, queries);
  } finally {
    await close();
  }
  await using server = await startServer({
    dataDir,
    env: { FLEET: "0", ...(url ? { DATABASE_URL: url, SECRET_KEY: "0".repeat(64) } : {}) },
  });
  const admin = await loginClient(server.url);
  const opened = await measureTracks(name, admin, tracks);
  const answers = await measureAnswers(label, admin, "/task/history/list", queries);
  await server.stop();
  return [...pages, ...answers, ...opened];
}

/** The page alone, in the database's process, sequentially. */
async function measurePages(label: string, db: Db, queries: ReturnType<typeof createQueries>) {
  const results: BenchResult[] = [];
  for (const [query, body] of Object.entries(queries)) {
    const total = Number.POSITIVE_INFINITY;
    const times = await measureTimes(() =>
      queryCountedPage({ db, now: new Date() }, flightList, body, (record) => record, total),
    );
    results.push(toListResult(`${label}, ${query}: page`, times, 50));
  }
  return results;
}

/** The whole response over the network, with total and sums. */
export async function measureAnswers(label: string, admin: ApiClient, call: string, queries: object) {
  const results: BenchResult[] = [];
  for (const [query, body] of Object.entries(queries)) {
    const times = await measureTimes(async () => {
      const { state, message } = await admin.call("POST", call, body);
      if (state !== 0) throw new Error(`${query}: ${message}`);
    });
    results.push(toListResult(`${label}, ${query}: page, sums`, times, 400));
  }
  return results;
}

/** Milliseconds of each run, after one that fills the caches. */
export async function measureTimes(run: () => Promise<unknown>): Promise<number[]> {
  await run();
  const times: number[] = [];
  for (let turn = 0; turn < runs; turn++) {
    const from = performance.now();
    await run();
    times.push(performance.now() - from);
  }
  return times;
}

/** A line of the report, with the time that one in a hundred exceeds. */
export const toListResult = (label: string, times: readonly number[], budgetMs: number): BenchResult => {
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  return {
    label,
    measured: `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`,
    budget: `p99 ≤ ${budgetMs} ms`,
    isWithinBudget: p99 <= budgetMs,
  };
};

/** Tracks that the server, just started, has not read before: one, then 16 at once, until they are decoded. */
async function measureTracks(
  name: string,
  admin: ApiClient,
  tracks: readonly LongFlight[],
): Promise<BenchResult[]> {
  const [first, ...others] = tracks;
  if (!first) throw new Error("There are no tracks");
  const oneMs = await measureOnce(() => openTrack(admin, first));
  const together = others.slice(0, togetherCount);
  const togetherMs = await measureOnce(() => Promise.all(together.map((flight) => openTrack(admin, flight))));
  const toTrackResult = (label: string, ms: number, seconds: number): BenchResult => ({
    label: `${name}, ${label}`,
    measured: `${ms.toFixed(0)} ms`,
    budget: `≤ ${seconds} s`,
    isWithinBudget: ms <= seconds * 1_000,
  });
  return [
    toTrackResult("track of 3 hours at 1 Hz, cold, decoded", oneMs, 1),
    toTrackResult(`${togetherCount} such tracks at once`, togetherMs, 4),
  ];
}

async function measureOnce(run: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await run();
  return performance.now() - from;
}

async function openTrack(admin: ApiClient, { taskId, flightId }: LongFlight): Promise<void> {
  const { data, message } = await admin.call("GET", `/task/history/track/${taskId}?flightId=${flightId}`);
  const { points } = data as { points: readonly { bytes: string }[] };
  const samples = points.reduce(
    (sum, { bytes }) => sum + decodeTrackChunk(new Uint8Array(Buffer.from(bytes, "base64")).buffer).count,
    0,
  );
  if (samples !== trackSeconds) throw new Error(`${samples} samples: ${message}`);
}
