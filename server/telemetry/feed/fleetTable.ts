import type { FleetTableData } from "../../../adapters/contract/live.ts";
import type { Flight, FlightDesk } from "../flights/flightDesk.ts";

/** Which task each index of the frames is; it changes between ticks and is told at them. */
export interface FleetTable {
  readonly version: () => number;
  readonly opened: (flight: Flight) => void;
  readonly closed: (flight: Flight) => void;
  /** Everything, for who has nothing yet. */
  readonly full: () => FleetTableData;
  /** What has changed since the last call, with a new version; null where nothing has. */
  readonly takeChange: () => FleetTableData | null;
}

export function createFleetTable(desk: Pick<FlightDesk, "slots" | "count" | "at">): FleetTable {
  let version = 1;
  let joined = new Map<number, Flight>();
  let left = new Set<number>();

  const columnsOf = (flights: readonly Flight[]) => ({
    index: flights.map(({ slot }) => slot),
    taskId: flights.map(({ task }) => task.id),
    taskNo: flights.map(({ task }) => task.taskNo),
    droneSn: flights.map(({ task }) => task.droneSn),
  });

  return {
    version: () => version,
    opened: (flight) => joined.set(flight.slot, flight),
    closed: ({ slot }) => {
      // One that came and went between two ticks was never told of.
      if (!joined.delete(slot)) left.add(slot);
    },
    full: () => {
      const flights = Array.from(desk.slots.subarray(0, desk.count()), (slot) => desk.at(slot));
      const known = flights.filter((flight) => flight !== undefined && !joined.has(flight.slot));
      return { table: version, full: true, closed: [], ...columnsOf(known.filter(isFlight)) };
    },
    takeChange: () => {
      if (joined.size === 0 && left.size === 0) return null;
      version += 1;
      const change = { table: version, full: false, closed: [...left], ...columnsOf([...joined.values()]) };
      joined = new Map();
      left = new Set();
      return change;
    },
  };
}

const isFlight = (flight: Flight | undefined): flight is Flight => flight !== undefined;
