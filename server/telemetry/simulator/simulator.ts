import { and, eq } from "drizzle-orm";
import { tasks } from "../../db/schema/task.ts";
import { taskNumbers } from "../flights/taskNumbers.ts";
import type { Live, LivePlatform } from "../live.ts";
import type { TelemetrySource } from "../source.ts";
import { chanceOf } from "./chance.ts";
import { type Fault, stages } from "./drones.ts";
import { enterMadeUp } from "./enterMadeUp.ts";
import { type Homes, openHomes } from "./homes.ts";
import { loadSimDrones } from "./loadSimDrones.ts";
import { plannedTask } from "./plannedTask.ts";
import type { SimDrone } from "./simDrone.ts";
import { createSimulation, type Simulation } from "./simulation.ts";

export interface Simulator extends TelemetrySource {
  /** Lets something go wrong on a drone's flight for some seconds; false where that drone does not fly, or cannot. */
  readonly fault: (droneSn: string, kind: Fault, seconds: number) => boolean;
  /** Serial numbers of the drones that have a flight open. */
  readonly flying: () => readonly string[];
  /** Looks which hangars are out of service; by itself after `start`. */
  readonly lookAtHangars: () => Promise<void>;
}

const seed = 20_261_120;
/** So that a console that has just started shows flights under way, with their trails. */
const warmMs = 25 * 60_000;
/** A larger fleet starts from the ground: flying it through the warm-up would take too long. */
const warmFleet = 300;
const firstFlightsMs = 40 * 60_000;
const largeFleetMs = 60_000;
/** The longest that a drone waits once it is ready. */
const waitMs = 4 * 60_000;
const runEveryMs = 200;
const lookEveryMs = 2_000;
const stepMs = 1_000;
const mostLateMs = 5_000;

/** Simulated flights over the database's drones, planned as tasks, from their take-off to history. */
export async function createSimulator(platform: LivePlatform, live: Live, fleet: number): Promise<Simulator> {
  const { db, clock, newId } = platform;
  const { desk, writes } = live;
  await closeLeftOver(platform);
  const own = await loadSimDrones(db, fleet);
  await enterMadeUp(platform, own);
  const homes = await openHomes(db, own);
  const numbers = await taskNumbers(db, clock());
  const chance = chanceOf(seed);
  const warm = own.length <= warmFleet;
  const now = clock().getTime();
  // On whole seconds, so that every drone's samples are.
  const began = Math.floor((warm ? now - warmMs : now) / stepMs) * stepMs;
  const parts = warm ? 1 : stepMs / runEveryMs;
  const partOf = (part: number): Part => {
    const mine = own.filter((_, d) => d % parts === part);
    const asked = new Set<number>();
    const simulation = createSimulation(
      mine.map(({ base }) => base),
      seed + part,
      began + part * runEveryMs,
      desk,
      {
        next: (d, plan, readyAt) => {
          const first = !asked.has(d);
          asked.add(d);
          const spread = first ? (warm ? firstFlightsMs : largeFleetMs) : waitMs;
          const at = new Date(readyAt + Math.round(chance() * spread));
          const row = plannedTask(drone(mine, d), plan, {
            id: newId(),
            taskNo: numbers(at),
            at,
            now: new Date(readyAt),
          });
          writes.task(row);
          const task = { ...row, status: "planned", startedAt: null } as const;
          const dropped = () => ({
            status: "cancelled" as const,
            endReason: "机场停用检修",
            updatedAt: clock(),
          });
          return {
            at: at.getTime(),
            open: (onClosed) => desk.open(task, onClosed),
            drop: () => writes.taskChange({ id: row.id, set: dropped() }),
          };
        },
        fit: (d) => homes.fit(drone(mine, d)),
      },
    );
    return { mine, simulation };
  };
  const fleetParts = Array.from({ length: parts }, (_, part) => partOf(part));

  for (let at = began; warm && at <= now; at += stepMs) {
    for (const { simulation } of fleetParts) simulation.runTo(at);
    desk.tick(at);
  }
  await writes.flush();
  let timer: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;
  // While the database is away, what was last known of the hangars holds.
  const look = () =>
    homes.look().catch((fault: unknown) => platform.onFault(fault, "hangars of the simulator"));
  let isLooking = false;
  const lookNow = async () => {
    // One look waits for the database, not one more every 2 s.
    if (isLooking) return;
    isLooking = true;
    await look();
    isLooking = false;
  };
  const run = () => {
    const due = clock().getTime();
    for (const { mine, simulation } of fleetParts) {
      // A machine that is too slow for the fleet must not fall ever further behind, deaf to everything else.
      if (due - simulation.now() > mostLateMs) simulation.skipTo(due - stepMs);
      simulation.runTo(Math.min(due, simulation.now() + stepMs));
      for (const d of simulation.takeChanged())
        tellHangar(simulation, d, homes.of(drone(mine, d)), live, clock());
    }
  };

  return {
    run,
    start: () => {
      timer ??= setInterval(run, runEveryMs);
      looking ??= setInterval(() => void lookNow(), lookEveryMs);
    },
    stop: () => {
      clearInterval(timer);
      clearInterval(looking);
    },
    lookAtHangars: look,
    fault: (droneSn, kind, seconds) =>
      fleetParts.some(({ mine, simulation }) =>
        simulation.fault(
          mine.findIndex((one) => one.droneSn === droneSn),
          kind,
          seconds,
        ),
      ),
    flying: () => own.flatMap(({ droneSn }) => (desk.flightOfDrone(droneSn) ? [droneSn] : [])),
  };
}

/** A large fleet moves in parts, each at its own fifth of a second: nothing else waits for all of it. */
interface Part {
  readonly mine: readonly SimDrone[];
  readonly simulation: Simulation;
}

function drone(own: readonly SimDrone[], d: number): SimDrone {
  const one = own[d];
  if (!one) throw new Error(`There is no simulated drone ${d}`);
  return one;
}

/** What a simulator that was stopped has left: its flights are over, and what it planned never happens. */
async function closeLeftOver({ db, clock }: LivePlatform): Promise<void> {
  const ofSimulator = eq(tasks.source, "simulator");
  await db.delete(tasks).where(and(ofSimulator, eq(tasks.status, "planned")));
  await db
    .update(tasks)
    .set({ status: "aborted", endedAt: clock(), updatedAt: clock(), endReason: "仿真重启" })
    .where(and(ofSimulator, eq(tasks.status, "running")));
}

const open: readonly number[] = [stages.preparing, stages.takeoff, stages.landing, stages.landed];
const inside: readonly number[] = [stages.charging, stages.preparing, stages.landed];

/** Cover, drone and weather of a hangar whose drone has gone on to another stage. */
function tellHangar(
  { drones }: Simulation,
  d: number,
  hangar: ReturnType<Homes["of"]>,
  live: Live,
  now: Date,
): void {
  if (!hangar) return;
  const stage = drones.stage[d] ?? 0;
  const wind = drones.wind.speed(d, now.getTime() / 1_000);
  live.writes.hangarChange({
    id: hangar.id,
    set: {
      status: stage === stages.charging ? "idle" : "working",
      cover: open.includes(stage) ? "open" : "closed",
      droneBattery: inside.includes(stage) ? Math.round(drones.battery[d] ?? 0) : null,
      windSpeed: Math.round(wind * 10) / 10,
      lastSeenAt: now,
      updatedAt: now,
    },
  });
}
