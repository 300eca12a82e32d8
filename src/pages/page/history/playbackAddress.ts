/** A flight in an address: its calls take the task id and the flight id. */
export interface FlightRef {
  readonly taskId: string;
  readonly flightId: string;
}

const keyPattern = /^([1-9]\d{0,18})-([1-9]\d{0,18})$/;

/** One flight as addresses and the playback name it: `<task>-<flight>`. */
export const toFlightKey = ({ taskId, flightId }: FlightRef): string => `${taskId}-${flightId}`;

/** Parses a flight's name; null where it is none. */
export function parseFlightKey(key: string): FlightRef | null {
  const [, taskId, flightId] = keyPattern.exec(key) ?? [];
  return taskId === undefined || flightId === undefined ? null : { taskId, flightId };
}

/** Flights that one playback shows at most. */
export const maxPlaybackFlights = 16;

/** Address of the playback of flights: `/page/playback?flights=<task>-<flight>,<task>-<flight>`. */
export function toPlaybackPath(flights: readonly FlightRef[]): string {
  return `/page/playback?flights=${flights.map(toFlightKey).join(",")}`;
}
