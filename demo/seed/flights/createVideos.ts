import type { flights, flightVideos } from "../../../server/db/schema/flight.ts";
import { loadClip, type Scene } from "../../../server/media/clips.ts";
import { createRecording } from "../../../server/media/recording.ts";
import type { TaskInsert } from "../../../server/telemetry/flights/openTasks.ts";

type FlightInsert = typeof flights.$inferInsert;
type VideoInsert = typeof flightVideos.$inferInsert;

/** Every third flight with a track was filmed, every second of these by the thermal camera too. */
const filmedEvery = 3;
const thermalEvery = 6;
/** The camera runs from a while after the take-off until a while before the landing. */
const startMs = 20_000;
const marginMs = 40_000;
const wideScenes: readonly Scene[] = ["road", "solar"];

/** Recorded videos of some past flights; counts them on the flights and on their tasks. */
export function createVideos(
  flown: readonly FlightInsert[],
  tasks: readonly TaskInsert[],
  newId: () => string,
): VideoInsert[] {
  const taskById = new Map(tasks.map((task) => [task.id, task]));
  // All rows that are inserted together set the same columns.
  for (const row of [...tasks, ...flown]) row.videoCount = 0;
  return flown.flatMap((flight, index) => {
    const { startedAt, endedAt } = flight;
    if (index % filmedEvery !== 0 || !endedAt) return [];
    const filmedMs = endedAt.getTime() - startedAt.getTime() - marginMs;
    if (filmedMs < marginMs) return [];
    const scene = wideScenes[(index / filmedEvery) % wideScenes.length] ?? "road";
    const videos = [createVideo(flight, newId(), { scene, afterMs: startMs, durationMs: filmedMs })];
    if (index % thermalEvery === 0)
      // It was switched on later, and its clock was a second and a half fast.
      videos.push({
        ...createVideo(flight, newId(), {
          scene: "thermal",
          afterMs: startMs * 2,
          durationMs: filmedMs - startMs,
        }),
        offsetMs: -1_500,
      });
    flight.videoCount = videos.length;
    const task = taskById.get(flight.taskId);
    if (task) task.videoCount = (task.videoCount ?? 0) + videos.length;
    return videos;
  });
}

interface VideoPlan {
  readonly scene: Scene;
  readonly afterMs: number;
  readonly durationMs: number;
}

function createVideo(
  flight: FlightInsert,
  id: string,
  { scene, afterMs, durationMs }: VideoPlan,
): VideoInsert {
  const at = new Date(flight.startedAt.getTime() + afterMs);
  const durationS = Math.floor(durationMs / 2_000) * 2;
  return {
    id,
    taskId: flight.taskId,
    flightId: flight.id,
    createdAt: at,
    updatedAt: at,
    name: scene === "thermal" ? "红外录像" : "广角录像",
    lens: scene === "thermal" ? "ir" : "wide",
    location: `demo:${scene}`,
    startedAt: at,
    durationS,
    offsetMs: 0,
    bytes: String(createRecording(loadClip(scene), durationS).totalBytes),
  };
}
