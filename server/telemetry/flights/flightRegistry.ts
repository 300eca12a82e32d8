import { flightPhases, type LinkState } from "../../../adapters/contract/flight.ts";
import type { TaskEvent } from "../../../adapters/contract/liveMessages.ts";
import type { LiveState } from "../../../adapters/contract/sample.ts";
import type { RejectionReason } from "../../../adapters/contract/telemetry.ts";
import { createFleet, type Fleet } from "../fleet/fleet.ts";
import { canPhaseFollow, isAirborne } from "../fleet/phaseRules.ts";
import { type SampleBatch, sampleFields } from "../fleet/sampleColumns.ts";
import { toLiveState } from "../fleet/toLiveState.ts";
import type { RecordedChunk } from "../fleet/trackRecorder.ts";
import type { RejectedRow, TelemetrySink } from "../telemetrySource.ts";
import { toFlightOutcome } from "./flightOutcome.ts";
import type { OpenTask } from "./openTask.ts";
import type { WriteBehind } from "./writeBehind.ts";

/** A row of a batch as it came, for the record; what JSON has no number for is said in words. */
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

/** A flight that has begun to send and is not over. */
export interface Flight {
  readonly slot: number;
  readonly task: OpenTask;
  startedAt: Date | null;
  photos: number;
  /** Once in the air, a landing ends the flight. */
  hasTakenOff: boolean;
  isForcedLanding: boolean;
  /** Server's time from which it is over, UTC ms. */
  expiresAt: number;
  rejectedCount: number;
  readonly onClosed: (() => void) | undefined;
}

/** Called at once for everything that happens on flights. */
export interface FlightListener {
  readonly onOpened: (flight: Flight) => void;
  readonly onClosed: (flight: Flight) => void;
  readonly onSample: (flight: Flight) => void;
  readonly onEvent: (flight: Flight, event: TaskEvent) => void;
}

