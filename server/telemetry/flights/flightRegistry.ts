import { type FlightPhase, flightPhases } from "../../../adapters/contract/flight.ts";
import type { TaskEvent } from "../../../adapters/contract/liveMessages.ts";
import type { LiveState } from "../../../adapters/contract/sample.ts";
import type { RejectionReason } from "../../../adapters/contract/telemetry.ts";
import type { FleetListener } from "../fleet/createIngest.ts";
import { createFleet, type Fleet } from "../fleet/fleet.ts";
import { canPhaseFollow, isAirborne } from "../fleet/phaseRules.ts";
import { type SampleBatch, sampleFields } from "../fleet/sampleColumns.ts";
import { toLiveState } from "../fleet/toLiveState.ts";
import type { RecordedChunk } from "../fleet/trackRecorder.ts";
import type { RejectedRow, TelemetrySink } from "../telemetrySource.ts";
import { toFlightOutcome } from "./flightOutcome.ts";
import { createOpenFlights, type Flight, type OpenFlights } from "./openFlights.ts";
import type { WriteBehind } from "./writeBehind.ts";

/** Converts a rejected row to JSON as received; non-finite numbers become text, which JSON needs. */
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

/** Called synchronously for everything that happens on flights. */
export interface FlightListener {
  readonly onOpened: (flight: Flight) => void;
  readonly onClosed: (flight: Flight) => void;
  readonly onSample: (flight: Flight) => void;
  readonly onEvent: (flight: Flight, event: TaskEvent) => void;
}

/** All open flights, from the first sample until they are written to history. */
export interface FlightRegistry extends TelemetrySink {
  readonly fleet: Fleet;
  readonly slots: Uint32Array;
  readonly count: () => number;
  readonly getByTask: (taskId: string) => Flight | undefined;
  readonly getByDrone: (droneSn: string) => Flight | undefined;
  readonly getBySlot: (slot: number) => Flight | undefined;
  readonly getLiveState: (flight: Flight) => LiveState | null;
  /** Refreshes ages and link states, closes expired flights, persists some tracks. */
  readonly tick: (now: number) => void;
  /** Persists every track's partial chunk; the flights stay open. */
  readonly persistTracks: () => void;
}

export interface FlightRegistryOptions {
  readonly capacity: number;
  readonly newId: () => string;
  readonly writes: WriteBehind;
  readonly listener: FlightListener;
}

/** How long a landed flight stays on the map. */
const landedVisibleMs = 10_000;
/** Maximum number of rejected samples stored per flight. */
const maxRejectedSamples = 1_000;
/** Every open track is persisted once in this many ticks, which bounds what a crash loses. */
const persistEveryTicks = 30;
const maxPersistsPerTick = 50;

/** The registry's state, and what the current batch or tick shares between flights. */
interface RegistryState extends Pick<FlightRegistryOptions, "newId" | "writes" | "listener"> {
  readonly flights: OpenFlights;
  /** Server time of the current batch or tick, UTC ms. */
  receivedAt: number;
  rejectedRows: RejectedRow[];
  /** Position at which the next tick continues to persist tracks. */
  persistCursor: number;
}

export function createFlightRegistry({ capacity, ...options }: FlightRegistryOptions): FlightRegistry {
  const flights = createOpenFlights(capacity);
  const { bySlot, byTask, byDrone, slots, count } = flights;
  const state: RegistryState = { ...options, flights, receivedAt: 0, rejectedRows: [], persistCursor: 0 };
  const fleet = createFleet(capacity, createFleetListener(state));
  return {
    fleet,
    slots,
    count,
    getByTask: (taskId) => byTask.get(taskId),
    getByDrone: (droneSn) => byDrone.get(droneSn),
    getBySlot: (slot) => bySlot[slot],
    getLiveState: ({ slot, task }) => toLiveState(fleet, slot, task.id, task.droneSn),
    open: (task, onClosed) => {
      const existing = byTask.get(task.id);
      if (existing) return existing.slot;
      // A drone flies one task at a time: a new one ends the previous one.
      const previous = byDrone.get(task.droneSn);
      if (previous) closeFlight(state, fleet, previous);
      const flight = flights.add(task, onClosed);
      if (!flight) return null;
      fleet.open(flight.slot);
      state.listener.onOpened(flight);
      return flight.slot;
    },
    ingest: (batch, tReceived) => {
      state.receivedAt = tReceived;
      for (let row = 0; row < batch.count; row++) {
        const flight = bySlot[batch.slot[row] ?? 0];
        if (flight && !flight.startedAt) startFlight(state, flight);
      }
      state.rejectedRows = [];
      fleet.ingest(batch, tReceived);
      return state.rejectedRows;
    },
    photo: (slot) => {
      const flight = bySlot[slot];
      if (!flight) return;
      flight.photos += 1;
      recordEvent(state, flight, "photo", null, String(flight.photos));
    },
    tick: (now) => {
      state.receivedAt = now;
      fleet.refresh(slots, count(), now);
      for (let i = count() - 1; i >= 0; i--) {
        const flight = bySlot[slots[i] ?? 0];
        if (flight && now >= flight.expiresAt) closeFlight(state, fleet, flight);
      }
      persistNextTracks(state, fleet);
    },
    persistTracks: () => {
      for (let i = 0; i < count(); i++) persistChunk(state, fleet.getPartialChunk(slots[i] ?? 0));
    },
  };
}

