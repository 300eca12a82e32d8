import { asc } from "drizzle-orm";
import { createColumns } from "../../../adapters/contract/columns.ts";
import { flightPhases } from "../../../adapters/contract/flight.ts";
import { encodeTrackChunk, trackColumns, trackUnknown } from "../../../adapters/contract/track.ts";
import type { ZoneShape } from "../../../adapters/contract/zone.ts";
import type { Db } from "../../../server/db/handle.ts";
import { openDatabase } from "../../../server/db/openDatabase.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { flights, flightTracks, flightVideos } from "../../../server/db/schema/flight.ts";
import { tasks } from "../../../server/db/schema/task.ts";
import { taskEvents } from "../../../server/db/schema/taskEvent.ts";
import { controlZones } from "../../../server/db/schema/zone.ts";
import { getZoneBounds } from "../../../server/zones/zoneGeometry.ts";
import { createReportedTask } from "../../live/createReportedTask.ts";

/** A flight due north at 10 m/s, with a sample at each of these seconds; in the air from second 10 on. */
interface FlightPlan {
  readonly id: string;
  readonly taskNo: string;
  readonly droneSn: string;
  /** UTC ms. */
  readonly startMs: number;
  /** Seconds of the samples of each chunk; none for a flight without a track. */
  readonly chunks: readonly (readonly number[])[];
  /** Number of the chunk whose bytes are damaged. */
  readonly damaged?: number;
  readonly videos?: readonly VideoPlan[];
}

interface VideoPlan {
  readonly id: string;
  readonly name: string;
  readonly lens: "wide" | "ir";
  readonly location: string;
  /** Seconds after the flight's start. */
  readonly afterS: number;
  readonly durationS: number;
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

/** 10:00:00 in Shanghai. */
export const gapStartMs = Date.UTC(2026, 10, 2, 2);
/** Each flight has its own task, of the same id. */
export const flightPlans = {
  /** 120 s with 20 s missing: from 10:01:00 to 10:01:20. */
  gap: {
    id: "9001",
    taskNo: "RW20261102900001",
    droneSn: "PLAYGAP1",
    startMs: gapStartMs,
    chunks: [[...range(0, 61), ...range(80, 121)]],
  },
  /** On the next day, on the same route. */
  other: {
    id: "9002",
    taskNo: "RW20261103900002",
    droneSn: "PLAYDAY2",
    startMs: gapStartMs + 86_400_000,
    chunks: [range(0, 91)],
  },
  damaged: {
    id: "9003",
    taskNo: "RW20261104900003",
    droneSn: "PLAYBAD3",
    startMs: gapStartMs + 2 * 86_400_000,
    chunks: [range(0, 30), range(30, 60), range(60, 91)],
    damaged: 1,
  },
  untracked: {
    id: "9004",
    taskNo: "RW20261105900004",
    droneSn: "PLAYNON4",
    startMs: gapStartMs + 3 * 86_400_000,
    chunks: [],
  },
  /** 120 s, filmed from second 20 to 80, and from second 90 to 110 by the thermal camera. */
  filmed: {
    id: "9005",
    taskNo: "RW20261106900005",
    droneSn: "PLAYCAM5",
    startMs: gapStartMs + 4 * 86_400_000,
    chunks: [range(0, 121)],
    videos: [
      { id: "90051", name: "广角录像", lens: "wide", location: "demo:road", afterS: 20, durationS: 60 },
      { id: "90052", name: "红外录像", lens: "ir", location: "demo:thermal", afterS: 90, durationS: 20 },
    ],
  },
} as const satisfies Readonly<Record<string, FlightPlan>>;

function encodeChunk(startMs: number, seconds: readonly number[]): Buffer {
  const columns = createColumns(trackColumns, seconds.length);
  const t0 = startMs + (seconds[0] ?? 0) * 1_000;
  seconds.forEach((second, i) => {
    columns.dt[i] = startMs + second * 1_000 - t0;
    // 900 × 10⁻⁷ degrees are 10 m.
    columns.lat[i] = 399_200_000 + 900 * second;
    columns.lon[i] = 1_054_600_000;
    columns.hEll[i] = trackUnknown.hEll;
    columns.hAgl[i] = trackUnknown.height;
    columns.hRel[i] = second * 10;
    columns.speed[i] = 1_000;
    columns.climb[i] = 100;
    columns.heading[i] = 0;
    columns.battery[i] = 100 - Math.floor(second / 10);
    columns.phase[i] = flightPhases.indexOf(second < 10 ? "preparing" : "mission");
    columns.fix[i] = 2;
    columns.sats[i] = 18;
  });
  return Buffer.from(encodeTrackChunk({ t0, count: seconds.length, columns }));
}

/** A no-fly zone around second 40 of the routes, 95 m wide: the samples of seconds 31 to 49 are inside. */
async function insertZone(db: Db): Promise<void> {
  const at = new Date(gapStartMs);
  const shape: ZoneShape = { type: "Circle", center: [105.46, 39.9236], radius: 95 };
  await db.insert(controlZones).values({
    id: "9009",
    createdAt: at,
    updatedAt: at,
    name: "回放测试区",
    kind: "noFly",
    shape,
    floor: 0,
    ceiling: 1_000,
    datum: "agl",
    fromAt: null,
    toAt: null,
    weekly: [],
    companyId: null,
    companyName: "",
    status: "active",
    search: "回放测试区",
    ...getZoneBounds(shape),
  });
}

/** Inserts the finished flights into the data folder of a stopped server. */
export async function insertFlights(dataDir: string): Promise<void> {
  const { db, close } = await openDatabase({ url: undefined, dataDir });
  const [company] = await db.select().from(companies).orderBy(asc(companies.id)).limit(1);
  if (!company) throw new Error("The demo data have no company");
  for (const plan of Object.values<FlightPlan>(flightPlans)) {
    const { id, taskNo, droneSn, startMs, chunks, damaged, videos = [] } = plan;
    const lastSecond = chunks.at(-1)?.at(-1) ?? 60;
    const [startedAt, endedAt] = [new Date(startMs), new Date(startMs + lastSecond * 1_000)];
    const identity = { id, createdAt: startedAt, taskNo, name: `回放测试${id}`, droneSn, search: taskNo };
    await db
      .insert(tasks)
      .values({ ...createReportedTask(company, identity), status: "finished", startedAt, endedAt });
    await db.insert(flights).values({
      id,
      taskId: id,
      companyId: company.id,
      droneSn,
      source: "device",
      startedAt,
      endedAt,
      endReason: "航线完成",
      videoCount: videos.length,
    });
    for (const { id: videoId, name, lens, location, afterS, durationS } of videos) {
      const at = new Date(startMs + afterS * 1_000);
      const times = { createdAt: at, updatedAt: at, startedAt: at, durationS };
      await db
        .insert(flightVideos)
        .values({ id: videoId, taskId: id, flightId: id, name, lens, location, bytes: "1", ...times });
    }
    for (const [number, seconds] of chunks.entries()) {
      const bytes = encodeChunk(startMs, seconds);
      await db.insert(flightTracks).values({
        flightId: id,
        t0: new Date(startMs + (seconds[0] ?? 0) * 1_000),
        samples: seconds.length,
        bytes: number === damaged ? bytes.subarray(0, 40) : bytes,
        lastAt: new Date(startMs + (seconds.at(-1) ?? 0) * 1_000),
      });
    }
    await db.insert(taskEvents).values({
      id: `${id}1`,
      taskId: id,
      at: new Date(startMs + 10_000),
      kind: "phase",
      fromValue: "preparing",
      toValue: "mission",
    });
  }
  await insertZone(db);
  await close();
}
