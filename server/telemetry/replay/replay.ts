import { readFile } from "node:fs/promises";
import path from "node:path";
import { and, asc, eq, isNull } from "drizzle-orm";
import { companies } from "../../db/schema/company.ts";
import { tasks } from "../../db/schema/task.ts";
import { searchText } from "../../modules/pinyinOrder.ts";
import { putSample, type SourceSample } from "../fleet/putSample.ts";
import { makeBatch } from "../fleet/sampleColumns.ts";
import { taskNumbers } from "../flights/taskNumbers.ts";
import type { Live, LivePlatform } from "../live.ts";
import type { TelemetrySource } from "../source.ts";
import { parseAirdata } from "./airdata.ts";
import { parseGpx } from "./gpx.ts";
import { type RecordedFlight, RecordingFault } from "./recordedFlight.ts";

const runEveryMs = 100;
const endMs = 100;

/** Flies a recorded flight once more, at its own times from now on, as a task of the first company. */
export async function createReplay(
  platform: LivePlatform,
  live: Live,
  file: string,
): Promise<TelemetrySource> {
  const { db, clock, newId } = platform;
  const text = await readFile(file, "utf8");
  const flight = withEnd(/\.gpx$/i.test(file) ? parseGpx(text) : parseAirdata(text));
  const [owner] = await db
    .select()
    .from(companies)
    .where(and(isNull(companies.deletedAt), eq(companies.status, "normal")))
    .orderBy(asc(companies.id))
    .limit(1);
  if (!owner) throw new RecordingFault("A replay needs a company that it belongs to");
  const now = clock();
  const name = path.parse(file).name;
  const home = flight.find(({ lat, lon }) => lat && lon);
  const row = {
    id: newId(),
    createdAt: now,
    updatedAt: now,
    taskNo: (await taskNumbers(db, now))(now),
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
    search: searchText(name),
  };
  await db.insert(tasks).values(row);
  const slot = live.desk.open({ ...row, startedAt: null });
  if (slot === null) throw new RecordingFault("There is no room for another flight");
  return player(flight, slot, clock, live);
}

/** @param flight must not be empty */
function player(flight: RecordedFlight, slot: number, clock: () => Date, live: Live): TelemetrySource {
  const began = clock().getTime();
  const recordedFrom = flight[0]?.tSrc ?? 0;
  const batch = makeBatch(1);
  let next = 0;
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearInterval(timer);
  const run = () => {
    const now = clock().getTime();
    for (; next < flight.length; next++) {
      const sample = flight[next];
      if (!sample || sample.tSrc - recordedFrom > now - began) return;
      batch.count = 0;
      putSample(batch, slot, sample);
      // Each sample arrives when it was sent, however late this runs.
      live.desk.take(batch, began + sample.tSrc - recordedFrom);
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

/** A recording that ends is a flight that has landed, whatever its last row says. */
function withEnd(flight: RecordedFlight): RecordedFlight {
  const last = flight.at(-1);
  if (!last) throw new RecordingFault("The recording has no rows");
  const end: SourceSample = { ...last, seq: last.seq + 1, tSrc: last.tSrc + endMs, phase: "landed" };
  return [...flight, end];
}
