import type { taskEvents, taskTracks } from "../../db/schema/taskTrack.ts";
import type { FlightRegistryOptions } from "../../telemetry/flights/flightRegistry.ts";
import { createFlightRegistry } from "../../telemetry/flights/flightRegistry.ts";
import type { TaskNumberGenerator } from "../../telemetry/flights/taskNumberGenerator.ts";
import type { WriteBehind } from "../../telemetry/flights/writeBehind.ts";
import { createPlannedTask, type TaskInsert } from "../../telemetry/simulator/createPlannedTask.ts";
import type { SimDrone } from "../../telemetry/simulator/simDrone.ts";
import { createSimulation } from "../../telemetry/simulator/simulation.ts";

export interface SimulatedTasks {
  readonly tasks: TaskInsert[];
  readonly tracks: (typeof taskTracks.$inferInsert)[];
  readonly events: (typeof taskEvents.$inferInsert)[];
}

const seed = 20_251_120;
const stepMs = 1_000;
const maxFirstDelayMs = 15 * 60_000;

/** Really flies the simulated drones from `start` on until so many flights are over, with tracks and events. */
export function simulateTasks(
  simDrones: readonly SimDrone[],
  count: number,
  start: number,
  { newId, numbers, random }: { newId: () => string; numbers: TaskNumberGenerator; random: () => number },
): SimulatedTasks {
  const rows = new Map<string, TaskInsert>();
  const finishedIds = new Set<string>();
  const tracks: SimulatedTasks["tracks"] = [];
  const events: SimulatedTasks["events"] = [];
  const noop = () => undefined;
  const writes: WriteBehind = {
    insertTask: noop,
    updateTask: ({ id, set }) => {
      Object.assign(rows.get(id) ?? {}, set);
      if (set.endedAt) finishedIds.add(id);
    },
    insertTrack: (row) => tracks.push(row),
    insertEvent: (row) => events.push(row),
    insertRejected: noop,
    updateHangar: noop,
    flush: async () => undefined,
  };
  const listener = { onOpened: noop, onClosed: noop, onSample: noop, onEvent: noop };
  const ports: FlightRegistryOptions = { capacity: simDrones.length, newId, writes, listener };
  const registry = createFlightRegistry(ports);
  let now = start;
  const simulation = createSimulation(
    simDrones.map(({ base }) => base),
    seed,
    start,
    registry,
    {
      scheduleNext: (d, plan, readyAt) => {
        const at = new Date(readyAt + Math.round(random() * maxFirstDelayMs));
        const simDrone = simDrones[d];
        if (!simDrone) throw new Error(`There is no drone ${d}`);
        const row = createPlannedTask(simDrone, plan, { id: newId(), taskNo: numbers(at), at, now: at });
        rows.set(row.id, row);
        const task = { ...row, status: "planned", startedAt: null } as const;
        return { startAt: at.getTime(), open: (onClosed) => registry.open(task, onClosed) };
      },
    },
  );
  for (; finishedIds.size < count; now += stepMs) {
    simulation.advanceTo(now);
    registry.tick(now);
  }
  const selectedIds = [...finishedIds].slice(0, count);
  const selected = new Set(selectedIds);
  return {
    tasks: selectedIds.flatMap((id) => rows.get(id) ?? []),
    tracks: keepNewest(tracks.filter(({ taskId }) => selected.has(taskId))),
    events: events.filter(({ taskId }) => selected.has(taskId)),
  };
}

/** A track row is inserted again while it grows; the last one holds all. */
const keepNewest = (tracks: SimulatedTasks["tracks"]) => [
  ...new Map(tracks.map((row) => [`${row.taskId} ${row.t0.getTime()}`, row])).values(),
];
