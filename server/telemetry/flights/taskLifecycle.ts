import type { FlightPhase } from "../../../adapters/contract/flight.ts";
import { airborneHeightM } from "../../../adapters/contract/inTheAir.ts";
import type { TaskEvent } from "../../../adapters/contract/liveMessages.ts";
import * as word from "../../../adapters/contract/words.ts";
import { canPhaseFollow } from "../fleet/phaseRules.ts";
import { missingOutcome, type TaskOutcome, toTaskOutcome } from "./flightOutcome.ts";
import { getPhase, isAtRest, startsFlight } from "./flightPhases.ts";
import { getFlightState, storeFlightState } from "./flightState.ts";
import type { FlownTotals, OpenTask } from "./openTasks.ts";
import type { RegistryState } from "./registryState.ts";
import { followTakeOff, landedDurationMs, markTakeOff } from "./takeOff.ts";
import { toFlownSeconds } from "./toFlownSeconds.ts";
import type { WriteBehind } from "./writeBehind.ts";

/** A flight that is lost for so long while it landed, or before it took off, ends. */
const lostOnGroundMs = 30 * 60_000;
/** A flight that is lost in the air for so long ends: nobody expects the drone any more. */
const lostInAirMs = 24 * 3_600_000;
/** A planned task closes so long after its last flight. */
export const closeAfterFlightMs = 30 * 60_000;
/** A device's task that has got no believed sample for so long is closed: the next sample looks for a task again. */
const unstartedMs = 60_000;

const groundPhases: readonly FlightPhase[] = ["preparing", "landing", "landed", "standby", "offline"];

export function recordEvent(
  { newId, writes, listener, receivedAt }: RegistryState,
  open: OpenTask,
  kind: TaskEvent["kind"],
  from: string | null,
  to: string | null,
  persist = true,
): void {
  const at = new Date(receivedAt);
  const { id, droneSn } = open.task;
  listener.onEvent(open, { taskId: id, droneSn, kind, at: at.toISOString(), from, to });
  if (persist) writes.insertEvent({ id: newId(), taskId: id, at, kind, fromValue: from, toValue: to });
}

/**
 * Starts a flight where the sample that was just accepted begins one: the first of a task, then each take-off.
 * @returns whether the sample belongs to a flight
 */
export function prepareSample(state: RegistryState, open: OpenTask): boolean {
  const isInAir = followTakeOff(state, open);
  if (!open.flight) {
    const phase = getPhase(state.fleet, open.slot);
    const isStarting = isInAir || (phase !== undefined && startsFlight(phase));
    if (open.flown.flights > 0 && !isStarting) return false;
    startFlight(state, open);
    if (isInAir) markTakeOff(state, open);
  }
  recordContradiction(state, open);
  return true;
}

export function changePhase(
  state: RegistryState,
  open: OpenTask,
  from: FlightPhase | null,
  to: FlightPhase,
): void {
  const { flight } = open;
  if (!flight) return;
  const isPossible = from === null || canPhaseFollow(from, to);
  recordEvent(state, open, isPossible ? "phase" : "impossible", from, to);
  if (to !== "forcedLanding") return;
  flight.isForcedLanding = true;
  storeFlightState(state, open);
}

/** Tells once that the phase of a drone in the air says that it is on the ground. */
function recordContradiction(state: RegistryState, open: OpenTask): void {
  const { fleet } = state;
  const isContradicted = fleet.motion.isContradicted[open.slot] === 1;
  if (isContradicted === open.isContradicted) return;
  open.isContradicted = isContradicted;
  if (isContradicted) recordEvent(state, open, "contradiction", getPhase(fleet, open.slot) ?? null, null);
}

