import { flightPhases } from "../../../adapters/contract/flight.ts";
import type { LiveState } from "../../../adapters/contract/sample.ts";
import type { FeedTask, FlightStage } from "../feed/feedRegistry.ts";
import type { FleetListener } from "../fleet/createIngest.ts";
import { createFleet, type Fleet, type RestoredState } from "../fleet/fleet.ts";
import { type SampleBatch, sampleFields } from "../fleet/sampleColumns.ts";
import type { SlotColumns } from "../fleet/slotColumns.ts";
import { toLiveState } from "../fleet/toLiveState.ts";
import type { Rejection } from "../fleet/validateSamples.ts";
import type { TakeOffSight } from "../ingest/groundState.ts";
import type { Line } from "../ingest/lines.ts";
import type { TelemetrySink } from "../telemetrySource.ts";
import { createDronesOnGround, type DronesOnGround } from "./dronesOnGround.ts";
import { getPhase, isInAir, isLandedPhase } from "./flightPhases.ts";
import { createFlightRegions, type FlightRegions } from "./flightRegions.ts";
import {
  createOpenTasks,
  type FlownTotals,
  type OpenFlight,
  type OpenTask,
  type OpenTaskOptions,
  type TaskSummary,
} from "./openTasks.ts";
import { journalSample, persistChunk, persistFlight, persistNextFlights } from "./persistTracks.ts";
import type { RegistryState, TaskListener } from "./registryState.ts";
import {
  changePhase,
  closeTask,
  expire,
  prepareSample,
  recordEvent,
  summarizeTask,
} from "./taskLifecycle.ts";
import type { WriteBehind } from "./writeBehind.ts";

/** All open tasks and their flights: what is known of them, from the first sample to history. */
export interface FlightRegistry extends TelemetrySink {
  readonly fleet: Fleet;
  readonly slots: Uint32Array;
  readonly count: () => number;
  /** How many tasks may be open at the same time. */
  readonly capacity: number;
  /** How many more tasks may be opened: in free places, and in those of tasks without a flight under way. */
  readonly freePlaces: () => number;
  readonly getByTask: (taskId: string) => OpenTask | undefined;
  readonly getByDrone: (droneSn: string) => OpenTask | undefined;
  readonly getBySlot: (slot: number) => OpenTask | undefined;
  readonly getLiveState: (task: FeedTask) => LiveState | null;
  readonly getStage: (slot: number) => FlightStage;
  readonly dronesOnGround: DronesOnGround;
  readonly regions: FlightRegions;
  /**
   * Opens a task again as it was before a restart of the server; an older one of its drone is closed.
   * @returns false where there is no room for it
   */
  readonly restore: (task: TaskSummary, now: number, restored: RestoredTask) => boolean;
  /** The samples that the slot gets next are of a drone in the air, as was seen over some seconds. */
  readonly expectFlight: (slot: number, sight: TakeOffSight) => void;
  /** Gives up the drone's open task if it has got no believed sample: who has the drone is to be read again. */
  readonly dropUnstarted: (droneSn: string) => void;
  /** What a task comes to if it is closed by hand now; null where it is not open here. */
  readonly previewClose: (
    taskId: string,
    reason: string,
    now: number,
  ) => ReturnType<typeof summarizeTask> | null;
  /** Closes a task whose outcome the caller has stored. */
  readonly closeStored: (taskId: string, reason: string, now: number) => void;
  /** Makes the drone's samples another task's: flights that were not planned are attached to a plan. */
  readonly attach: (taskId: string, to: TaskSummary) => void;
  /**
   * Updates ages and link states, ends what is over, stores the state of some flights.
   * @param stalledMs how long the server itself was suspended before this tick
   */
  readonly tick: (now: number, stalledMs?: number) => void;
  /** Stores every track as it is now; the flights stay open. */
  readonly persistTracks: () => void;
}

/** What a restart of the server finds stored of an open task. */
export interface RestoredTask {
  readonly flight: OpenFlight | null;
  readonly flown: FlownTotals;
  /** Server's time from which it closes without another flight, UTC ms. */
  readonly closesAt: number;
  /** What is stored of its newest flight; null where it has none. */
  readonly known: RestoredState | null;
  /** What its last samples came in by; null where that is not known. */
  readonly line: Line | null;
  /** Positions of all its flights in degrees × 10⁷, where they are to be compared with a planned route. */
  readonly visited: readonly (readonly [number, number])[];
}

export interface FlightRegistryOptions {
  /** Columns that nothing else has the slots of; their limit is that of the open tasks. */
  readonly slotColumns: SlotColumns;
  readonly newId: () => string;
  readonly writes: WriteBehind;
  readonly listener: TaskListener;
}

/** Rejected samples that are stored of one task. */
const maxRejectedSamples = 1_000;
/** After a restart of the server a drone has so long to be heard of again, before its loss becomes an event. */
const restartMs = 10_000;

