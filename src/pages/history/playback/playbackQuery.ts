import { type PlaybackRate, playbackRates } from "../../../../machines/playbackPort.ts";
import { type FlightRef, maxPlaybackFlights, parseFlightKey } from "../../../live/playbackAddress.ts";

/** Why a link opens no flight. */
export type LinkProblem = "empty" | "unreadable" | "tooMany";

/** What the address of the page contains. */
export interface PlaybackAddress {
  readonly flights: readonly FlightRef[];
  readonly problem: LinkProblem | null;
  /** UTC ms of the first flight; null for the beginning. */
  readonly startAt: number | null;
  readonly rate: PlaybackRate;
  /** Null: as the flights are. */
  readonly compare: boolean | null;
  readonly smooth: boolean;
}

const timePattern = /^\d{1,14}$/;

/** Parses the address; a flight that is named twice is played once. */
export function parsePlaybackAddress(query: URLSearchParams): PlaybackAddress {
  const names = (query.get("flights") ?? "").split(",").filter((name) => name !== "");
  const flights = [...new Set(names)].flatMap((name) => parseFlightKey(name) ?? []);
  const time = query.get("t") ?? "";
  const compare = query.get("compare");
  return {
    flights,
    problem: findProblem(names, flights),
    startAt: timePattern.test(time) ? Number(time) : null,
    rate: playbackRates.find((rate) => String(rate) === query.get("speed")) ?? 1,
    compare: compare === "1" ? true : compare === "0" ? false : null,
    smooth: query.get("points") !== "raw",
  };
}

function findProblem(names: readonly string[], flights: readonly FlightRef[]): LinkProblem | null {
  if (names.length === 0) return "empty";
  if (flights.length < new Set(names).size) return "unreadable";
  return flights.length > maxPlaybackFlights ? "tooMany" : null;
}

export interface PlaybackPosition {
  /** UTC ms. */
  readonly timeMs: number;
  readonly rate: PlaybackRate;
  readonly compare: boolean | null;
  readonly smooth: boolean;
}

/** Writes time, speed and view to URL parameters; what is as usual is omitted. */
export function toPlaybackParams(
  { timeMs, rate, compare, smooth }: PlaybackPosition,
  current: URLSearchParams,
): URLSearchParams {
  const query = new URLSearchParams(current);
  const values = {
    t: String(Math.round(timeMs)),
    speed: rate === 1 ? null : String(rate),
    compare: compare === null ? null : compare ? "1" : "0",
    points: smooth ? null : "raw",
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return query;
}
