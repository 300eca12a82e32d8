import { flightPhases, type LinkState } from "../../../adapters/contract/flight.ts";
import type { TaskEvent } from "../../../adapters/contract/live.ts";
import type { LiveState } from "../../../adapters/contract/sample.ts";
import type { Rejection } from "../../../adapters/contract/telemetry.ts";
import { createFleet, type Fleet } from "../fleet/fleet.ts";
import { liveStateOf } from "../fleet/liveStateOf.ts";
import { isAirborne, phaseCanFollow } from "../fleet/phaseRules.ts";
import type { TrackPiece } from "../fleet/recorder.ts";
import type { SampleBatch } from "../fleet/sampleColumns.ts";
import type { Rejected, TelemetrySink } from "../source.ts";
import { endOf } from "./endOf.ts";
import type { OpenTask } from "./openTask.ts";
import { rejectedRow } from "./rejectedRow.ts";
import type { WriteBehind } from "./writeBehind.ts";

/** A flight that has begun to send and is not over. */
export interface Flight {
  readonly slot: number;
  readonly task: OpenTask;
  started: Date | null;
  photos: number;
  /** Once in the air, a landing ends the flight. */
  flown: boolean;
  forced: boolean;
  /** Server's time from which it is over, UTC ms. */
  overAt: number;
  rejectedKept: number;
  readonly onClosed: (() => void) | undefined;
}

/** Is told of what happens on flights, at once. */
export interface FlightListener {
  readonly opened: (flight: Flight) => void;
  readonly closed: (flight: Flight) => void;
  readonly told: (flight: Flight) => void;
  readonly event: (flight: Flight, event: TaskEvent) => void;
}

/** All open flights: what is known of them, and their way from the first sample to history. */
export interface FlightDesk extends TelemetrySink {
  readonly fleet: Fleet;
  readonly slots: Uint32Array;
  readonly count: () => number;
  readonly flightOf: (taskId: string) => Flight | undefined;
  readonly flightOfDrone: (droneSn: string) => Flight | undefined;
  readonly at: (slot: number) => Flight | undefined;
  readonly stateOf: (flight: Flight) => LiveState | null;
  /** Brings ages and links up to now, closes what is over, keeps what has been recorded. */
  readonly tick: (now: number) => void;
  /** Keeps every track as it is now; the flights stay open. */
  readonly keepTracks: () => void;
}

export interface DeskPorts {
  readonly capacity: number;
  readonly newId: () => string;
  readonly writes: WriteBehind;
  readonly listener: FlightListener;
}

/** How long a landed flight stays on the map. */
const landedMs = 10_000;
/** Rejected samples that are kept of one flight. */
const mostRejected = 1_000;
/** In how many ticks every open track is kept once, so that a crash costs no more than that. */
const keepEvery = 30;
const keepAtOnce = 50;

