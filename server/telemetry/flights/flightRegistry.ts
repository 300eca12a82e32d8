import { flightPhases } from "../../../adapters/contract/flight.ts";
import type { LiveState } from "../../../adapters/contract/sample.ts";
import type { FleetListener } from "../fleet/createIngest.ts";
import { createFleet, type Fleet, type RestoredState } from "../fleet/fleet.ts";
import { type SampleBatch, sampleFields } from "../fleet/sampleColumns.ts";
import { toLiveState } from "../fleet/toLiveState.ts";
import type { RecordedChunk } from "../fleet/trackRecorder.ts";
import type { Rejection } from "../fleet/validateSamples.ts";
import type { TelemetrySink } from "../telemetrySource.ts";
import {
  createOpenTasks,
  type FlownTotals,
  type OpenFlight,
  type OpenTask,
  type TaskSummary,
} from "./openTasks.ts";
import {
  changePhase,
  closeTask,
  expire,
  prepareSample,
  type RegistryState,
  recordEvent,
  summarizeTask,
  type TaskListener,
} from "./taskLifecycle.ts";
import type { WriteBehind } from "./writeBehind.ts";

/** All open tasks and their flights: what is known of them, from the first sample to history. */
export interface FlightRegistry extends TelemetrySink {
  readonly fleet: Fleet;
  readonly slots: Uint32Array;
  readonly count: () => number;
  readonly getByTask: (taskId: string) => OpenTask | undefined;
  readonly getByDrone: (droneSn: string) => OpenTask | undefined;
  readonly getBySlot: (slot: number) => OpenTask | undefined;
  readonly getLiveState: (task: OpenTask) => LiveState | null;
  /** Whether the drone landed and closed its task: its samples open nothing until it takes off. */
  readonly hasLanded: (droneSn: string) => boolean;
  /** Opens a task again as it was before a restart of the server. */
  readonly restore: (task: TaskSummary, restored: RestoredTask) => void;
  readonly markLanded: (droneSn: string, at: number) => void;
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
   * Brings ages and link states up to now, ends what is over, stores some tracks.
   * @param stalledMs how long the server itself stood still before this tick
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
  /** The end of its newest track; null where it has none. */
  readonly known: RestoredState | null;
}

export interface FlightRegistryOptions {
  readonly capacity: number;
  readonly newId: () => string;
  readonly writes: WriteBehind;
  readonly listener: TaskListener;
}

/** Rejected samples that are stored of one task. */
const maxRejectedSamples = 1_000;
/** Every open track is stored once in so many ticks: a crash costs no more than that. */
const persistEveryTicks = 30;
const maxPersistsPerTick = 50;
/** A drone that has not been heard of for so long may open a task with any sample. */
const landedMemoryMs = 24 * 3_600_000;
const maxLandedDrones = 100_000;

