import { and, asc, count, eq, isNotNull, isNull } from "drizzle-orm";
import { createIdGenerator } from "../../../server/createIdGenerator.ts";
import type { Db } from "../../../server/db/handle.ts";
import { insertAll } from "../../../server/db/insertAll.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { drones } from "../../../server/db/schema/drone.ts";
import { flights, flightTracks, flightVideos } from "../../../server/db/schema/flight.ts";
import { hangars } from "../../../server/db/schema/hangar.ts";
import { tasks } from "../../../server/db/schema/task.ts";
import { taskEvents } from "../../../server/db/schema/taskEvent.ts";
import { controlZones } from "../../../server/db/schema/zone.ts";
import { createSlotColumns } from "../../../server/telemetry/fleet/slotColumns.ts";
import { copyTasksToFlights } from "../../../server/telemetry/flights/copyTasksToFlights.ts";
import {
  createFlightRegistry,
  type FlightRegistryOptions,
} from "../../../server/telemetry/flights/flightRegistry.ts";
import type { TaskInsert } from "../../../server/telemetry/flights/openTasks.ts";
import { withTakeoffRegion } from "../../../server/telemetry/flights/takeoffRegion.ts";
import {
  createTaskNumberGenerator,
  type TaskNumberGenerator,
} from "../../../server/telemetry/flights/taskNumberGenerator.ts";
import type { WriteBehind } from "../../../server/telemetry/flights/writeBehind.ts";
import { createPlannedTask } from "../../simulator/createPlannedTask.ts";
import { loadSimDrones } from "../../simulator/loadSimDrones.ts";
import { planRoute } from "../../simulator/routePlan.ts";
import { createSeededRandom, deriveFlightSeed } from "../../simulator/seededRandom.ts";
import type { SimDrone } from "../../simulator/simDrone.ts";
import { createSimulation } from "../../simulator/simulation.ts";
import { createVideos } from "./createVideos.ts";
import { seedAlarms } from "./seedAlarms.ts";
import { seedDrones, seedHangars } from "./seedDevices.ts";
import { seedZones } from "./seedZones.ts";

export interface FlightScale {
  readonly hangars: number;
  readonly drones: number;
  readonly zones: number;
  readonly pastTasks: number;
  /** How many of the past tasks have tracks. */
  readonly trackedTasks: number;
}

export const demoFlightScale: FlightScale = {
  hangars: 24,
  drones: 60,
  zones: 20,
  pastTasks: 3_000,
  trackedTasks: 200,
};

const seed = 20_261_120;
/** Process id unlike those of the other seeds, so that ids do not collide. */
const processNumber = 1022;
const maxOwners = 40;
const trackBatchSize = 100;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Seeds hangars, drones, zones and past flights of the demo companies. Deterministic by `now` and companies; does
 * nothing if there are hangars already.
 */
export async function seedFlights(db: Db, now: Date, scale: FlightScale = demoFlightScale): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [{ known = 0 } = {}] = await tx.select({ known: count() }).from(hangars);
    if (known > 0) return false;
    const owners = await tx
      .select()
      .from(companies)
      .where(
        and(
          isNull(companies.deletedAt),
          eq(companies.status, "normal"),
          isNotNull(companies.lng),
          isNotNull(companies.lat),
        ),
      )
      .orderBy(asc(companies.id))
      .limit(maxOwners);
    const context = {
      now,
      newId: createIdGenerator(() => now, processNumber),
      random: createSeededRandom(seed),
    };
    const seededHangars = seedHangars(context, owners, scale.hangars);
    const seededDrones = seedDrones(context, owners, seededHangars, scale.drones);
    await insertAll(tx, hangars, seededHangars);
    await insertAll(tx, drones, seededDrones);
    await insertAll(tx, controlZones, seedZones(context, seededHangars, scale.zones));

    const simDrones = await loadSimDrones(tx, scale.drones);
    if (simDrones.length === 0) return true;
    const taskContext = { ...context, numbers: createTaskNumberGenerator() };
    // By the calendar of Shanghai, eight hours ahead.
    const yesterday = Math.floor((now.getTime() + 8 * hourMs) / dayMs) * dayMs - dayMs;
    const pastRows = createPastTasks(simDrones, scale.pastTasks - scale.trackedTasks, yesterday, taskContext);
    const simulated = simulateTasks(simDrones, scale.trackedTasks, yesterday, taskContext);
    const videos = createVideos(simulated.flights, simulated.tasks, context.newId);
    await insertAll(tx, tasks, pastRows);
    await insertAll(tx, tasks, simulated.tasks);
    const pastFlights = pastRows.flatMap(toFlightRow);
    await insertAll(tx, flights, pastFlights.map(withTakeoffRegion));
    await insertAll(tx, flights, simulated.flights.map(withTakeoffRegion));
    await copyTasksToFlights(
      tx,
      [...pastFlights, ...simulated.flights].map(({ taskId }) => taskId),
    );
    await insertAll(tx, flightVideos, videos);
    // Bytes cannot go the way of the others, as JSON.
    for (let start = 0; start < simulated.tracks.length; start += trackBatchSize)
      await tx.insert(flightTracks).values(simulated.tracks.slice(start, start + trackBatchSize));
    await insertAll(tx, taskEvents, simulated.events);
    await seedAlarms(tx, context);
    return true;
  });
}

