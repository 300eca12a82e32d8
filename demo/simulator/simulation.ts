import { type FlightPhase, flightPhases, positionFixes } from "../../adapters/contract/flight.ts";
import { rcLostActions } from "../../adapters/contract/sample.ts";
import type { SimulatedFault } from "../../server/settings/faultNames.ts";
import { createBatch, type SampleBatch } from "../../server/telemetry/fleet/sampleColumns.ts";
import type { TelemetrySink } from "../../server/telemetry/telemetrySource.ts";
import {
  assignRoute,
  createDrones,
  type DroneBase,
  type Drones,
  degreesPerMetreNorth,
  faultFlags,
  stages,
} from "./drones.ts";
import { planRoute, type RoutePlan } from "./routePlan.ts";
import { deriveFlightSeed } from "./seededRandom.ts";
import { enterStage, isFlightOver, returnHeight, returnPercent, stepDrone } from "./stepDrone.ts";

const phaseByStage: Readonly<Record<number, FlightPhase>> = {
  [stages.charging]: "standby",
  [stages.preparing]: "preparing",
  [stages.takeoff]: "takeoff",
  [stages.mission]: "mission",
  [stages.hover]: "hover",
  [stages.returning]: "returning",
  [stages.landing]: "landing",
  [stages.landed]: "landed",
  [stages.forcedLanding]: "forcedLanding",
};
const phaseCodes = Uint8Array.from(Object.values(stages), (stage) =>
  flightPhases.indexOf(phaseByStage[stage] ?? "offline"),
);
const returnReasonLabels = ["", "电量不足，自动返航", "按要求返航"];
/** Traffic warning level of a close aircraft. */
const nearTrafficLevel = 3;
const landPercent = 10;
/** A drone with a slow link sends one sample in so many. */
const slowLinkSamples = 10;
/** A receiver that jumps is so far off, in degrees, in one sample of so many. */
const jumpDegrees = 0.03;
const jumpSamples = 6;
const strongWindMs = 15;
const returnAtLost = rcLostActions.indexOf("return");
const [noFix, fix3d, fixed] = [0, positionFixes.indexOf("3d"), positionFixes.indexOf("fixed")];

/** Appends a drone's sample to a batch; the batch must have room. */
function appendDroneSample(
  drones: Drones,
  d: number,
  batch: SampleBatch,
  slot: number,
  timeMs: number,
): void {
  const row = batch.count;
  const { values } = batch;
  const base = drones.bases[d];
  const [x, y, h] = [drones.x[d] ?? 0, drones.y[d] ?? 0, drones.h[d] ?? 0];
  const lat0 = drones.lat0[d] ?? 0;
  const lon0 = drones.lon0[d] ?? 0;
  const activeFaults = drones.faults[d] ?? 0;
  const hasFault = (kind: SimulatedFault) => (activeFaults & faultFlags[kind]) !== 0;
  const hasNoGps = (activeFaults & faultFlags.gpsLoss) !== 0;
  const seq = (drones.seq[d] ?? 0) + 1;
  drones.seq[d] = seq;
  batch.slot[row] = slot;
  batch.seq[row] = seq;
  batch.tSrc[row] = timeMs;
  batch.modeReason[row] = returnReasonLabels[drones.returnReason[d] ?? 0] || null;

  const jump = hasFault("positionJump") && seq % jumpSamples === 0 ? jumpDegrees : 0;
  values.lat[row] = hasNoGps ? Number.NaN : Math.round((lat0 + y * degreesPerMetreNorth + jump) * 1e7);
  values.lon[row] = hasNoGps
    ? Number.NaN
    : Math.round((lon0 + x * (drones.degreesPerMetreEast[d] ?? 0)) * 1e7);
  values.hEll[row] = hasNoGps ? Number.NaN : (base?.altitude ?? 0) + h;
  values.hRel[row] = h;
  // Only aircraft with a downward radar know their height above ground.
  values.hAgl[row] = base?.airframe.uavClass === "small" ? h : Number.NaN;
  values.vH[row] = drones.speed[d] ?? 0;
  values.vV[row] = drones.climb[d] ?? 0;
  values.fix[row] = hasNoGps ? noFix : base?.hangar ? fixed : fix3d;
  values.sats[row] = hasNoGps ? 3 : 16 + (d % 9) + (seq % 3);
  values.heading[row] = drones.heading[d] ?? 0;
  values.pitch[row] = drones.pitch[d] ?? 0;
  values.roll[row] = drones.roll[d] ?? 0;

  const battery = drones.battery[d] ?? 0;
  values.batPct[row] = battery;
  values.tRemain[row] = Math.max(0, ((battery - landPercent) / 100) * (base?.airframe.endurance ?? 0));
  values.rthPct[row] = hasFault("shortOfReturn") ? battery + 1 : returnPercent(drones, d);
  values.landPct[row] = landPercent;

  values.homeDist[row] = Math.hypot(x, y);
  values.homeLat[row] = Math.round(lat0 * 1e7);
  values.homeLon[row] = Math.round(lon0 * 1e7);
  values.rcLostAction[row] = returnAtLost;
  values.rthAltitude[row] = returnHeight;
  values.wind[row] = hasFault("strongWind") ? strongWindMs : drones.wind.speed(d, timeMs / 1_000);
  values.windDir[row] = drones.wind.direction(d, timeMs / 1_000);
  values.traffic[row] = activeFaults & faultFlags.aircraftNear ? nearTrafficLevel : 0;

  values.sdr[row] = Math.max(1, 5 - Math.floor((values.homeDist[row] ?? 0) / 1_200));
  values.g4[row] = 3 + (d % 3);
  values.phase[row] = phaseCodes[drones.stage[d] ?? 0] ?? 0;
  values.wp[row] = Math.min(drones.waypoints[d] ?? 0, (drones.target[d] ?? 0) + 1);
  values.wpTotal[row] = drones.waypoints[d] ?? 0;
  const length = drones.routeLength[d] ?? 0;
  values.pct[row] = length > 0 ? ((drones.distanceFlown[d] ?? 0) / length) * 100 : 0;
  batch.count = row + 1;
}

