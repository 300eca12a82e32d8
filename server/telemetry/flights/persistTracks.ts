import type { RecordedChunk } from "../fleet/trackRecorder.ts";
import { storeFlightState } from "./flightState.ts";
import type { RegistryState } from "./registryState.ts";

/** The state of every open flight is stored once in so many ticks. */
const persistEveryTicks = 30;
const maxPersistsPerTick = 100;
/** Above so many open flights, samples of real devices only are stored at once: simulated ones end with the server. */
const maxSimulatedJournaled = 1_500;
/** A chunk that does not fill is ended after this time, so that the journal need not keep its samples longer. */
const maxChunkMs = 600_000;

/** Stores a piece of a track. */
export function persistChunk({ tasks, writes, fleet }: RegistryState, chunk: RecordedChunk | null): void {
  const flight = chunk && tasks.bySlot[chunk.slot]?.flight;
  if (!flight) return;
  const { slot, t0, count, bytes } = chunk;
  flight.chunkSince = Number.NaN;
  writes.insertTrack({
    flightId: flight.id,
    t0: new Date(t0),
    samples: count,
    bytes: Buffer.from(bytes),
    lastAt: new Date(fleet.getLastAt(slot)),
  });
}

/** Stores a flight as it is now. */
export function persistFlight(state: RegistryState, slot: number): void {
  persistChunk(state, state.fleet.getPartialChunk(slot));
  const open = state.tasks.bySlot[slot];
  if (open) storeFlightState(state, open);
}

/** Puts the sample that a flight's track got last into the journal. */
export function journalSample({ tasks, writes, fleet, receivedAt }: RegistryState, slot: number): void {
  const open = tasks.bySlot[slot];
  if (!open?.flight) return;
  if (open.task.source !== "device" && tasks.count() > maxSimulatedJournaled) return;
  if (Number.isNaN(open.flight.chunkSince)) open.flight.chunkSince = receivedAt;
  writes.journal.add({
    flightId: open.flight.id,
    tSrc: fleet.tSrc[slot] ?? 0,
    at: fleet.getLastAt(slot),
    values: fleet.values,
    row: slot,
  });
}

/** Stores the flights whose turn it is at this tick, and ends their chunks that are old. */
export function persistNextFlights(state: RegistryState): void {
  const { slots, count, bySlot } = state.tasks;
  const openCount = count();
  let left = maxPersistsPerTick;
  for (let i = 0; i < Math.ceil(openCount / persistEveryTicks) && left > 0; i++) {
    const open = bySlot[slots[state.persistCursor++ % openCount] ?? 0];
    if (!open?.flight) continue;
    if (state.receivedAt - open.flight.chunkSince > maxChunkMs) state.fleet.flushTrack(open.slot);
    storeFlightState(state, open);
    left -= 1;
  }
}