/** Maps the fleet's events from slots to flights. */
function createFleetListener(state: RegistryState): FleetListener {
  const { listener } = state;
  const { bySlot } = state.flights;
  return {
    onAccepted: (slot) => {
      const flight = bySlot[slot];
      if (flight) listener.onSample(flight);
    },
    onRejected: (slot, reason, batch, row) => {
      state.rejectedRows.push({ row, reason });
      const flight = bySlot[slot];
      if (flight) recordRejectedSample(state, flight, reason, batch, row);
    },
    onPhaseChanged: (slot, from, to) => {
      const flight = bySlot[slot];
      const phase = flightPhases[to];
      if (flight && phase) changePhase(state, flight, flightPhases[from] ?? null, phase);
    },
    onLinkChanged: (slot, from, to) => {
      const flight = bySlot[slot];
      if (flight) recordEvent(state, flight, "link", from, to);
    },
    onChunkRecorded: (chunk) => persistChunk(state, chunk),
  };
}

function recordEvent(
  { newId, writes, listener, receivedAt }: RegistryState,
  flight: Flight,
  kind: TaskEvent["kind"],
  from: string | null,
  to: string | null,
  persist = true,
): void {
  const at = new Date(receivedAt);
  const { id, droneSn } = flight.task;
  listener.onEvent(flight, { taskId: id, droneSn, kind, at: at.toISOString(), from, to });
  if (persist) writes.insertEvent({ id: newId(), taskId: id, at, kind, fromValue: from, toValue: to });
}

function recordRejectedSample(
  state: RegistryState,
  flight: Flight,
  reason: RejectionReason,
  batch: SampleBatch,
  row: number,
): void {
  if (flight.rejectedCount >= maxRejectedSamples) return;
  flight.rejectedCount += 1;
  state.writes.insertRejected({
    id: state.newId(),
    taskId: flight.task.id,
    receivedAt: new Date(state.receivedAt),
    reason,
    sample: toRejectedSample(batch, row),
  });
  recordEvent(state, flight, "rejected", null, reason, false);
}

function changePhase(state: RegistryState, flight: Flight, from: FlightPhase | null, to: FlightPhase): void {
  const isPossible = from === null || canPhaseFollow(from, to);
  recordEvent(state, flight, isPossible ? "phase" : "impossible", from, to);
  if (isAirborne(to)) {
    flight.hasTakenOff = true;
    if (to === "forcedLanding") flight.isForcedLanding = true;
    flight.expiresAt = Number.POSITIVE_INFINITY;
  } else if (flight.hasTakenOff && (to === "landed" || to === "standby" || to === "offline")) {
    flight.expiresAt = state.receivedAt + landedVisibleMs;
  }
}

function startFlight(state: RegistryState, flight: Flight): void {
  flight.startedAt = new Date(state.receivedAt);
  state.writes.updateTask({
    id: flight.task.id,
    set: { status: "running", startedAt: flight.startedAt, updatedAt: flight.startedAt },
  });
  recordEvent(state, flight, "started", "planned", "running");
}

function closeFlight(state: RegistryState, fleet: Fleet, flight: Flight): void {
  const { slot, task, photos } = flight;
  const stats = fleet.getFlightStats(slot);
  const outcome = toFlightOutcome(fleet, slot, flight, stats);
  recordEvent(state, flight, "ended", "running", outcome.status);
  fleet.close(slot);
  const endedAt = new Date(state.receivedAt);
  state.writes.updateTask({
    id: task.id,
    set: { ...outcome, endedAt, updatedAt: endedAt, photoCount: photos },
  });
  state.flights.remove(flight);
  state.listener.onClosed(flight);
  flight.onClosed?.();
}

function persistChunk({ flights, writes }: RegistryState, chunk: RecordedChunk | null): void {
  const flight = chunk && flights.bySlot[chunk.slot];
  if (!flight) return;
  const { t0, count, bytes } = chunk;
  writes.insertTrack({
    taskId: flight.task.id,
    t0: new Date(t0),
    samples: count,
    bytes: Buffer.from(bytes),
  });
}

/** Persists this tick's share of the open tracks. */
function persistNextTracks(state: RegistryState, fleet: Fleet): void {
  const { slots, count } = state.flights;
  const openCount = count();
  // Larger fleets record short chunks, which are persisted often anyway.
  const persistCount =
    openCount > maxPersistsPerTick * persistEveryTicks ? 0 : Math.ceil(openCount / persistEveryTicks);
  for (let i = 0; i < persistCount; i++)
    persistChunk(state, fleet.getPartialChunk(slots[state.persistCursor++ % openCount] ?? 0));
}
