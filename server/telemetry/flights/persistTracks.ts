import type { RecordedChunk } from "../fleet/trackRecorder.ts";
import { storeFlightState } from "./flightState.ts";
import type { OpenTask } from "./openTasks.ts";
import type { RegistryState } from "./registryState.ts";

/** Every open track is stored once in so many ticks: a crash costs no more than that. */
const persistEveryTicks = 30;
const maxPersistsPerTick = 100;
/** Above so many open flights, unfinished tracks are stored of real devices only: simulated ones end with the server. */
const maxSimulatedPersisted = 1_500;

/** Stores a piece of a track. */
export function persistChunk({ tasks, writes, fleet }: RegistryState, chunk: RecordedChunk | null): void {
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

/** Stores a flight as it is now. */
export function persistFlight(state: RegistryState, slot: number): void {
  persistChunk(state, state.fleet.getPartialChunk(slot));
  const open = state.tasks.bySlot[slot];
  if (open) storeFlightState(state, open);
}

/** Stores a track as soon as it has a position: a server that is killed knows the flight's place again. */
export function storeFirstPosition(state: RegistryState, { flight, slot }: OpenTask): void {
  if (!flight || flight.isTrackStored) return;
  const chunk = state.fleet.getPartialChunk(slot);
  if (!chunk) return;
  flight.isTrackStored = true;
  persistFlight(state, slot);
}

/** Stores the tracks whose turn it is at this tick. */
export function persistNextTracks(state: RegistryState): void {
  const { slots, count, bySlot } = state.tasks;
  const openCount = count();
  const isLarge = openCount > maxSimulatedPersisted;
  let left = maxPersistsPerTick;
  for (let i = 0; i < Math.ceil(openCount / persistEveryTicks) && left > 0; i++) {
    const slot = slots[state.persistCursor++ % openCount] ?? 0;
    if (isLarge && bySlot[slot]?.task.source !== "device") continue;
    persistFlight(state, slot);
    left -= 1;
  }
}