/** All open flights: what is known of them, and their way from the first sample to history. */
export interface FlightRegistry extends TelemetrySink {
  readonly fleet: Fleet;
  readonly slots: Uint32Array;
  readonly count: () => number;
  readonly getByTask: (taskId: string) => Flight | undefined;
  readonly getByDrone: (droneSn: string) => Flight | undefined;
  readonly getBySlot: (slot: number) => Flight | undefined;
  readonly getLiveState: (flight: Flight) => LiveState | null;
  /** Brings ages and links up to now, closes what is over, keeps what has been recorded. */
  readonly tick: (now: number) => void;
  /** Keeps every track as it is now; the flights stay open. */
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
/** Rejected samples that are stored of one flight. */
const maxRejectedSamples = 1_000;
/** Every open track is stored once in so many ticks. A crash costs no more than that. */
const persistEveryTicks = 30;
const maxPersistsPerTick = 50;

export function createFlightRegistry({
  capacity,
  newId,
  writes,
  listener,
}: FlightRegistryOptions): FlightRegistry {
  const flights = Array.from({ length: capacity }, (): Flight | undefined => undefined);
  const byTask = new Map<string, Flight>();
  const byDrone = new Map<string, Flight>();
  const slots = new Uint32Array(capacity);
  const indexBySlot = new Uint32Array(capacity);
  const freeSlots = Uint32Array.from({ length: capacity }, (_, i) => capacity - 1 - i);
  let openCount = 0;
  let persistCursor = 0;
  let receivedAt = 0;
  let rejectedRows: RejectedRow[] = [];

  const recordEvent = (
    slot: number,
    kind: TaskEvent["kind"],
    from: string | null,
    to: string | null,
    persist = true,
  ) => {
    const flight = flights[slot];
    if (!flight) return;
    const at = new Date(receivedAt);
    const { id, droneSn } = flight.task;
    listener.onEvent(flight, { taskId: id, droneSn, kind, at: at.toISOString(), from, to });
    if (persist) writes.insertEvent({ id: newId(), taskId: id, at, kind, fromValue: from, toValue: to });
  };

  const persist = (chunk: RecordedChunk | null) => {
    const flight = chunk && flights[chunk.slot];
    if (!flight) return;
    const { t0, count, bytes } = chunk;
    writes.insertTrack({
      taskId: flight.task.id,
      t0: new Date(t0),
      samples: count,
      bytes: Buffer.from(bytes),
    });
  };

  const fleet = createFleet(capacity, {
    onAccepted: (slot) => {
      const flight = flights[slot];
      if (flight) listener.onSample(flight);
    },
    onRejected: (slot, reason, batch, row) => rejectSample(slot, reason, batch, row),
    onPhaseChanged: (slot, from, to) => phaseChanged(slot, from, to),
    onLinkChanged: (slot, from: LinkState, to: LinkState) => recordEvent(slot, "link", from, to),
    onChunkRecorded: persist,
  });

  function rejectSample(slot: number, reason: RejectionReason, batch: SampleBatch, row: number) {
    rejectedRows.push({ row, reason });
    const flight = flights[slot];
    if (!flight) return;
    if (flight.rejectedCount >= maxRejectedSamples) return;
    flight.rejectedCount += 1;
    const receivedDate = new Date(receivedAt);
    writes.insertRejected({
      id: newId(),
      taskId: flight.task.id,
      receivedAt: receivedDate,
      reason,
      sample: toRejectedSample(batch, row),
    });
    recordEvent(slot, "rejected", null, reason, false);
  }

  function phaseChanged(slot: number, fromCode: number, toCode: number) {
    const flight = flights[slot];
    const to = flightPhases[toCode];
    if (!flight || !to) return;
    const from = flightPhases[fromCode] ?? null;
    if (from && !canPhaseFollow(from, to)) recordEvent(slot, "impossible", from, to);
    else recordEvent(slot, "phase", from, to);
    if (isAirborne(to)) {
      flight.hasTakenOff = true;
      if (to === "forcedLanding") flight.isForcedLanding = true;
      flight.expiresAt = Number.POSITIVE_INFINITY;
    } else if (flight.hasTakenOff && (to === "landed" || to === "standby" || to === "offline")) {
      flight.expiresAt = receivedAt + landedVisibleMs;
    }
  }

  function closeFlight(flight: Flight) {
    const { slot, task } = flight;
    const stats = fleet.getFlightStats(slot);
    const outcome = toFlightOutcome(fleet, slot, flight, stats);
    recordEvent(slot, "ended", "running", outcome.status);
    fleet.close(slot);
    writes.updateTask({
      id: task.id,
      set: {
        ...outcome,
        endedAt: new Date(receivedAt),
        updatedAt: new Date(receivedAt),
        photoCount: flight.photos,
      },
    });
    flights[slot] = undefined;
    byTask.delete(task.id);
    byDrone.delete(task.droneSn);
    openCount -= 1;
    const last = slots[openCount] ?? 0;
    const at = indexBySlot[slot] ?? 0;
    slots[at] = last;
    indexBySlot[last] = at;
    freeSlots[capacity - 1 - openCount] = slot;
    listener.onClosed(flight);
    flight.onClosed?.();
  }

  return {
    fleet,
    slots,
    count: () => openCount,
    getByTask: (taskId) => byTask.get(taskId),
    getByDrone: (droneSn) => byDrone.get(droneSn),
    getBySlot: (slot) => flights[slot],
    getLiveState: ({ slot, task }) => toLiveState(fleet, slot, task.id, task.droneSn),
    open: (task, onClosed) => {
      const existing = byTask.get(task.id);
      if (existing) return existing.slot;
      // One drone flies one task: what it still has open is over.
      const previous = byDrone.get(task.droneSn);
      if (previous) closeFlight(previous);
      if (openCount === capacity) return null;
      const slot = freeSlots[capacity - 1 - openCount] ?? 0;
      const flight: Flight = {
        slot,
        task,
        startedAt: task.startedAt,
        photos: 0,
        hasTakenOff: false,
        isForcedLanding: false,
        expiresAt: Number.POSITIVE_INFINITY,
        rejectedCount: 0,
        onClosed,
      };
      slots[openCount] = slot;
      indexBySlot[slot] = openCount;
      openCount += 1;
      flights[slot] = flight;
      byTask.set(task.id, flight);
      byDrone.set(task.droneSn, flight);
      fleet.open(slot);
      listener.onOpened(flight);
      return slot;
    },
    ingest: (batch, tReceived) => {
      receivedAt = tReceived;
      for (let row = 0; row < batch.count; row++) {
        const flight = flights[batch.slot[row] ?? 0];
        if (flight && !flight.startedAt) startFlight(flight, tReceived);
      }
      rejectedRows = [];
      fleet.ingest(batch, tReceived);
      return rejectedRows;
    },
    photo: (slot) => {
      const flight = flights[slot];
      if (!flight) return;
      flight.photos += 1;
      recordEvent(slot, "photo", null, String(flight.photos));
    },
    tick: (now) => {
      receivedAt = now;
      fleet.refresh(slots, openCount, now);
      for (let i = openCount - 1; i >= 0; i--) {
        const flight = flights[slots[i] ?? 0];
        if (flight && now >= flight.expiresAt) closeFlight(flight);
      }
      // In a fleet that is larger than that, tracks are written in short pieces anyway.
      const persistCount =
        openCount > maxPersistsPerTick * persistEveryTicks ? 0 : Math.ceil(openCount / persistEveryTicks);
      for (let i = 0; i < persistCount; i++)
        persist(fleet.getPartialChunk(slots[persistCursor++ % openCount] ?? 0));
    },
    persistTracks: () => {
      for (let i = 0; i < openCount; i++) persist(fleet.getPartialChunk(slots[i] ?? 0));
    },
  };

  function startFlight(flight: Flight, at: number) {
    flight.startedAt = new Date(at);
    writes.updateTask({
      id: flight.task.id,
      set: { status: "running", startedAt: flight.startedAt, updatedAt: flight.startedAt },
    });
    receivedAt = at;
    recordEvent(flight.slot, "started", "planned", "running");
  }
}
