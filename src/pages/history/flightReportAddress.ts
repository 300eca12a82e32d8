import { type FlightRef, parseFlightKey, toFlightKey } from "../../live/playbackAddress.ts";

/** Address of the printable report of a flight: `/page/flightReport?flight=<task>-<flight>`. */
export const toFlightReportPath = (flight: FlightRef): string =>
  `/page/flightReport?flight=${encodeURIComponent(toFlightKey(flight))}`;

/** The flight of a report's address; null where it names none. */
export const parseFlightReportAddress = (query: URLSearchParams): FlightRef | null =>
  parseFlightKey(query.get("flight") ?? "");
