import { flightPhases, positionFixes } from "../../../adapters/contract/flight.ts";
import type { Fleet } from "../fleet/fleet.ts";
import type { SlotColumns } from "../fleet/slotColumns.ts";
import type { TaskSummary } from "../flights/openTasks.ts";

/** What the rules read of the fleet, in columns by slot. */
export interface FleetView extends Pick<Fleet, "values" | "modeReason"> {
  readonly columns: Pick<Fleet["columns"], "link" | "alarms">;
  /** Server's time of the last position. */
  readonly positionAt: Float64Array;
  /** Server's time of the last believed sample. */
  readonly getLastAt: (slot: number) => number;
  /** Whether the flight of a slot is in the air. */
  readonly isInAir: (slot: number) => boolean;
}

/** What a flight is permitted. */
export type FlightPermit = Pick<
  TaskSummary,
  "airspace" | "permitNo" | "permitFrom" | "permitTo" | "permitCeiling"
>;

/** What a flight's plan says, as far as rules need it. */
export type FlightPlan = Pick<TaskSummary, "droneSn" | "companyId" | "route"> & FlightPermit;

/** What the rules know of each flight besides the fleet's own columns. NaN is unknown. */
export interface FlightFacts extends FleetView {
  readonly droneSn: string[];
  readonly inAir: Uint8Array;
  /** Server's time of the newest sample; NaN while the link is lost: nobody can say then that anything is over. */
  readonly heardAt: Float64Array;
  /** 1 where the drone is of the class micro. */
  readonly isMicro: Uint8Array;
  readonly permitCeiling: Float64Array;
  /** 1 for a flight in controlled airspace without a permit. */
  readonly lacksPermit: Uint8Array;
  /** UTC ms; infinite where there is no limit. */
  readonly permitFrom: Float64Array;
  readonly permitTo: Float64Array;
  /** Metres off the planned route; NaN where there is none, or it does not fly it now. */
  readonly routeOffset: Float64Array;
  /** Metres to the nearest other drone in the air, and its slot; NaN where none is near. */
  readonly nearestM: Float64Array;
  readonly nearestSlot: Int32Array;
  /** Slot of a drone that was near until it fell silent: where it is now, nobody knows; −1 where there is none. */
  readonly silentSlot: Int32Array;
  /** Metres outside its fences, negative inside; NaN where none applies. */
  readonly fenceM: Float64Array;
  /** Metres over ground and sea by the terrain; NaN where they are not known. */
  readonly terrainAgl: Float64Array;
  readonly terrainAmsl: Float64Array;
  readonly lostSince: Float64Array;
  /** Since when the battery does not suffice for the way home and it does not fly there. */
  readonly shortSince: Float64Array;
  /** Percent of the route, and since when it is that much. */
  readonly progress: Float64Array;
  readonly progressSince: Float64Array;
  /** Level of the gravest thing that the device finds wrong with itself; NaN where there is none. */
  readonly health: Float64Array;
  readonly healthCodes: string[];
}

export function createFlightFacts({ create }: SlotColumns, view: FleetView): FlightFacts {
  const createColumn = () => create("f64", Number.NaN);
  return {
    ...view,
    droneSn: [],
    inAir: create("u8"),
    heardAt: createColumn(),
    isMicro: create("u8"),
    permitCeiling: createColumn(),
    lacksPermit: create("u8"),
    permitFrom: createColumn(),
    permitTo: createColumn(),
    routeOffset: createColumn(),
    nearestM: createColumn(),
    nearestSlot: create("i32", -1),
    silentSlot: create("i32", -1),
    fenceM: createColumn(),
    terrainAgl: createColumn(),
    terrainAmsl: createColumn(),
    lostSince: createColumn(),
    shortSince: createColumn(),
    progress: createColumn(),
    progressSince: createColumn(),
    health: createColumn(),
    healthCodes: [],
  };
}

