import { and, eq, gte, inArray, max } from "drizzle-orm";
import type { Db } from "../../server/db/handle.ts";
import { flights } from "../../server/db/schema/flight.ts";
import { hangars } from "../../server/db/schema/hangar.ts";
import { tasks } from "../../server/db/schema/task.ts";
import type { SimulatedFault } from "../../server/settings/faultNames.ts";
import { closeInterrupted } from "../../server/telemetry/flights/restoreFlights.ts";
import type { TaskNumberGenerator } from "../../server/telemetry/flights/taskNumberGenerator.ts";
import type { LivePlatform, LiveService } from "../../server/telemetry/liveService.ts";
import type { TelemetrySource } from "../../server/telemetry/telemetrySource.ts";
import { createPlannedTask } from "./createPlannedTask.ts";
import { stages } from "./drones.ts";
import { insertSimulated } from "./insertSimulated.ts";
import { loadSimDrones } from "./loadSimDrones.ts";
import { createSeededRandom } from "./seededRandom.ts";
import type { SimDrone } from "./simDrone.ts";
import { createSimulation, type FlightScheduler, type Simulation } from "./simulation.ts";

/** The hangars of simulated drones, as last read from the database. */
interface SimHangars {
  /** Whether the drone may take off; false if its hangar is out of service or deleted. */
  readonly canTakeOff: (drone: SimDrone) => boolean;
  /** The drone's hangar; null in the field, or if the hangar now has another drone. */
  readonly getHangar: (drone: SimDrone) => { readonly id: string } | null;
  /** Reads the hangars again. */
  readonly refresh: () => Promise<void>;
}

/** Loads the hangars of a fleet. */
async function loadSimHangars(db: Db, fleet: readonly SimDrone[]): Promise<SimHangars> {
  const ids = fleet.flatMap(({ hangar }) => hangar?.id ?? []);
  const stateById = new Map<string, { readonly droneSn: string; readonly isOut: boolean }>();
  const refresh = async () => {
    if (ids.length === 0) return;
    const { id, droneSn, status, deletedAt } = hangars;
    const records = await db
      .select({ id, droneSn, status, deletedAt })
      .from(hangars)
      .where(inArray(hangars.id, ids));
    for (const record of records)
      stateById.set(record.id, {
        droneSn: record.deletedAt === null ? record.droneSn : "",
        isOut: record.deletedAt !== null || record.status === "service",
      });
  };
  await refresh();
  return {
    canTakeOff: ({ hangar }) => hangar === null || stateById.get(hangar.id)?.isOut !== true,
    getHangar: ({ hangar, droneSn }) =>
      hangar !== null && stateById.get(hangar.id)?.droneSn === droneSn ? hangar : null,
    refresh,
  };
}

export interface Simulator extends TelemetrySource {
  /** Injects a fault into a drone's flight; returns false if the drone is not flying or cannot have this fault. */
  readonly injectFault: (droneSn: string, kind: SimulatedFault, seconds: number) => boolean;
  /** Serial numbers of the drones with an open flight. */
  readonly getFlyingDrones: () => readonly string[];
  /** Reads which hangars are out of service. A timer calls it after `start`. */
  readonly refreshHangars: () => Promise<void>;
}

const seed = 20_261_120;
/** Simulated time before the start, so that the first page shows flights in progress with trails. */
const warmUpMs = 25 * 60_000;
/** Larger fleets start on the ground: simulating their warm-up would take too long. */
const maxWarmUpFleet = 300;
const firstFlightSpreadMs = 40 * 60_000;
const largeFleetSpreadMs = 60_000;
/** The longest wait of a ready drone. */
const maxReadyWaitMs = 4 * 60_000;
const runEveryMs = 200;
const hangarRefreshMs = 2_000;
const stepMs = 1_000;
const maxLagMs = 5_000;