/** Fills the batch with a sample of each drone that has a flight and a link. */
function collectSamples(drones: Drones, slotByDrone: Int32Array, batch: SampleBatch, now: number): void {
  batch.count = 0;
  for (let d = 0; d < drones.count; d++) {
    const flightSlot = slotByDrone[d] ?? -1;
    const active = drones.faults[d] ?? 0;
    if (flightSlot < 0 || active & faultFlags.linkLoss) continue;
    if (active & faultFlags.slowLink && Math.round(now / 1_000) % slowLinkSamples !== 0) continue;
    appendDroneSample(drones, d, batch, flightSlot, now);
  }
}

/** Plans the simulation's flights. */
export interface FlightScheduler {
  /**
   * Plans the next task of a drone that is ready at `readyAt`, UTC ms. Called again after each flight.
   */
  readonly scheduleNext: (drone: number, plan: RoutePlan, readyAt: number) => PlannedFlight;
  /** Whether a drone on the ground may take off; while false, it gets no task. Default: all may. */
  readonly canTakeOff?: (drone: number) => boolean;
}
export interface PlannedFlight {
  /** UTC ms. */
  readonly startAt: number;
  /** Opens the flight; returns its slot, or null if the fleet is full. */
  readonly open: (onClosed: () => void) => number | null;
  /** Cancels the flight because its drone may no longer take off. */
  readonly cancel?: () => void;
}

export interface Simulation {
  readonly drones: Drones;
  /** Advances all drones to that time in steps of at most 1 s; sends one sample per drone and second. */
  readonly advanceTo: (now: number) => void;
  readonly now: () => number;
  /** Skips time without moving anything, for machines that cannot keep up. */
  readonly skipTo: (now: number) => void;
  /** Starts a fault for some seconds; returns false if the drone cannot have it. */
  readonly injectFault: (drone: number, kind: SimulatedFault, seconds: number) => boolean;
  /** Returns the drones whose stage changed since the last call. */
  readonly flushChangedDrones: () => number[];
}

/** Larger fleets are simulated in steps of 1 s instead of 0.5 s. */
const maxFineStepDrones = 400;
const lowBatteryPct = 18;
const criticalBatteryPct = 8;
const flyingStages: readonly number[] = [stages.mission, stages.hover, stages.returning];

/** Plans the next flight of each drone. */
function createFlightPlanner(drones: Drones, seed: number, scheduler: FlightScheduler) {
  const flightCounts = new Uint32Array(drones.count);
  const planned: (PlannedFlight | null)[] = [];

  const planFlight = (d: number, readyAt: number) => {
    planned[d] = null;
    if (scheduler.canTakeOff?.(d) === false) return;
    const route = planRoute(deriveFlightSeed(seed, d, flightCounts[d] ?? 0));
    flightCounts[d] = (flightCounts[d] ?? 0) + 1;
    assignRoute(drones, d, route);
    planned[d] = scheduler.scheduleNext(d, route, readyAt);
  };

  /** Seconds until the battery is at 96 %. */
  const chargingS = (d: number) =>
    Math.max(0, ((96 - (drones.battery[d] ?? 0)) / (drones.bases[d]?.airframe.charge ?? 1)) * 60);
  const planAfterCharging = (d: number, now: number) => planFlight(d, now + chargingS(d) * 1_000);

  return {
    planFlight,
    planAfterCharging,
    /** Returns a charging drone's next flight; cancels it while the drone may not take off, plans one if missing. */
    getPlannedFlight: (d: number, now: number): PlannedFlight | null => {
      const flight = planned[d] ?? null;
      if (flight && scheduler.canTakeOff?.(d) === false) {
        flight.cancel?.();
        planned[d] = null;
      } else if (!flight) planAfterCharging(d, now);
      return planned[d] ?? null;
    },
  };
}

