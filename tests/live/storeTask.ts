import { createColumns } from "../../adapters/contract/columns.ts";
import {
  encodeTrackChunk,
  type TrackColumns,
  trackChunkSamples,
  trackColumns,
  trackUnknown,
} from "../../adapters/contract/track.ts";
import { flights, flightTracks } from "../../server/db/schema/flight.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { copyTasksToFlights } from "../../server/telemetry/flights/copyTasksToFlights.ts";
import type { TestPlatform } from "../helpers/testPlatform.ts";
import { createReportedTask } from "./createReportedTask.ts";

/** A stored chunk as the tests build it: one sample a second, a metre further north each; the rest is unknown. */
export function encodeChunk(
  t0: number,
  count: number,
  fill: (columns: TrackColumns, index: number) => void = () => undefined,
): Buffer<ArrayBuffer> {
  const columns = createColumns(trackColumns, Math.min(count, trackChunkSamples));
  for (let i = 0; i < count; i++) {
    columns.dt[i] = i * 1_000;
    columns.lat[i] = 399_200_000 + i * 90;
    columns.lon[i] = 1_054_600_000;
    columns.hEll[i] = trackUnknown.hEll;
    columns.hRel[i] = trackUnknown.height;
    columns.hAgl[i] = trackUnknown.height;
    columns.speed[i] = trackUnknown.speed;
    columns.climb[i] = trackUnknown.climb;
    columns.heading[i] = trackUnknown.heading;
    columns.battery[i] = trackUnknown.battery;
    columns.phase[i] = 12;
    columns.fix[i] = trackUnknown.fix;
    columns.sats[i] = trackUnknown.sats;
    fill(columns, i);
  }
  return Buffer.from(encodeTrackChunk({ t0, count, columns }));
}

interface StoredChunk {
  /** Drone's time of the first sample, UTC ms. */
  readonly t0: number;
  readonly count: number;
  readonly bytes: Buffer;
  /** Server's time of the last sample, UTC ms; by default as the drone's. */
  readonly lastAt?: number;
}

let taskCount = 0;

/** Inserts an ended task with a flight for each list of chunks; returns their ids. */
export async function storeTask(
  { db, platform, clock }: TestPlatform,
  company: { readonly id: string; readonly name: string },
  tracks: readonly (readonly StoredChunk[])[],
  fields: Partial<typeof tasks.$inferInsert> = {},
) {
  const taskNo = `RW20250202${String(++taskCount).padStart(6, "0")}`;
  const identity = {
    id: platform.newId(),
    createdAt: clock.now(),
    taskNo,
    name: "样例航迹",
    droneSn: "TRACK-1",
  };
  const task = {
    ...createReportedTask(company, { ...identity, search: taskNo.toLowerCase() }),
    status: "finished" as const,
    ...fields,
  };
  await db.insert(tasks).values(task);
  const flightIds: string[] = [];
  for (const chunks of tracks) {
    const [first, last] = [chunks[0], chunks.at(-1)];
    const startedAt = new Date(first?.t0 ?? clock.now());
    const endedAt = new Date((last?.t0 ?? startedAt.getTime()) + (last?.count ?? 0) * 1_000);
    const id = platform.newId();
    await db.insert(flights).values({
      id,
      taskId: task.id,
      companyId: company.id,
      droneSn: "TRACK-1",
      source: "device",
      startedAt,
      endedAt,
    });
    for (const { t0, count: samples, bytes, lastAt = t0 + (samples - 1) * 1_000 } of chunks)
      await db
        .insert(flightTracks)
        .values({ flightId: id, t0: new Date(t0), samples, bytes, lastAt: new Date(lastAt) });
    flightIds.push(id);
  }
  await copyTasksToFlights(db, [task.id]);
  return { taskId: task.id, taskNo, flightIds };
}