/** Simulates flights of the database's drones, planned as tasks. */
export async function createSimulator(
  platform: LivePlatform,
  live: LiveService,
  fleet: number,
): Promise<Simulator> {
  const { db, clock } = platform;
  const { registry, writes } = live;
  await closeStaleTasks(platform);
  const simDrones = await loadSimDrones(db, fleet);
  await insertSimulated(platform, simDrones);
  const simHangars = await loadSimHangars(db, simDrones);
  for (const { hangar } of simDrones) if (hangar) live.simulatedHangars.add(hangar.id);
  const nextTaskNumber = await live.getTaskNumbers();
  const random = createSeededRandom(seed);
  const hasWarmUp = simDrones.length <= maxWarmUpFleet;
  const now = clock().getTime();
  // Whole seconds, so that samples are on whole seconds too.
  const startMs = Math.floor((hasWarmUp ? now - warmUpMs : now) / stepMs) * stepMs;
  const lastFlights = await loadLastFlights(db, new Date(startMs));
  const parts = hasWarmUp ? 1 : stepMs / runEveryMs;
  const createPart = (part: number): FleetPart => {
    const partDrones = simDrones.filter((_, d) => d % parts === part);
    const simulation = createSimulation(
      partDrones.map(({ base }) => base),
      seed + part,
      startMs + part * runEveryMs,
      registry,
      createTaskScheduler(platform, live, partDrones, {
        nextTaskNumber,
        random,
        firstSpreadMs: hasWarmUp ? firstFlightSpreadMs : largeFleetSpreadMs,
        lastFlights,
        canTakeOff: simHangars.canTakeOff,
      }),
    );
    return { partDrones, simulation };
  };
  const fleetParts = Array.from({ length: parts }, (_, part) => createPart(part));

  for (let at = startMs; hasWarmUp && at <= now; at += stepMs) {
    for (const { simulation } of fleetParts) simulation.advanceTo(at);
    registry.tick(at);
  }
  await writes.flush();
  let timer: NodeJS.Timeout | undefined;
  let hangarTimer: NodeJS.Timeout | undefined;
  // While the database is unreachable, the last known hangars stay valid.
  const refreshHangars = () =>
    simHangars.refresh().catch((error: unknown) => platform.onError(error, "hangars of the simulator"));
  let isRefreshing = false;
  const refreshHangarsOnce = async () => {
    // Only one read waits for the database, instead of one more every 2 s.
    if (isRefreshing) return;
    isRefreshing = true;
    await refreshHangars();
    isRefreshing = false;
  };
  const run = () => {
    const targetMs = clock().getTime();
    for (const { partDrones, simulation } of fleetParts) {
      // On a machine too slow for the fleet, skip time instead of blocking the event loop ever longer.
      if (targetMs - simulation.now() > maxLagMs) simulation.skipTo(targetMs - stepMs);
      simulation.advanceTo(Math.min(targetMs, simulation.now() + stepMs));
      for (const d of simulation.flushChangedDrones())
        updateHangar(simulation, d, simHangars.getHangar(getDrone(partDrones, d)), live, clock());
    }
  };

  return {
    run,
    start: () => {
      timer ??= setInterval(run, runEveryMs);
      hangarTimer ??= setInterval(() => void refreshHangarsOnce(), hangarRefreshMs);
    },
    stop: () => {
      clearInterval(timer);
      clearInterval(hangarTimer);
    },
    refreshHangars,
    injectFault: (droneSn, kind, seconds) =>
      fleetParts.some(({ partDrones, simulation }) =>
        simulation.injectFault(
          partDrones.findIndex((candidate) => candidate.droneSn === droneSn),
          kind,
          seconds,
        ),
      ),
    getFlyingDrones: () =>
      simDrones.flatMap(({ droneSn }) => (registry.getByDrone(droneSn) ? [droneSn] : [])),
  };
}

interface TaskSchedulerOptions extends Pick<SimHangars, "canTakeOff"> {
  readonly nextTaskNumber: TaskNumberGenerator;
  readonly random: () => number;
  /** Period over which the first flights are spread. */
  readonly firstSpreadMs: number;
  /** When drones landed that have flown since the simulated start, before the server stopped; UTC ms. */
  readonly lastFlights: ReadonlyMap<string, number>;
}