type FlightInsert = typeof flights.$inferInsert;
type PlannedTask = ReturnType<typeof createPlannedTask>;

interface TaskSeedContext {
  readonly newId: () => string;
  readonly numbers: TaskNumberGenerator;
  readonly random: () => number;
}

const pastDays = 540;
const pastRouteSeed = 20_250_601;
const taskOutcomes = [
  { share: 0.86, status: "finished", reason: "航线完成" },
  { share: 0.93, status: "partial", reason: "电量不足，自动返航" },
  { share: 0.96, status: "aborted", reason: "人工中止" },
  { share: 0.98, status: "failed", reason: "强制降落" },
  { share: 1, status: "cancelled", reason: "天气原因取消" },
] as const;

/**
 * Past tasks without tracks since the first company, more of them later, in daytime, evenly distributed over the drones,
 * oldest first.
 */
function createPastTasks(
  simDrones: readonly SimDrone[],
  count: number,
  before: number,
  { newId, numbers, random }: TaskSeedContext,
): TaskInsert[] {
  const times = Array.from({ length: simDrones.length > 0 ? count : 0 }, () => {
    const day = Math.floor(before / dayMs) - 1 - Math.floor(random() ** 2 * pastDays);
    // 7 to 18 o'clock in Shanghai.
    return day * dayMs - hourMs + Math.floor(random() * 11 * hourMs);
  }).sort((a, b) => a - b);
  return times.map((time, n): TaskInsert => {
    const drone = simDrones[n % simDrones.length];
    if (!drone) throw new Error("There is at least one drone");
    const plan = planRoute(deriveFlightSeed(pastRouteSeed, n % simDrones.length, n));
    const at = new Date(time);
    const row = createPlannedTask(drone, plan, { id: newId(), taskNo: numbers(at), at, now: at });
    const draw = random();
    const outcome = taskOutcomes.find(({ share }) => draw < share) ?? taskOutcomes[0];
    if (outcome.status === "cancelled") return { ...row, status: outcome.status, endReason: outcome.reason };
    return {
      ...row,
      ...createFlightFigures(row, drone, outcome.status === "finished" ? 1 : 0.3 + random() * 0.5),
      status: outcome.status,
      endReason: outcome.reason,
    };
  });
}

/** The one flight of a past task, under the task's id; none where it was cancelled. */
function toFlightRow(task: TaskInsert): FlightInsert[] {
  const { id, companyId, droneSn, source, startedAt, endedAt, lng, lat } = task;
  if (!startedAt) return [];
  const { endReason, durationS, distanceM, maxHeightM, photoCount } = task;
  const figures = { endReason, durationS, distanceM, maxHeightM, photoCount };
  const places = { takeoffLng: lng, takeoffLat: lat, landingLng: lng, landingLat: lat };
  return [{ id, taskId: id, companyId, droneSn, source, startedAt, endedAt, ...figures, ...places }];
}