/** Simulates drones from a start time. Deterministic: the same seed, bases and scheduler give the same flights. */
export function createSimulation(
  bases: readonly DroneBase[],
  seed: number,
  start: number,
  sink: Pick<TelemetrySink, "ingest" | "photo" | "complete">,
  scheduler: FlightScheduler,
): Simulation {
  const drones = createDrones(bases);
  const n = drones.count;
  const stepS = n > maxFineStepDrones ? 1 : 0.5;
  const slotByDrone = new Int32Array(n).fill(-1);
  const planner = createFlightPlanner(drones, seed, scheduler);
  const batch: SampleBatch = createBatch(n);
  let changedDrones = new Set<number>();
  let now = start;

  for (let d = 0; d < n; d++) planner.planFlight(d, start);

  function updateGrounded(d: number) {
    if (drones.stage[d] === stages.charging) {
      const flight = planner.getPlannedFlight(d, now);
      if (!flight || now < flight.startAt || (drones.battery[d] ?? 0) < 90) return;
      const flightSlot = flight.open(() => {
        slotByDrone[d] = -1;
      });
      slotByDrone[d] = flightSlot ?? -1;
      enterStage(drones, d, stages.preparing);
      changedDrones.add(d);
    } else if (isFlightOver(drones, d)) {
      if ((slotByDrone[d] ?? -1) >= 0) sink.complete(slotByDrone[d] ?? -1, now);
      enterStage(drones, d, stages.charging);
      planner.planAfterCharging(d, now);
      changedDrones.add(d);
    }
  }

  function applyFaults(d: number) {
    const active = drones.faults[d] ?? 0;
    if (active === 0) return;
    if (now >= (drones.faultsUntil[d] ?? 0)) drones.faults[d] = 0;
    else {
      const battery = drones.battery[d] ?? 0;
      if (active & faultFlags.lowBattery) drones.battery[d] = Math.min(battery, lowBatteryPct);
      if (active & faultFlags.criticalBattery) drones.battery[d] = Math.min(battery, criticalBatteryPct);
      if (active & faultFlags.forcedLanding && flyingStages.includes(drones.stage[d] ?? 0)) {
        enterStage(drones, d, stages.forcedLanding);
        changedDrones.add(d);
      }
    }
  }

  function step() {
    for (let d = 0; d < n; d++) {
      const photos = drones.photos[d] ?? 0;
      const stage = drones.stage[d] ?? 0;
      stepDrone(drones, d, stepS, now / 1_000);
      if (stage === stages.charging || stage === stages.landed) updateGrounded(d);
      else if (stage !== drones.stage[d]) changedDrones.add(d);
      applyFaults(d);
      const flightSlot = slotByDrone[d] ?? -1;
      if (flightSlot >= 0 && (drones.photos[d] ?? 0) > photos) sink.photo(flightSlot, now);
    }
  }

  return {
    drones,
    advanceTo: (until) => {
      while (now + stepS * 1_000 <= until) {
        now += stepS * 1_000;
        step();
        if (now % 1_000 !== start % 1_000) continue;
        collectSamples(drones, slotByDrone, batch, now);
        sink.ingest(batch, now);
      }
    },
    now: () => now,
    skipTo: (until) => {
      // Whole seconds, so that samples stay on the same part of a second.
      now += Math.max(0, Math.floor((until - now) / 1_000) * 1_000);
    },
    injectFault: (d, kind, seconds) => {
      if (d < 0 || d >= n || (slotByDrone[d] ?? -1) < 0) return false;
      if (kind === "zoneBreach" && Number.isNaN(drones.forbiddenX[d] ?? Number.NaN)) return false;
      drones.faults[d] = (drones.faults[d] ?? 0) | faultFlags[kind];
      drones.faultsUntil[d] = Math.max(drones.faultsUntil[d] ?? 0, now + seconds * 1_000);
      return true;
    },
    flushChangedDrones: () => {
      const list = [...changedDrones];
      changedDrones = new Set();
      return list;
    },
  };
}