/** Plans flights as tasks in the database. */
function createTaskScheduler(
  { clock, newId }: LivePlatform,
  { registry, writes }: LiveService,
  partDrones: readonly SimDrone[],
  { nextTaskNumber, random, firstSpreadMs, lastFlights, canTakeOff }: TaskSchedulerOptions,
): FlightScheduler {
  const scheduledDrones = new Set<number>();
  return {
    scheduleNext: (d, plan, readyAt) => {
      const drone = getDrone(partDrones, d);
      const isFirst = !scheduledDrones.has(d);
      scheduledDrones.add(d);
      // After a restart a drone continues where it was: it is not in two flights of the same time.
      const landedAt = isFirst ? lastFlights.get(drone.droneSn) : undefined;
      const spread = isFirst && landedAt === undefined ? firstSpreadMs : maxReadyWaitMs;
      const at = new Date(Math.max(readyAt, landedAt ?? 0) + Math.round(random() * spread));
      const row = createPlannedTask(drone, plan, {
        id: newId(),
        taskNo: nextTaskNumber(at),
        at,
        now: new Date(readyAt),
      });
      writes.insertTask(row);
      const task = { ...row, status: "planned", startedAt: null } as const;
      const cancellation = () => ({
        status: "cancelled" as const,
        endReason: "机场停用检修",
        updatedAt: clock(),
      });
      return {
        startAt: at.getTime(),
        open: (onClosed) => registry.open(task, { onClosed }),
        cancel: () => writes.updateTask({ id: row.id, set: cancellation() }),
      };
    },
    canTakeOff: (d) => canTakeOff(getDrone(partDrones, d)),
  };
}

/** A large fleet moves in five parts, one every 200 ms, so that no step blocks the event loop for long. */
interface FleetPart {
  readonly partDrones: readonly SimDrone[];
  readonly simulation: Simulation;
}

function getDrone(drones: readonly SimDrone[], d: number): SimDrone {
  const simDrone = drones[d];
  if (!simDrone) throw new Error(`There is no simulated drone ${d}`);
  return simDrone;
}

/** Cleans up after the previous simulator: aborts its running tasks and deletes its planned ones. */
async function closeStaleTasks({ db, clock, onError }: LivePlatform): Promise<void> {
  await db.delete(tasks).where(and(eq(tasks.source, "simulator"), eq(tasks.status, "planned")));
  await closeInterrupted(db, { source: "simulator", endReason: "仿真重启", now: clock() }, onError);
}

/** When each drone was in the air last, UTC ms, of those that flew since a time. */
async function loadLastFlights(db: Db, since: Date): Promise<ReadonlyMap<string, number>> {
  const flown = await db
    .select({ droneSn: flights.droneSn, endedAt: max(flights.endedAt) })
    .from(flights)
    .where(gte(flights.endedAt, since))
    .groupBy(flights.droneSn);
  return new Map(flown.flatMap(({ droneSn, endedAt }) => (endedAt ? [[droneSn, endedAt.getTime()]] : [])));
}

const coverOpenStages: readonly number[] = [stages.preparing, stages.takeoff, stages.landing, stages.landed];
const droneInsideStages: readonly number[] = [stages.charging, stages.preparing, stages.landed];

/** Writes cover, drone and wind of a hangar whose drone changed its stage. */
function updateHangar(
  { drones }: Simulation,
  d: number,
  hangar: ReturnType<SimHangars["getHangar"]>,
  live: LiveService,
  now: Date,
): void {
  if (!hangar) return;
  const stage = drones.stage[d] ?? 0;
  const wind = drones.wind.speed(d, now.getTime() / 1_000);
  live.writes.updateHangar({
    id: hangar.id,
    set: {
      status: stage === stages.charging ? "idle" : "working",
      cover: coverOpenStages.includes(stage) ? "open" : "closed",
      droneBattery: droneInsideStages.includes(stage) ? Math.round(drones.battery[d] ?? 0) : null,
      windSpeed: Math.round(wind * 10) / 10,
      lastSeenAt: now,
      updatedAt: now,
    },
  });
}
