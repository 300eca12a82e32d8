import { readFile } from "node:fs/promises";
import path from "node:path";
import { and, asc, eq, isNull } from "drizzle-orm";
import { companies } from "../server/db/schema/company.ts";
import { tasks } from "../server/db/schema/task.ts";
import { buildSearchText } from "../server/records/searchText.ts";
import { appendSample } from "../server/telemetry/fleet/appendSample.ts";
import { clearImpossible } from "../server/telemetry/fleet/clearImpossible.ts";
import { createBatch } from "../server/telemetry/fleet/sampleColumns.ts";
import type { TaskSummary } from "../server/telemetry/flights/openTasks.ts";
import type { LivePlatform, LiveService } from "../server/telemetry/liveService.ts";
import { parseRecording } from "../server/telemetry/recording/formats/parseRecording.ts";
import { type RecordedFlight, RecordingError } from "../server/telemetry/recording/formats/recordedFlight.ts";
import type { TelemetrySink, TelemetrySource } from "../server/telemetry/telemetrySource.ts";

const runEveryMs = 100;

/** Replays a recorded flight in real time, starting now, as a task of the first company. */
export async function createReplay(
  platform: LivePlatform,
  live: LiveService,
  file: string,
): Promise<TelemetrySource> {
  const { db, clock, newId } = platform;
  const flight = parseRecording(file, await readFile(file));
  const [owner] = await db
    .select()
    .from(companies)
    .where(and(isNull(companies.deletedAt), eq(companies.status, "normal")))
    .orderBy(asc(companies.id))
    .limit(1);
  if (!owner) throw new RecordingError("A replay needs a company that it belongs to");
  const now = clock();
  const name = path.parse(file).name;
  const home = flight.samples.find(({ lat, lon }) => lat && lon);
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
  return createPlayer(flight, { ...row, startedAt: null }, clock, live.registry);
}

/** @param flight must have samples */
function createPlayer(
  { samples, photos }: RecordedFlight,
  task: TaskSummary,
  clock: () => Date,
  sink: TelemetrySink,
): TelemetrySource {
  const startedAt = clock().getTime();
  const recordingStart = samples[0]?.tSrc ?? 0;
  const batch = createBatch(1);
  let [next, nextPhoto] = [0, 0];
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const stop = () => clearInterval(timer);
  // It may be closed by hand before the recording ends.
  const onClosed = () => {
    isOver = true;
    stop();
  };
  const slot = sink.open(task, { onClosed });
  if (slot === null) throw new RecordingError("There is no room for another flight");
  const run = () => {
    const now = clock().getTime();
    for (; !isOver; next++) {
      const sample = samples[next];
      if (!sample) {
        sink.complete(slot, now);
        return;
      }
      if (sample.tSrc - recordingStart > now - startedAt) return;
      batch.count = 0;
      appendSample(batch, slot, clearImpossible(sample).values);
      // The arrival time is the recorded one, however late the timer fires.
      sink.ingest(batch, startedAt + sample.tSrc - recordingStart);
      for (; (photos[nextPhoto] ?? Number.POSITIVE_INFINITY) <= sample.tSrc; nextPhoto++)
        sink.photo(slot, photos[nextPhoto] ?? sample.tSrc);
    }
  };
  return {
    run,
    stop,
    start: () => {
      timer ??= setInterval(run, runEveryMs);
    },
  };
}