export function createFlightRegistry({ slotColumns, ...options }: FlightRegistryOptions): FlightRegistry {
  const tasks = createOpenTasks(slotColumns);
  const { bySlot, byTask, byDrone, slots, count } = tasks;
  const state: RegistryState = {
    ...options,
    tasks,
    fleet: createFleet(
      slotColumns,
      createFleetListener(() => state),
    ),
    dronesOnGround: createDronesOnGround(),
    receivedAt: 0,
    restartUntil: 0,
    rejectedRows: [],
    persistCursor: 0,
  };
  const { fleet, dronesOnGround, listener } = state;
  return {
    fleet,
    slots,
    count,
    capacity: slotColumns.limit,
    freePlaces: () => slotColumns.limit - count() + tasks.resting.size,
    getByTask: (taskId) => byTask.get(taskId),
    getByDrone: (droneSn) => byDrone.get(droneSn),
    getBySlot: (slot) => bySlot[slot],
    getStage: (slot) => {
      const open = bySlot[slot];
      if (!open?.startedAt || !open.flight) return "idle";
      return isInAir(fleet, open) ? "inAir" : "underWay";
    },
    getLiveState: ({ slot, task }) => toLiveState(fleet, slot, task.id, task.droneSn),
    dronesOnGround,
    regions: createFlightRegions(fleet),
    open: (task, taskOptions = {}) => {
      const existing = byTask.get(task.id);
      if (existing) return existing.slot;
      // One drone flies one task: what it still has open is over. A simulated flight never displaces a real one.
      const previous = byDrone.get(task.droneSn);
      if (previous?.task.source === "device" && task.source !== "device") return null;
      if (previous) closeTask(state, previous);
      const open = addTask(state, task, taskOptions);
      if (!open) return null;
      fleet.open(open.slot);
      listener.onOpened(open);
      return open.slot;
    },
    ingest: (batch, tReceived) => {
      state.receivedAt = tReceived;
      state.rejectedRows = [];
      fleet.ingest(batch, tReceived);
      return state.rejectedRows;
    },
    expectFlight: (slot, { isContradicted, groundHEllM }) => {
      fleet.motion.isInAir[slot] = 1;
      fleet.motion.isContradicted[slot] = isContradicted ? 1 : 0;
      fleet.groundHEll[slot] = groundHEllM;
    },
    photo: (slot) => {
      const open = bySlot[slot];
      if (!open?.flight) return;
      open.flight.photos += 1;
      recordEvent(state, open, "photo", null, String(open.flight.photos));
    },
    complete: (slot, now) => {
      const open = bySlot[slot];
      state.receivedAt = now;
      if (open) closeTask(state, open);
    },
    restore: (task, now, restored) => restoreTask(state, task, now, restored),
    dropUnstarted: (droneSn) => {
      dronesOnGround.remove(droneSn);
      const open = byDrone.get(droneSn);
      if (open && !open.startedAt) closeTask(state, open);
    },
    previewClose: (taskId, reason, now) => {
      const open = byTask.get(taskId);
      return open ? summarizeTask({ ...state, receivedAt: now }, open, { endReason: reason }) : null;
    },
    closeStored: (taskId, reason, now) => {
      const open = byTask.get(taskId);
      state.receivedAt = now;
      if (open) closeTask(state, open, { endReason: reason, isStored: true });
    },
    attach: (taskId, to) => {
      const open = byTask.get(taskId);
      if (!open) return;
      listener.onRenaming(open);
      tasks.rename(open, to);
      listener.onRenamed(open);
    },
    tick: (now, stalledMs = 0) => tick(state, now, stalledMs),
    persistTracks: () => {
      for (let i = 0; i < count(); i++) persistFlight(state, slots[i] ?? 0);
    },
  };
}

/** Gives a task a slot; where none is free, that of the task whose flight ended first. Null where all are flying. */
function addTask(state: RegistryState, task: TaskSummary, options: OpenTaskOptions): OpenTask | null {
  const { tasks } = state;
  const open = tasks.add(task, options);
  const [first] = tasks.resting;
  if (open || !first) return open;
  closeTask(state, first);
  return tasks.add(task, options);
}

function restoreTask(state: RegistryState, task: TaskSummary, now: number, restored: RestoredTask): boolean {
  const { tasks, fleet, dronesOnGround, listener } = state;
  const { flight, flown, closesAt, known, visited, line } = restored;
  state.receivedAt = now;
  const previous = tasks.byDrone.get(task.droneSn);
  if (previous) closeTask(state, previous);
  const open = addTask(state, task, {});
  if (!open) return false;
  state.restartUntil = now + restartMs;
  if (flight) dronesOnGround.remove(task.droneSn);
  fleet.open(open.slot);
  if (known) fleet.restore(open.slot, known);
  open.flight = flight;
  open.line = line;
  if (flight?.hasTakenOff && flight.expiresAt === Number.POSITIVE_INFINITY) {
    const phase = getPhase(fleet, open.slot);
    open.isContradicted = phase !== undefined && isLandedPhase(phase);
    fleet.motion.isInAir[open.slot] = 1;
    fleet.motion.isContradicted[open.slot] = open.isContradicted ? 1 : 0;
  }
  Object.assign(open.flown, flown);
  for (const [lat, lon] of visited) open.coverage?.visit(lat, lon);
  open.closesAt = closesAt;
  if (!flight && flown.flights > 0) tasks.resting.add(open);
  // Until the first tick, too, nothing of before the restart looks fresh.
  if (flight) fleet.refresh(Uint32Array.of(open.slot), 1, now, 0);
  listener.onOpened(open);
  return true;
}

