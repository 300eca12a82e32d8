import { makeBatch, type SampleBatch } from "../fleet/sampleColumns.ts";
import type { TelemetrySink } from "../source.ts";
import { flightSeed } from "./chance.ts";
import { type Base, type Drones, type Fault, faults, giveRoute, makeDrones, stages } from "./drones.ts";
import { fillRow } from "./fillRow.ts";
import { planRoute, type RoutePlan } from "./routePlan.ts";
import { enter, isOver, stepDrone } from "./stepDrone.ts";

/** What the simulation asks of whoever plans its flights. */
export interface Dispatch {
  /**
   * A drone that will be ready at that time needs its next task; the same drone asks again after each flight.
   * @returns when it is to begin, UTC ms, and what opens its flight then
   */
  readonly next: (drone: number, plan: RoutePlan, readyAt: number) => PlannedFlight;
  /** Whether a drone on the ground may fly at all now; while it may not, it is given no task. Without this all may. */
  readonly fit?: (drone: number) => boolean;
}
export interface PlannedFlight {
  readonly at: number;
  /** The slot that samples go to, or null where there is no room. */
  readonly open: (onClosed: () => void) => number | null;
  /** It does not take place, as its drone may no longer fly. */
  readonly drop?: () => void;
}

export interface Simulation {
  readonly drones: Drones;
  /** Moves everything on to that time, in steps of at most a second, and sends one sample a drone and second. */
  readonly runTo: (now: number) => void;
  readonly now: () => number;
  /** Lets time pass in which nothing moved, for who cannot keep up. */
  readonly skipTo: (now: number) => void;
  /** Asks for a fault from now on for some seconds; false where it cannot befall that drone. */
  readonly fault: (drone: number, kind: Fault, seconds: number) => boolean;
  /** Stage changes since the last call, for the hangars. */
  readonly takeChanged: () => number[];
}

/** Above so many drones one step a second has to do. */
const fineSteps = 400;
const lowBattery = 18;

/** All simulated drones from a start time on; the same seed, bases and dispatch give the same flights. */
export function createSimulation(
  bases: readonly Base[],
  seed: number,
  start: number,
  sink: Pick<TelemetrySink, "take" | "photo">,
  dispatch: Dispatch,
): Simulation {
  const drones = makeDrones(bases);
  const n = drones.count;
  const stepS = n > fineSteps ? 1 : 0.5;
  const slot = new Int32Array(n).fill(-1);
  const flights = new Uint32Array(n);
  const planned: (PlannedFlight | null)[] = [];
  const batch: SampleBatch = makeBatch(n);
  let changed = new Set<number>();
  let now = start;

  for (let d = 0; d < n; d++) plan(d, start);

  function plan(d: number, readyAt: number) {
    planned[d] = null;
    if (dispatch.fit?.(d) === false) return;
    const route = planRoute(flightSeed(seed, d, flights[d] ?? 0));
    flights[d] = (flights[d] ?? 0) + 1;
    giveRoute(drones, d, route);
    planned[d] = dispatch.next(d, route, readyAt);
  }

  /** Seconds until the battery is full enough to go again. */
  const chargingS = (d: number) =>
    Math.max(0, ((96 - (drones.battery[d] ?? 0)) / (drones.bases[d]?.airframe.charge ?? 1)) * 60);

  /** Keeps the plans of a charging drone to whether it may fly; answers with the flight that it has before it. */
  function flightOf(d: number): PlannedFlight | null {
    const flight = planned[d] ?? null;
    if (flight && dispatch.fit?.(d) === false) {
      flight.drop?.();
      planned[d] = null;
    } else if (!flight) plan(d, now + chargingS(d) * 1_000);
    return planned[d] ?? null;
  }

  function ground(d: number) {
    if (drones.stage[d] === stages.charging) {
      const flight = flightOf(d);
      if (!flight || now < flight.at || (drones.battery[d] ?? 0) < 90) return;
      const own = flight.open(() => {
        slot[d] = -1;
      });
      slot[d] = own ?? -1;
      enter(drones, d, stages.preparing);
      changed.add(d);
    } else if (isOver(drones, d)) {
      enter(drones, d, stages.charging);
      plan(d, now + chargingS(d) * 1_000);
      changed.add(d);
    }
  }

  function applyFaults(d: number) {
    const active = drones.faults[d] ?? 0;
    if (active === 0) return;
    if (now >= (drones.faultsUntil[d] ?? 0)) drones.faults[d] = 0;
    else if (active & faults.lowBattery) drones.battery[d] = Math.min(drones.battery[d] ?? 0, lowBattery);
  }

  function send() {
    batch.count = 0;
    for (let d = 0; d < n; d++) {
      const own = slot[d] ?? -1;
      if (own < 0 || (drones.faults[d] ?? 0) & faults.linkLoss) continue;
      fillRow(drones, d, batch, own, now);
    }
    sink.take(batch, now);
  }

  function step() {
    for (let d = 0; d < n; d++) {
      const photos = drones.photos[d] ?? 0;
      const stage = drones.stage[d] ?? 0;
      stepDrone(drones, d, stepS, now / 1_000);
      if (stage === stages.charging || stage === stages.landed) ground(d);
      else if (stage !== drones.stage[d]) changed.add(d);
      applyFaults(d);
      const own = slot[d] ?? -1;
      if (own >= 0 && (drones.photos[d] ?? 0) > photos) sink.photo(own, now);
    }
  }

  return {
    drones,
    runTo: (until) => {
      while (now + stepS * 1_000 <= until) {
        now += stepS * 1_000;
        step();
        if (now % 1_000 === start % 1_000) send();
      }
    },
    now: () => now,
    skipTo: (until) => {
      // In whole seconds, so that samples keep theirs.
      now += Math.max(0, Math.floor((until - now) / 1_000) * 1_000);
    },
    fault: (d, kind, seconds) => {
      if (d < 0 || d >= n || (slot[d] ?? -1) < 0) return false;
      if (kind === "zoneBreach" && Number.isNaN(drones.forbiddenX[d] ?? Number.NaN)) return false;
      drones.faults[d] = (drones.faults[d] ?? 0) | faults[kind];
      drones.faultsUntil[d] = Math.max(drones.faultsUntil[d] ?? 0, now + seconds * 1_000);
      return true;
    },
    takeChanged: () => {
      const list = [...changed];
      changed = new Set();
      return list;
    },
  };
}
