import { type FlightPhase, flightPhases } from "../../../adapters/contract/flight.ts";
import type { TaskEvent } from "../../../adapters/contract/liveMessages.ts";
import type { Fleet } from "../fleet/fleet.ts";
import { canPhaseFollow, isAirborne } from "../fleet/phaseRules.ts";
import type { RejectedRow } from "../telemetrySource.ts";
import { type TaskOutcome, toTaskOutcome } from "./flightOutcome.ts";
import type { FlownTotals, OpenTask, OpenTasks } from "./openTasks.ts";
import type { WriteBehind } from "./writeBehind.ts";

/** Called synchronously for everything that happens to open tasks. */
export interface TaskListener {
  readonly onOpened: (task: OpenTask) => void;
  readonly onClosed: (task: OpenTask) => void;
  readonly onSample: (task: OpenTask) => void;
  readonly onEvent: (task: OpenTask, event: TaskEvent) => void;
}

/** What the registry holds, with what all tasks share while a batch or a tick is processed. */
export interface RegistryState {
  readonly newId: () => string;
  readonly writes: WriteBehind;
  readonly listener: TaskListener;
  readonly tasks: OpenTasks;
  readonly fleet: Fleet;
  /** Drones that landed and closed their task, with the time: their samples open nothing until they take off. */
  readonly landedDrones: Map<string, number>;
  /** Server's time of the batch or tick, UTC ms. */
  receivedAt: number;
  rejectedRows: RejectedRow[];
  /** Where the next tick goes on storing tracks. */
  persistCursor: number;
}

/** How long after its landing a flight ends. */
const landedDurationMs = 60_000;
/** A flight that is lost for so long while it landed, or before it took off, ends. */
const lostOnGroundMs = 30 * 60_000;
/** A planned task closes so long after its last flight. */
export const closeAfterFlightMs = 30 * 60_000;
/** A drone that tells no phase is in the air above this height and speed for so long. */
const airborneHeightM = 2;
const airborneSpeedMs = 1;
const airborneAfterMs = 5_000;

const groundPhases: readonly (FlightPhase | undefined)[] = ["landing", "landed", "standby", "offline"];

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
  const isMoving = updateMotion(state, open);
  if (open.flight) return true;
  const phase = getPhase(state.fleet, open.slot);
  const isStarting = phase === undefined ? isMoving : startsFlight(phase);
  if (open.flown.flights > 0 && !isStarting) return false;
  startFlight(state, open);
  if (isMoving) markTakeOff(open);
  return true;
}

/** Whether a drone that has landed flies again with this phase. */
export const startsFlight = (phase: FlightPhase): boolean => isAirborne(phase) || phase === "preparing";

export const getPhaseName = (code: number): FlightPhase | undefined => flightPhases[code];

const getPhase = ({ values }: Fleet, slot: number): FlightPhase | undefined =>
  getPhaseName(values.phase[slot] ?? Number.NaN);

/** Follows height and speed of a drone that tells no phase; true while it is in the air. */
function updateMotion(state: RegistryState, open: OpenTask): boolean {
  const { fleet, receivedAt } = state;
  const { slot, flight } = open;
  if (getPhase(fleet, slot) !== undefined) return false;
  const height = fleet.getHeight(slot);
  const isHigh = height > airborneHeightM;
  const isFast = (fleet.values.vH[slot] ?? Number.NaN) > airborneSpeedMs;
  const now = fleet.tSrc[slot] ?? Number.NaN;
  if (!(isHigh && isFast)) open.movingSince = Number.NaN;
  else if (Number.isNaN(open.movingSince)) open.movingSince = now;
  const isMoving = now - open.movingSince >= airborneAfterMs;
  if (flight?.hasTakenOff) {
    const hasLanded = height <= airborneHeightM && !isFast;
    if (hasLanded && flight.expiresAt === Number.POSITIVE_INFINITY)
      flight.expiresAt = receivedAt + landedDurationMs;
    else if (isHigh) flight.expiresAt = Number.POSITIVE_INFINITY;
  } else if (isMoving) markTakeOff(open);
  return isMoving;
}