/** Notes what a flight may do by its permit. */
export function setPermit(facts: FlightFacts, slot: number, plan: FlightPermit): void {
  facts.permitCeiling[slot] = plan.permitCeiling ?? Number.NaN;
  facts.lacksPermit[slot] = plan.airspace === "controlled" && !plan.permitNo ? 1 : 0;
  facts.permitFrom[slot] = plan.permitFrom?.getTime() ?? Number.NEGATIVE_INFINITY;
  facts.permitTo[slot] = plan.permitTo?.getTime() ?? Number.POSITIVE_INFINITY;
}

/** Resets the facts of a slot to what is planned for its flight. */
export function resetFacts(facts: FlightFacts, slot: number, plan: FlightPlan): void {
  facts.droneSn[slot] = plan.droneSn;
  facts.inAir[slot] = 0;
  facts.isMicro[slot] = 0;
  setPermit(facts, slot, plan);
  facts.nearestSlot[slot] = -1;
  facts.silentSlot[slot] = -1;
  facts.heardAt[slot] = Number.NaN;
  facts.healthCodes[slot] = "";
  const { routeOffset, nearestM, fenceM, lostSince, shortSince, progress, progressSince, health } = facts;
  for (const column of [
    routeOffset,
    nearestM,
    fenceM,
    lostSince,
    shortSince,
    progress,
    progressSince,
    health,
  ])
    column[slot] = Number.NaN;
}

/** Codes of phases, for comparisons without names. */
export const phaseCodes = {
  takeoff: flightPhases.indexOf("takeoff"),
  mission: flightPhases.indexOf("mission"),
  hover: flightPhases.indexOf("hover"),
  returning: flightPhases.indexOf("returning"),
  landing: flightPhases.indexOf("landing"),
  forcedLanding: flightPhases.indexOf("forcedLanding"),
};
const fix3d = positionFixes.indexOf("3d");
/** Links worse than fresh begin with 1: delayed. */
export const linkCodes = { fresh: 0, delayed: 1, lost: 2 } as const;

/** False where a source says that its fix has no height; one that tells no fix is believed. */
export const hasFix3d = ({ values }: FleetView, slot: number): boolean => !((values.fix[slot] ?? 0) < fix3d);

/** Whether it comes home or down, by the phase that it tells. */
export function isComingDown({ values }: FleetView, slot: number): boolean {
  const phase = values.phase[slot] ?? Number.NaN;
  return phase === phaseCodes.returning || phase === phaseCodes.landing || phase === phaseCodes.forcedLanding;
}

/** Degrees of a column in 1e-7 degrees; null where it is not known. */
export const toDegrees = (e7 = Number.NaN): number | null => (Number.isNaN(e7) ? null : e7 / 1e7);

const minProgressPct = 0.05;

/** Notes since when things are as they are; `now` is the server's time of the sample or tick. */
export function updateFacts(facts: FlightFacts, slot: number, now: number): void {
  const { values, columns, lostSince, shortSince, progress, progressSince } = facts;
  facts.inAir[slot] = facts.isInAir(slot) ? 1 : 0;
  if ((columns.link[slot] ?? 0) < linkCodes.lost) lostSince[slot] = Number.NaN;
  else if (Number.isNaN(lostSince[slot])) lostSince[slot] = now;
  const spare = (values.batPct[slot] ?? Number.NaN) - (values.rthPct[slot] ?? Number.NaN);
  if (spare > 0 || isComingDown(facts, slot)) shortSince[slot] = Number.NaN;
  else if (spare <= 0 && Number.isNaN(shortSince[slot])) shortSince[slot] = now;
  const pct = values.pct[slot] ?? Number.NaN;
  const phase = values.phase[slot] ?? Number.NaN;
  const isUnchanged = Math.abs(pct - (progress[slot] ?? Number.NaN)) < minProgressPct;
  const isOnPlan = phase === phaseCodes.mission || phase === phaseCodes.hover;
  const isOffPlan = !isOnPlan && !Number.isNaN(phase);
  if (isOffPlan || facts.inAir[slot] !== 1) progressSince[slot] = Number.NaN;
  else if (isOnPlan && !Number.isNaN(pct) && (!isUnchanged || Number.isNaN(progressSince[slot]))) {
    progress[slot] = pct;
    progressSince[slot] = now;
  }
}
