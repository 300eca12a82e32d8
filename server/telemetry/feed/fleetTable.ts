import type { FleetTableData } from "../../../adapters/contract/liveMessages.ts";
import type { FlightRegistry } from "../flights/flightRegistry.ts";
import type { Flight } from "../flights/openFlights.ts";

/** Maps frame indexes to tasks. Changes are collected between ticks and sent with the next one. */
export interface FleetTable {
  readonly version: () => number;
  readonly add: (flight: Flight) => void;
  readonly remove: (flight: Flight) => void;
  /** The full table, for a new subscriber. */
  readonly full: () => FleetTableData;
  /** Returns the changes since the last call under a new version; null without changes. */
  readonly flushChanges: () => FleetTableData | null;
}

export function createFleetTable(
  registry: Pick<FlightRegistry, "slots" | "count" | "getBySlot">,
): FleetTable {
  let version = 1;
  let added = new Map<number, Flight>();
  let removed = new Set<number>();

  const toColumns = (flights: readonly Flight[]) => ({
    index: flights.map(({ slot }) => slot),
    taskId: flights.map(({ task }) => task.id),
    taskNo: flights.map(({ task }) => task.taskNo),
    droneSn: flights.map(({ task }) => task.droneSn),
  });

  return {
    version: () => version,
    add: (flight) => added.set(flight.slot, flight),
    remove: ({ slot }) => {
      // A flight added and removed between two ticks was never sent.
      if (!added.delete(slot)) removed.add(slot);
    },
    full: () => {
      const flights = Array.from(registry.slots.subarray(0, registry.count()), (slot) =>
        registry.getBySlot(slot),
      );
      const known = flights.filter((flight) => flight !== undefined && !added.has(flight.slot));
      return { table: version, full: true, closed: [], ...toColumns(known.filter(isFlight)) };
    },
    flushChanges: () => {
      if (added.size === 0 && removed.size === 0) return null;
      version += 1;
      const change = { table: version, full: false, closed: [...removed], ...toColumns([...added.values()]) };
      added = new Map();
      removed = new Set();
      return change;
    },
  };
}

const isFlight = (flight: Flight | undefined): flight is Flight => flight !== undefined;