function markTakeOff({ flight }: OpenTask): void {
  if (!flight) return;
  flight.hasTakenOff = true;
  flight.expiresAt = Number.POSITIVE_INFINITY;
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
  if (isAirborne(to)) {
    markTakeOff(open);
    if (to === "forcedLanding") flight.isForcedLanding = true;
  } else if (flight.hasTakenOff && (to === "landed" || to === "standby" || to === "offline"))
    flight.expiresAt = state.receivedAt + landedDurationMs;
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
    isTrackStored: false,
  };
  open.closesAt = Number.POSITIVE_INFINITY;
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
  if (open.startedAt) recordEvent(state, open, "flightStarted", null, null);
  else recordEvent(state, open, "started", "planned", "running");
  open.startedAt ??= startedAt;
  state.landedDrones.delete(task.droneSn);
}

type FlightUpdate = Parameters<WriteBehind["updateFlight"]>[0];

/** What the flight under way comes to if it ended now, and the task's sums with it. Null where there is none. */
function summarizeFlight(
  { fleet, receivedAt }: RegistryState,
  { flight, flown, slot }: OpenTask,
  reason: string,
): { readonly update: FlightUpdate; readonly totals: FlownTotals } | null {
  if (!flight) return null;
  const { firstAt, lastAt, maxHeightM, ...stats } = fleet.getFlightStats(slot);
  const durationS = firstAt !== null && lastAt !== null ? Math.round((lastAt - firstAt) / 1_000) : null;
  const distanceM = Math.round(stats.distanceM);
  const pct = fleet.values.pct[slot] ?? Number.NaN;
  const set = {
    endedAt: new Date(receivedAt),
    endReason: reason,
    durationS,
    distanceM,
    maxHeightM,
    photoCount: flight.photos,
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
}

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
 * @param reason why it is closed by hand; the outcome names its own where it is absent
 */
export function summarizeTask(
  state: RegistryState,
  open: OpenTask,
  reason?: string,
): { readonly task: ClosedTask; readonly flight: FlightUpdate | null } {
  const modeReason = state.fleet.modeReason[open.slot] ?? "";
  const summary = summarizeFlight(state, open, reason ?? modeReason);
  const flown = summary?.totals ?? open.flown;
  const outcome = toTaskOutcome(flown, modeReason);
  const at = new Date(state.receivedAt);
  const task = {
    ...outcome,
    endReason: reason ?? outcome.endReason,
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
 * @param options `isStored` where the caller has stored the outcome itself
 */
export function closeTask(
  state: RegistryState,
  open: OpenTask,
  { reason, isStored = false }: { readonly reason?: string | undefined; readonly isStored?: boolean } = {},
): void {
  const { fleet, writes, receivedAt, tasks, listener } = state;
  const { slot, task } = open;
  const summary = summarizeTask(state, open, reason);
  fleet.flushTrack(slot);
  // A task that never got a believed sample is as it was before.
  if (open.startedAt) {
    recordEvent(state, open, "ended", "running", summary.task.status);
    if (!isStored) {
      if (summary.flight) writes.updateFlight(summary.flight);
      writes.updateTask({ id: task.id, set: summary.task });
    }
    state.landedDrones.set(task.droneSn, receivedAt);
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
    if (receivedAt >= open.closesAt) closeTask(state, open);
    return;
  }
  const isOnGround = !flight.hasTakenOff || groundPhases.includes(getPhase(fleet, slot));
  const isLostOnGround = isOnGround && fleet.getAge(slot, receivedAt) >= lostOnGroundMs;
  if (receivedAt < flight.expiresAt && !isLostOnGround) return;
  const modeReason = fleet.modeReason[slot] ?? "";
  const reason = isLostOnGround ? modeReason || "失联" : undefined;
  // Nobody has planned more than the flight of a task without a plan.
  if (task.plannedAt === null) closeTask(state, open, { reason });
  else {
    endFlight(state, open, reason ?? modeReason);
    recordEvent(state, open, "flightEnded", null, null);
  }
}
