import type { OpenTask } from "./openTask.ts";

/** An open flight. */
export interface Flight {
  readonly slot: number;
  readonly task: OpenTask;
  startedAt: Date | null;
  photos: number;
  /** Only after a take-off does a ground phase end the flight. */
  hasTakenOff: boolean;
  isForcedLanding: boolean;
  /** Server time at which it is closed, UTC ms. */
  expiresAt: number;
  rejectedCount: number;
  readonly onClosed: (() => void) | undefined;
}

/** The open flights, indexed by slot, task and drone. */
export interface OpenFlights {
  readonly bySlot: (Flight | undefined)[];
  readonly byTask: Map<string, Flight>;
  readonly byDrone: Map<string, Flight>;
  /** The slots in use are the first `count()` elements. */
  readonly slots: Uint32Array;
  readonly count: () => number;
  /** Returns null if the fleet is full. */
  readonly add: (task: OpenTask, onClosed: (() => void) | undefined) => Flight | null;
  readonly remove: (flight: Flight) => void;
}

export function createOpenFlights(capacity: number): OpenFlights {
  const bySlot = Array.from({ length: capacity }, (): Flight | undefined => undefined);
  const byTask = new Map<string, Flight>();
  const byDrone = new Map<string, Flight>();
  const slots = new Uint32Array(capacity);
  const indexBySlot = new Uint32Array(capacity);
  const freeSlots = Uint32Array.from({ length: capacity }, (_, i) => capacity - 1 - i);
  let count = 0;
  return {
    bySlot,
    byTask,
    byDrone,
    slots,
    count: () => count,
    add: (task, onClosed) => {
      if (count === capacity) return null;
      const slot = freeSlots[capacity - 1 - count] ?? 0;
      const flight = createFlight(slot, task, onClosed);
      slots[count] = slot;
      indexBySlot[slot] = count;
      count += 1;
      bySlot[slot] = flight;
      byTask.set(task.id, flight);
      byDrone.set(task.droneSn, flight);
      return flight;
    },
    remove: ({ slot, task }) => {
      bySlot[slot] = undefined;
      byTask.delete(task.id);
      byDrone.delete(task.droneSn);
      count -= 1;
      const last = slots[count] ?? 0;
      const at = indexBySlot[slot] ?? 0;
      slots[at] = last;
      indexBySlot[last] = at;
      freeSlots[capacity - 1 - count] = slot;
    },
  };
}

const createFlight = (slot: number, task: OpenTask, onClosed: (() => void) | undefined): Flight => ({
  slot,
  task,
  startedAt: task.startedAt,
  photos: 0,
  hasTakenOff: false,
  isForcedLanding: false,
  expiresAt: Number.POSITIVE_INFINITY,
  rejectedCount: 0,
  onClosed,
});
