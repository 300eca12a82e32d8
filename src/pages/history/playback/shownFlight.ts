import type { PlayedFlight } from "./playedFlight.ts";

/** A flight of the playback with what it looks like there. */
export interface ShownFlight {
  readonly key: string;
  readonly flight: PlayedFlight;
  readonly color: string;
  /** Added to its times, ms. */
  readonly shiftMs: number;
}

type FlightStart = Pick<ShownFlight, "shiftMs"> & { readonly flight: Pick<PlayedFlight, "startMs"> };

/** When the next flight begins after a time of the playback, ms; null where none does. */
export function findNextStart(flights: readonly FlightStart[], timeMs: number): number | null {
  const later = flights
    .map(({ flight, shiftMs }) => flight.startMs + shiftMs)
    .filter((startMs) => startMs > timeMs);
  return later.length > 0 ? Math.min(...later) : null;
}