export function createFlightRegistry({ capacity, ...options }: FlightRegistryOptions): FlightRegistry {
  const tasks = createOpenTasks(capacity);
  const { bySlot, byTask, byDrone, slots, count } = tasks;
  const state: RegistryState = {
    ...options,
    tasks,
    fleet: createFleet(
      capacity,
      createFleetListener(() => state),
    ),
    landedDrones: new Map(),
    receivedAt: 0,
    rejectedRows: [],
    persistCursor: 0,
  };
  const { fleet, landedDrones, listener } = state;
  return {
    fleet,
    slots,
    count,
    getByTask: (taskId) => byTask.get(taskId),
    getByDrone: (droneSn) => byDrone.get(droneSn),
    getBySlot: (slot) => bySlot[slot],
    getLiveState: ({ slot, task }) => toLiveState(fleet, slot, task.id, task.droneSn),
    hasLanded: (droneSn) => landedDrones.has(droneSn),
    markLanded: (droneSn, at) => landedDrones.set(droneSn, at),
    open: (task, taskOptions = {}) => {
      const existing = byTask.get(task.id);
      if (existing) return existing.slot;
      // One drone flies one task: what it still has open is over. A simulated flight never displaces a real one.
      const previous = byDrone.get(task.droneSn);
      if (previous?.task.source === "device" && task.source !== "device") return null;
      if (previous) closeTask(state, previous);
      const open = tasks.add(task, taskOptions);
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
    restore: (task, { flight, flown, closesAt, known }) => {
      const open = tasks.add(task, {});
      if (!open) return;
      fleet.open(open.slot);
      if (known) fleet.restore(open.slot, known);
      open.flight = flight;
      Object.assign(open.flown, flown);
      open.closesAt = closesAt;
      listener.onOpened(open);
    },
    previewClose: (taskId, reason, now) => {
      const open = byTask.get(taskId);
      return open ? summarizeTask({ ...state, receivedAt: now }, open, reason) : null;
    },
    closeStored: (taskId, reason, now) => {
      const open = byTask.get(taskId);
      state.receivedAt = now;
      if (open) closeTask(state, open, { reason, isStored: true });
    },
    attach: (taskId, to) => {
      const open = byTask.get(taskId);
      if (!open) return;
      // Subscribers see the one task go and the other come, at the same place of the table.
      listener.onClosed(open);
      tasks.rename(open, to);
      listener.onOpened(open);
    },
    tick: (now, stalledMs = 0) => {
      state.receivedAt = now;
      fleet.refresh(slots, count(), now, stalledMs);
      for (let i = count() - 1; i >= 0; i--) {
        const open = bySlot[slots[i] ?? 0];
        if (open) expire(state, open);
      }
      forgetLandedDrones(landedDrones, now);
      persistNextTracks(state);
    },
    persistTracks: () => {
      for (let i = 0; i < count(); i++) persistChunk(state, fleet.getPartialChunk(slots[i] ?? 0));
    },
  };
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
      storeFirstPosition(getState(), open);
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
      const open = getOpenTask(slot);
      if (open) recordEvent(getState(), open, "link", from, to);
    },
    onChunkRecorded: (chunk) => persistChunk(getState(), chunk),
  };
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

/** Drops the drones that landed long ago, which stand in the order of their landing. */
function forgetLandedDrones(landedDrones: Map<string, number>, now: number): void {
  for (const [droneSn, at] of landedDrones) {
    if (landedDrones.size <= maxLandedDrones && now - at < landedMemoryMs) return;
    landedDrones.delete(droneSn);
  }
}

function persistChunk({ tasks, writes, fleet }: RegistryState, chunk: RecordedChunk | null): void {
  const flight = chunk && tasks.bySlot[chunk.slot]?.flight;
  if (!flight) return;
  const { slot, t0, count, bytes } = chunk;
  writes.insertTrack({
    flightId: flight.id,
    t0: new Date(t0),
    samples: count,
    bytes: Buffer.from(bytes),
    lastAt: new Date(fleet.getLastAt(slot)),
  });
}

/** Stores a track as soon as it has a position: a server that is killed knows the flight's place again. */
function storeFirstPosition(state: RegistryState, { flight, slot }: OpenTask): void {
  if (!flight || flight.isTrackStored) return;
  const chunk = state.fleet.getPartialChunk(slot);
  if (!chunk) return;
  flight.isTrackStored = true;
  persistChunk(state, chunk);
}

/** Stores the tracks whose turn it is at this tick. */
function persistNextTracks(state: RegistryState): void {
  const { slots, count } = state.tasks;
  const openCount = count();
  // In a fleet that is larger than that, tracks are written in short chunks anyway.
  const persistCount =
    openCount > maxPersistsPerTick * persistEveryTicks ? 0 : Math.ceil(openCount / persistEveryTicks);
  for (let i = 0; i < persistCount; i++)
    persistChunk(state, state.fleet.getPartialChunk(slots[state.persistCursor++ % openCount] ?? 0));
}