function tick(state: RegistryState, now: number, stalledMs: number): void {
  const { tasks, fleet, dronesOnGround } = state;
  const { bySlot, slots, count } = tasks;
  state.receivedAt = now;
  if (state.restartUntil > 0 && now >= state.restartUntil) endRestart(state);
  fleet.refresh(slots, count(), now, stalledMs);
  for (let i = count() - 1; i >= 0; i--) {
    const open = bySlot[slots[i] ?? 0];
    if (!open) continue;
    expire(state, open);
    if (!open.flight) fleet.columns.link[open.slot] = 0;
  }
  dronesOnGround.forget(now);
  persistNextFlights(state);
}

/** Takes what the fleet reports of slots to their tasks. */
function createFleetListener(getState: () => RegistryState): FleetListener {
  const getOpenTask = (slot: number) => getState().tasks.bySlot[slot];
  return {
    prepareSample: (slot) => {
      const open = getOpenTask(slot);
      return open !== undefined && prepareSample(getState(), open);
    },
    onAccepted: (slot) => {
      const open = getOpenTask(slot);
      if (!open) return;
      noteProgress(getState(), open);
      getState().listener.onSample(open);
    },
    onRejected: (slot, rejection, batch, row) => {
      const state = getState();
      state.rejectedRows.push({ row, ...rejection });
      const open = getOpenTask(slot);
      if (open) recordRejectedSample(state, open, rejection, batch, row);
    },
    onPhaseChanged: (slot, from, to) => {
      const open = getOpenTask(slot);
      const phase = flightPhases[to];
      if (open && phase) changePhase(getState(), open, flightPhases[from] ?? null, phase);
    },
    onLinkChanged: (slot, from, to) => {
      const state = getState();
      const open = getOpenTask(slot);
      // Between two flights a drone may be switched off: that is no loss.
      if (open?.flight && state.receivedAt >= state.restartUntil) recordEvent(state, open, "link", from, to);
    },
    onChunkRecorded: (chunk) => persistChunk(getState(), chunk),
    onRecorded: (slot) => journalSample(getState(), slot),
  };
}

/** Records the loss of the flights that were not heard of again after a restart. */
function endRestart(state: RegistryState): void {
  const { fleet, tasks } = state;
  state.restartUntil = 0;
  for (const slot of tasks.slots.subarray(0, tasks.count())) {
    const open = tasks.bySlot[slot];
    const link = fleet.getLinkState(slot);
    if (open?.flight && link !== "fresh") recordEvent(state, open, "link", "fresh", link);
  }
}

function noteProgress({ fleet: { values } }: RegistryState, { coverage, flight, slot }: OpenTask): void {
  if (!coverage || !flight || !Number.isNaN(values.pct[slot] ?? Number.NaN)) return;
  const lat = values.lat[slot] ?? Number.NaN;
  if (!Number.isNaN(lat)) coverage.visit(lat, values.lon[slot] ?? Number.NaN);
}

function recordRejectedSample(
  state: RegistryState,
  open: OpenTask,
  { reason, field }: Rejection,
  batch: SampleBatch,
  row: number,
): void {
  // The task of a drone that has not sent one believed sample is not stored.
  if (open.rejectedCount >= maxRejectedSamples || open.newRecord) return;
  open.rejectedCount += 1;
  state.writes.insertRejected({
    id: state.newId(),
    taskId: open.task.id,
    receivedAt: new Date(state.receivedAt),
    reason,
    field,
    sample: toRejectedSample(batch, row),
  });
  recordEvent(state, open, "rejected", null, reason, false);
}

/** A row of a batch as it came, for the record; values that JSON cannot express are described in words. */
function toRejectedSample(batch: SampleBatch, row: number): Record<string, number | string> {
  const sample: Record<string, number | string> = {
    seq: batch.seq[row] ?? 0,
    tSrc: toJsonValue(batch.tSrc[row] ?? Number.NaN),
  };
  for (const field of sampleFields) {
    const value = batch.values[field][row] ?? Number.NaN;
    if (!Number.isNaN(value)) sample[field] = toJsonValue(value);
  }
  return sample;
}

const toJsonValue = (value: number) => (Number.isFinite(value) ? value : "not a number");