export function createFlightDesk({ capacity, newId, writes, listener }: DeskPorts): FlightDesk {
  const flights = Array.from({ length: capacity }, (): Flight | undefined => undefined);
  const byTask = new Map<string, Flight>();
  const byDrone = new Map<string, Flight>();
  const slots = new Uint32Array(capacity);
  const place = new Uint32Array(capacity);
  const free = Uint32Array.from({ length: capacity }, (_, i) => capacity - 1 - i);
  let used = 0;
  let keptUpTo = 0;
  let receivedAt = 0;
  let refused: Rejected[] = [];

  const tell = (
    slot: number,
    kind: TaskEvent["kind"],
    from: string | null,
    to: string | null,
    keep = true,
  ) => {
    const flight = flights[slot];
    if (!flight) return;
    const at = new Date(receivedAt);
    const { id, droneSn } = flight.task;
    listener.event(flight, { taskId: id, droneSn, kind, at: at.toISOString(), from, to });
    if (keep) writes.event({ id: newId(), taskId: id, at, kind, fromValue: from, toValue: to });
  };

  const keep = (piece: TrackPiece | null) => {
    const flight = piece && flights[piece.slot];
    if (!flight) return;
    const { t0, count, bytes } = piece;
    writes.track({ taskId: flight.task.id, t0: new Date(t0), samples: count, bytes: Buffer.from(bytes) });
  };

  const fleet = createFleet(capacity, {
    accepted: (slot) => {
      const flight = flights[slot];
      if (flight) listener.told(flight);
    },
    rejected: (slot, reason, batch, row) => reject(slot, reason, batch, row),
    phaseChanged: (slot, from, to) => phaseChanged(slot, from, to),
    linkChanged: (slot, from: LinkState, to: LinkState) => tell(slot, "link", from, to),
    recorded: keep,
  });

  function reject(slot: number, reason: Rejection, batch: SampleBatch, row: number) {
    refused.push({ row, reason });
    const flight = flights[slot];
    if (!flight) return;
    if (flight.rejectedKept >= mostRejected) return;
    flight.rejectedKept += 1;
    const received = new Date(receivedAt);
    writes.rejected({
      id: newId(),
      taskId: flight.task.id,
      receivedAt: received,
      reason,
      sample: rejectedRow(batch, row),
    });
    tell(slot, "rejected", null, reason, false);
  }

  function phaseChanged(slot: number, fromCode: number, toCode: number) {
    const flight = flights[slot];
    const to = flightPhases[toCode];
    if (!flight || !to) return;
    const from = flightPhases[fromCode] ?? null;
    if (from && !phaseCanFollow(from, to)) tell(slot, "impossible", from, to);
    else tell(slot, "phase", from, to);
    if (isAirborne(to)) {
      flight.flown = true;
      if (to === "forcedLanding") flight.forced = true;
      flight.overAt = Number.POSITIVE_INFINITY;
    } else if (flight.flown && (to === "landed" || to === "standby" || to === "offline")) {
      flight.overAt = receivedAt + landedMs;
    }
  }

  function close(flight: Flight) {
    const { slot, task } = flight;
    const figures = fleet.figuresOf(slot);
    const end = endOf(fleet, slot, flight, figures);
    tell(slot, "ended", "running", end.status);
    fleet.close(slot);
    writes.taskChange({
      id: task.id,
      set: {
        ...end,
        endedAt: new Date(receivedAt),
        updatedAt: new Date(receivedAt),
        photoCount: flight.photos,
      },
    });
    flights[slot] = undefined;
    byTask.delete(task.id);
    byDrone.delete(task.droneSn);
    used -= 1;
    const last = slots[used] ?? 0;
    const at = place[slot] ?? 0;
    slots[at] = last;
    place[last] = at;
    free[capacity - 1 - used] = slot;
    listener.closed(flight);
    flight.onClosed?.();
  }

  return {
    fleet,
    slots,
    count: () => used,
    flightOf: (taskId) => byTask.get(taskId),
    flightOfDrone: (droneSn) => byDrone.get(droneSn),
    at: (slot) => flights[slot],
    stateOf: ({ slot, task }) => liveStateOf(fleet, slot, task.id, task.droneSn),
    open: (task, onClosed) => {
      const known = byTask.get(task.id);
      if (known) return known.slot;
      // One drone flies one task: what it still has open is over.
      const other = byDrone.get(task.droneSn);
      if (other) close(other);
      if (used === capacity) return null;
      const slot = free[capacity - 1 - used] ?? 0;
      const flight: Flight = {
        slot,
        task,
        started: task.startedAt,
        photos: 0,
        flown: false,
        forced: false,
        overAt: Number.POSITIVE_INFINITY,
        rejectedKept: 0,
        onClosed,
      };
      slots[used] = slot;
      place[slot] = used;
      used += 1;
      flights[slot] = flight;
      byTask.set(task.id, flight);
      byDrone.set(task.droneSn, flight);
      fleet.open(slot);
      listener.opened(flight);
      return slot;
    },
    take: (batch, tReceived) => {
      receivedAt = tReceived;
      for (let row = 0; row < batch.count; row++) {
        const flight = flights[batch.slot[row] ?? 0];
        if (flight && !flight.started) start(flight, tReceived);
      }
      refused = [];
      fleet.take(batch, tReceived);
      return refused;
    },
    photo: (slot) => {
      const flight = flights[slot];
      if (!flight) return;
      flight.photos += 1;
      tell(slot, "photo", null, String(flight.photos));
    },
    tick: (now) => {
      receivedAt = now;
      fleet.refresh(slots, used, now);
      for (let i = used - 1; i >= 0; i--) {
        const flight = flights[slots[i] ?? 0];
        if (flight && now >= flight.overAt) close(flight);
      }
      // In a fleet that is larger than that, tracks are written in short pieces anyway.
      const some = used > keepAtOnce * keepEvery ? 0 : Math.ceil(used / keepEvery);
      for (let i = 0; i < some; i++) keep(fleet.trackSoFar(slots[keptUpTo++ % used] ?? 0));
    },
    keepTracks: () => {
      for (let i = 0; i < used; i++) keep(fleet.trackSoFar(slots[i] ?? 0));
    },
  };

  function start(flight: Flight, at: number) {
    flight.started = new Date(at);
    writes.taskChange({
      id: flight.task.id,
      set: { status: "running", startedAt: flight.started, updatedAt: flight.started },
    });
    receivedAt = at;
    tell(flight.slot, "started", "planned", "running");
  }
}
