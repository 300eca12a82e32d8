import { isId } from "../../adapters/contract/fields.ts";
import { decodePart } from "./decodePart.ts";

/** A flight in an address: its calls take the task id and the flight id. */
export interface FlightRef {
  readonly taskId: string;
  readonly flightId: string;
}

/** A part of a name without the hyphen that joins it to the other. */
const toPart = (id: string) => encodeURIComponent(id).replaceAll("-", "%2D");

/** One flight as addresses and the playback name it: `<task>-<flight>`. */
export const toFlightKey = ({ taskId, flightId }: FlightRef): string =>
  `${toPart(taskId)}-${toPart(flightId)}`;

/** Parses a flight's name; null where it is none. */
export function parseFlightKey(key: string): FlightRef | null {
  const [taskId = "", flightId = "", ...others] = key.split("-").map(decodePart);
  return isId(taskId) && isId(flightId) && others.length === 0 ? { taskId, flightId } : null;
}

/** Flights that one playback shows at most. */
export const maxPlaybackFlights = 16;

/** Address of the playback of flights: `/page/playback?flights=<task>-<flight>,<task>-<flight>`. */
export function toPlaybackPath(flights: readonly FlightRef[]): string {
  return `/page/playback?flights=${flights.map((flight) => encodeURIComponent(toFlightKey(flight))).join(",")}`;
}