function startFlight(state: RegistryState, open: OpenTask): void {
  const { writes, fleet, receivedAt, newId } = state;
  const { task, slot, flown } = open;
  const startedAt = new Date(receivedAt);
  if (flown.flights > 0) fleet.resetStats(slot);
  open.flight = {
    id: newId(),
    startedAt: receivedAt,
    photos: 0,
    hasTakenOff: false,
    isForcedLanding: false,
    expiresAt: Number.POSITIVE_INFINITY,
    chunkSince: Number.NaN,
  };
  open.closesAt = Number.POSITIVE_INFINITY;
  state.tasks.resting.delete(open);
  const running = { status: "running" as const, startedAt, updatedAt: startedAt };
  if (open.newRecord) {
    writes.insertTask({ ...open.newRecord, ...running });
    open.newRecord = null;
  } else if (!open.startedAt) writes.updateTask({ id: task.id, set: running });
  writes.insertFlight({
    id: open.flight.id,
    taskId: task.id,
    companyId: task.companyId,
    droneSn: task.droneSn,
    source: task.source,
    startedAt,
    ...fleet.getPlace(slot, "takeoff"),
  });
  storeFlightState(state, open);
  if (open.startedAt) recordEvent(state, open, "flightStarted", null, null);
  else recordEvent(state, open, "started", "planned", "running");
  open.startedAt ??= startedAt;
  state.dronesOnGround.remove(task.droneSn);
}

type FlightUpdate = Parameters<WriteBehind["updateFlight"]>[0];

/** What the flight under way comes to if it ended now, and the task's sums with it. Null where there is none. */
function summarizeFlight(
  { fleet, receivedAt }: RegistryState,
  open: OpenTask,
  reason: string,
): { readonly update: FlightUpdate; readonly totals: FlownTotals } | null {
  const { flight, flown, slot } = open;
  const flightState = getFlightState({ fleet }, open);
  if (!flight || !flightState) return null;
  const { firstAt, lastAt, maxHeightM, ...stats } = fleet.getFlightStats(slot);
  const durationS =
    firstAt !== null && lastAt !== null
      ? toFlownSeconds(lastAt - firstAt, { startedAt: flight.startedAt, endedAt: receivedAt })
      : null;
  const distanceM = Math.round(stats.distanceM);
  const pct = flightState.pct ?? Number.NaN;
  const set = {
    endedAt: new Date(receivedAt),
    endReason: reason,
    durationS,
    distanceM,
    isDistanceIncomplete: stats.isDistanceIncomplete,
    maxHeightM,
    photoCount: flight.photos,
    ...flightState,
    ...fleet.getPlace(slot, "takeoff"),
    ...fleet.getPlace(slot, "landing"),
  };
  const heights = [flown.maxHeightM, maxHeightM].filter((height) => height !== null);
  const totals = {
    flights: flown.flights + 1,
    durationS: flown.durationS + (durationS ?? 0),
    distanceM: flown.distanceM + distanceM,
    maxHeightM: heights.length > 0 ? Math.max(...heights) : null,
    photos: flown.photos + flight.photos,
    pct: pct <= flown.pct || Number.isNaN(pct) ? flown.pct : pct,
    hasTakenOff: flown.hasTakenOff || flight.hasTakenOff,
    isForcedLanding: flight.isForcedLanding,
    isPartlyUnknown: flown.isPartlyUnknown,
  };
  return { update: { id: flight.id, set }, totals };
}

/** Ends the flight under way; its task stays open. */
function endFlight(state: RegistryState, open: OpenTask, reason: string): void {
  const summary = summarizeFlight(state, open, reason);
  if (!summary) return;
  state.fleet.flushTrack(open.slot);
  state.writes.updateFlight(summary.update);
  Object.assign(open.flown, summary.totals);
  open.flight = null;
  open.closesAt = state.receivedAt + closeAfterFlightMs;
  state.tasks.resting.add(open);
}

const hasPlan = ({ task, flown }: OpenTask): boolean =>
  task.plannedAt !== null && (flown.isPartlyUnknown || (task.route?.length ?? 0) > 0);

/** What a task closes with. */
export interface ClosedTask extends TaskOutcome {
  readonly endedAt: Date;
  readonly updatedAt: Date;
  readonly durationS: number | null;
  readonly distanceM: number;
  readonly maxHeightM: number | null;
  readonly photoCount: number;
}