/** What a flight of that share of its route comes to. */
function createFlightFigures(row: PlannedTask, { base }: SimDrone, share: number): Partial<TaskInsert> {
  const length = getRouteLength(row.route) * share;
  const hovering = row.route.length * 4;
  const seconds = Math.round(length / (base.airframe.cruise * 0.85) + hovering + 90);
  const startedAt = new Date(row.plannedAt.getTime() + 20_000);
  const endedAt = new Date(startedAt.getTime() + seconds * 1_000);
  return {
    startedAt,
    endedAt,
    updatedAt: endedAt,
    durationS: seconds,
    distanceM: Math.round(length),
    maxHeightM: Math.max(...row.route.map(([, , height]) => height)),
    photoCount: Math.round(row.route.length * share * 0.6),
  };
}

/** Length of a route in metres, by a planar approximation. */
function getRouteLength(route: TaskInsert["route"]): number {
  let length = 0;
  for (const [i, [lon, lat]] of route.entries()) {
    const [lon0, lat0] = route[i - 1] ?? [lon, lat];
    length += Math.hypot((lon - lon0) * Math.cos((lat * Math.PI) / 180), lat - lat0) * 111_320;
  }
  return length;
}

interface SimulatedTasks {
  readonly tasks: TaskInsert[];
  readonly flights: FlightInsert[];
  readonly tracks: (typeof flightTracks.$inferInsert)[];
  readonly events: (typeof taskEvents.$inferInsert)[];
}

const simulationSeed = 20_251_120;
const stepMs = 1_000;
const maxFirstDelayMs = 15 * 60_000;

/** Runs the simulation from `start` until `count` flights have finished, with tracks and events. */
function simulateTasks(
  simDrones: readonly SimDrone[],
  count: number,
  start: number,
  { newId, numbers, random }: TaskSeedContext,
): SimulatedTasks {
  const rows = new Map<string, TaskInsert>();
  const finishedIds = new Set<string>();
  const flightRows = new Map<string, FlightInsert>();
  const tracks: SimulatedTasks["tracks"] = [];
  const events: SimulatedTasks["events"] = [];
  const noop = () => undefined;
  const writes: WriteBehind = {
    insertTask: noop,
    updateTask: ({ id, set }) => {
      Object.assign(rows.get(id) ?? {}, set);
      if (set.endedAt) finishedIds.add(id);
    },
    insertFlight: (row) => flightRows.set(row.id, row),
    updateFlightState: noop,
    updateFlight: ({ id, set }) => Object.assign(flightRows.get(id) ?? {}, set),
    insertTrack: (row) => tracks.push(row),
    holdSamples: noop,
    insertEvent: (row) => events.push(row),
    insertRejected: noop,
    insertPlatformEvent: noop,
    updateHangar: noop,
    journal: { add: noop, continueAfter: noop },
    flush: () => Promise.resolve(true),
  };
  const listener = {
    onOpened: noop,
    onClosed: noop,
    onRenaming: noop,
    onRenamed: noop,
    onSample: noop,
    onEvent: noop,
  };
  const ports: FlightRegistryOptions = {
    slotColumns: createSlotColumns(simDrones.length),
    newId,
    writes,
    listener,
  };
  const registry = createFlightRegistry(ports);
  let now = start;
  const simulation = createSimulation(
    simDrones.map(({ base }) => base),
    simulationSeed,
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
        return { startAt: at.getTime(), open: (onClosed) => registry.open(task, { onClosed }) };
      },
    },
  );
  for (; finishedIds.size < count; now += stepMs) {
    simulation.advanceTo(now);
    registry.tick(now);
  }
  const selectedIds = [...finishedIds].slice(0, count);
  const selected = new Set(selectedIds);
  const selectedFlights = [...flightRows.values()].filter(({ taskId }) => selected.has(taskId));
  const flightIds = new Set(selectedFlights.map(({ id }) => id));
  return {
    tasks: selectedIds.flatMap((id) => rows.get(id) ?? []),
    flights: selectedFlights,
    tracks: keepNewest(tracks.filter(({ flightId }) => flightIds.has(flightId))),
    events: events.filter(({ taskId }) => selected.has(taskId)),
  };
}

/** A track row is inserted again while it grows; the last one holds all. */
const keepNewest = (tracks: SimulatedTasks["tracks"]) => [
  ...new Map(tracks.map((row) => [`${row.flightId} ${row.t0.getTime()}`, row])).values(),
];
