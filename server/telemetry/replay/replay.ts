import { readFile } from "node:fs/promises";
import path from "node:path";
import { and, asc, eq, isNull } from "drizzle-orm";
import { companies } from "../../db/schema/company.ts";
import { tasks } from "../../db/schema/task.ts";
import { buildSearchText } from "../../modules/searchText.ts";
import { appendSample, type SourceSample } from "../fleet/appendSample.ts";
import { createBatch } from "../fleet/sampleColumns.ts";
import type { LivePlatform, LiveService } from "../liveService.ts";
import type { TelemetrySource } from "../telemetrySource.ts";
import { parseAirdata } from "./parseAirdata.ts";
import { parseGpx } from "./parseGpx.ts";
import { type RecordedFlight, RecordingError } from "./recordedFlight.ts";

const runEveryMs = 100;
const landingDelayMs = 100;

/** Replays a recorded flight in real time, starting now, as a task of the first company. */
export async function createReplay(
  platform: LivePlatform,
  live: LiveService,
  file: string,
): Promise<TelemetrySource> {
  const { db, clock, newId } = platform;
  const text = await readFile(file, "utf8");
  const flight = appendLanding(/\.gpx$/i.test(file) ? parseGpx(text) : parseAirdata(text));
  const [owner] = await db
    .select()
    .from(companies)
    .where(and(isNull(companies.deletedAt), eq(companies.status, "normal")))
    .orderBy(asc(companies.id))
    .limit(1);
  if (!owner) throw new RecordingError("A replay needs a company that it belongs to");
  const now = clock();
  const name = path.parse(file).name;
  const home = flight.find(({ lat, lon }) => lat && lon);
  const row = {
    id: newId(),
    createdAt: now,
    updatedAt: now,
    taskNo: (await live.getTaskNumbers())(now),
    name: `回放 ${name}`,
    kind: "patrol" as const,
    status: "planned" as const,
    source: "replay" as const,
    companyId: owner.id,
    companyName: owner.name,
    pilotName: owner.contact,
    pilotPhone: owner.phone,
    droneSn: `REPLAY-${name}`.slice(0, 40),
    droneModel: "",
    route: [],
    lng: (home?.lon ?? 0) / 1e7,
    lat: (home?.lat ?? 0) / 1e7,
    airspace: "suitable" as const,
    uomStatus: "unknown" as const,
    plannedAt: now,
    search: buildSearchText(name),
  };
  await db.insert(tasks).values(row);
  const slot = live.registry.open({ ...row, startedAt: null });
  if (slot === null) throw new RecordingError("There is no room for another flight");
  return createPlayer(flight, slot, clock, live);
}

/** @param flight must not be empty */
function createPlayer(
  flight: RecordedFlight,
  slot: number,
  clock: () => Date,
  live: LiveService,
): TelemetrySource {
  const startedAt = clock().getTime();
  const recordingStart = flight[0]?.tSrc ?? 0;
  const batch = createBatch(1);
  let next = 0;
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearInterval(timer);
  const run = () => {
    const now = clock().getTime();
    for (; next < flight.length; next++) {
      const sample = flight[next];
      if (!sample || sample.tSrc - recordingStart > now - startedAt) return;
      batch.count = 0;
      appendSample(batch, slot, sample);
      // The arrival time is the recorded one, however late the timer fires.
      live.registry.ingest(batch, startedAt + sample.tSrc - recordingStart);
    }
    stop();
  };
  return {
    run,
    stop,
    start: () => {
      timer ??= setInterval(run, runEveryMs);
    },
  };
}

/** Appends a landing, since recordings often stop in another phase. */
function appendLanding(flight: RecordedFlight): RecordedFlight {
  const last = flight.at(-1);
  if (!last) throw new RecordingError("The recording has no rows");
  const landing: SourceSample = {
    ...last,
    seq: last.seq + 1,
    tSrc: last.tSrc + landingDelayMs,
    phase: "landed",
  };
  return [...flight, landing];
}
