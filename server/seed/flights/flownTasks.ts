import type { taskEvents, taskTracks } from "../../db/schema/taskTrack.ts";
import type { DeskPorts } from "../../telemetry/flights/flightDesk.ts";
import { createFlightDesk } from "../../telemetry/flights/flightDesk.ts";
import type { TaskNumbers } from "../../telemetry/flights/taskNumbers.ts";
import type { WriteBehind } from "../../telemetry/flights/writeBehind.ts";
import { plannedTask, type TaskInsert } from "../../telemetry/simulator/plannedTask.ts";
import type { SimDrone } from "../../telemetry/simulator/simDrone.ts";
import { createSimulation } from "../../telemetry/simulator/simulation.ts";

export interface Flown {
  readonly tasks: TaskInsert[];
  readonly tracks: (typeof taskTracks.$inferInsert)[];
  readonly events: (typeof taskEvents.$inferInsert)[];
}

const seed = 20_251_120;
const stepMs = 1_000;
const firstMs = 15 * 60_000;

/** Really flies the simulated drones from `start` on until so many flights are over, with tracks and events. */
export function flownTasks(
  own: readonly SimDrone[],
  count: number,
  start: number,
  { newId, numbers, chance }: { newId: () => string; numbers: TaskNumbers; chance: () => number },
): Flown {
  const rows = new Map<string, TaskInsert>();
  const over = new Set<string>();
  const tracks: Flown["tracks"] = [];
  const events: Flown["events"] = [];
  const nothing = () => undefined;
  const writes: WriteBehind = {
    task: nothing,
    taskChange: ({ id, set }) => {
      Object.assign(rows.get(id) ?? {}, set);
      if (set.endedAt) over.add(id);
    },
    track: (row) => tracks.push(row),
    event: (row) => events.push(row),
    rejected: nothing,
    hangarChange: nothing,
    flush: async () => undefined,
  };
  const listener = { opened: nothing, closed: nothing, told: nothing, event: nothing };
  const ports: DeskPorts = { capacity: own.length, newId, writes, listener };
  const desk = createFlightDesk(ports);
  let now = start;
  const simulation = createSimulation(
    own.map(({ base }) => base),
    seed,
    start,
    desk,
    {
      next: (d, plan, readyAt) => {
        const at = new Date(readyAt + Math.round(chance() * firstMs));
        const one = own[d];
        if (!one) throw new Error(`There is no drone ${d}`);
        const row = plannedTask(one, plan, { id: newId(), taskNo: numbers(at), at, now: at });
        rows.set(row.id, row);
        const task = { ...row, status: "planned", startedAt: null } as const;
        return { at: at.getTime(), open: (onClosed) => desk.open(task, onClosed) };
      },
    },
  );
  for (; over.size < count; now += stepMs) {
    simulation.runTo(now);
    desk.tick(now);
  }
  const ended = [...over].slice(0, count);
  const known = new Set(ended);
  return {
    tasks: ended.flatMap((id) => rows.get(id) ?? []),
    tracks: newest(tracks.filter(({ taskId }) => known.has(taskId))),
    events: events.filter(({ taskId }) => known.has(taskId)),
  };
}

/** A piece of track is told again while it grows; the last one holds all. */
const newest = (tracks: Flown["tracks"]) => [
  ...new Map(tracks.map((row) => [`${row.taskId} ${row.t0.getTime()}`, row])).values(),
];