/**
 * What an open task comes to if it closed now; nothing changes by it.
 * @param given what of the outcome is known otherwise, such as the reason why it is closed by hand
 */
export function summarizeTask(
  state: RegistryState,
  open: OpenTask,
  given: Partial<TaskOutcome> = {},
): { readonly task: ClosedTask; readonly flight: FlightUpdate | null } {
  const modeReason = state.fleet.modeReason[open.slot] ?? "";
  const summary = summarizeFlight(state, open, given.endReason ?? modeReason);
  const flown = summary?.totals ?? open.flown;
  const at = new Date(state.receivedAt);
  const task = {
    ...toTaskOutcome(flown, modeReason, hasPlan(open)),
    ...given,
    endedAt: at,
    updatedAt: at,
    durationS: flown.flights > 0 ? flown.durationS : null,
    distanceM: flown.distanceM,
    maxHeightM: flown.maxHeightM,
    photoCount: flown.photos,
  };
  return { task, flight: summary?.update ?? null };
}

/**
 * Closes a task, and the flight under way with it.
 * @param options `isStored` where the caller has stored the outcome itself, and what of the outcome is known otherwise
 */
export function closeTask(
  state: RegistryState,
  open: OpenTask,
  { isStored = false, ...given }: Partial<TaskOutcome> & { readonly isStored?: boolean } = {},
): void {
  const { fleet, writes, receivedAt, tasks, listener } = state;
  const { slot, task } = open;
  const summary = summarizeTask(state, open, given);
  fleet.flushTrack(slot);
  // A task that never got a believed sample is as it was before.
  if (open.startedAt) {
    recordEvent(state, open, "ended", "running", summary.task.status);
    if (!isStored) {
      if (summary.flight) writes.updateFlight(summary.flight);
      writes.updateTask({ id: task.id, set: summary.task });
    }
    state.dronesOnGround.add(task.droneSn, task.companyId, receivedAt);
  }
  fleet.close(slot);
  tasks.remove(open);
  listener.onClosed(open);
  open.onClosed?.();
}

/** Ends what is over at the present tick. */
export function expire(state: RegistryState, open: OpenTask): void {
  const { fleet, receivedAt } = state;
  const { flight, task, slot } = open;
  if (!flight) {
    // Simulated and recorded flights know when they send.
    if (!open.startedAt && task.source === "device")
      open.closesAt = Math.min(open.closesAt, receivedAt + unstartedMs);
    if (receivedAt >= open.closesAt) closeTask(state, open);
    return;
  }
  const phase = getPhase(fleet, slot);
  // What was high at its last sample may be in the air, whether or not its take-off was seen.
  const isOnGround =
    phase === undefined
      ? !(flight.hasTakenOff || fleet.getHeight(slot) > airborneHeightM)
      : groundPhases.includes(phase) && (phase === "landing" || fleet.motion.isInAir[slot] !== 1);
  const lostMs = fleet.getAge(slot, receivedAt);
  // Not every source says that it has landed before it is switched off.
  if (flight.hasTakenOff && lostMs >= landedDurationMs && isAtRest(fleet, slot))
    flight.expiresAt = Math.min(flight.expiresAt, receivedAt);
  if (!isOnGround && lostMs >= lostInAirMs) {
    closeTask(state, open, missingOutcome);
    return;
  }
  const isLostOnGround = isOnGround && lostMs >= lostOnGroundMs;
  if (receivedAt < flight.expiresAt && !isLostOnGround) return;
  const modeReason = fleet.modeReason[slot] ?? "";
  const reason = isLostOnGround ? modeReason || word.lost : undefined;
  // Nobody has planned more than the flight of a task without a plan.
  if (task.plannedAt === null) closeTask(state, open, reason === undefined ? {} : { endReason: reason });
  else {
    endFlight(state, open, reason ?? modeReason);
    recordEvent(state, open, "flightEnded", null, null);
  }
}
