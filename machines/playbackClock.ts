import { type PlaybackContext, type PlaybackRate, playbackRates, type TrackBounds } from "./playbackPort.ts";

type Clock = Pick<PlaybackContext<unknown>, "anchor" | "rate" | "range">;

/** The time itself within the range, else its nearer end. */
export const clampTo = ({ fromMs, toMs }: Clock["range"], ms: number): number =>
  Math.min(toMs, Math.max(fromMs, ms));

/**
 * The time that is shown, UTC ms of the first flight.
 * @param now ms by the port's clock
 */
export const getMediaTime = ({ anchor, rate, range }: Clock, isPlaying: boolean, now: number): number =>
  clampTo(range, isPlaying ? anchor.mediaMs + (now - anchor.wallMs) * rate : anchor.mediaMs);

/** The next rate up or down; the same at either end. */
export function getNextRate(rate: PlaybackRate, step: 1 | -1): PlaybackRate {
  return playbackRates[playbackRates.indexOf(rate) + step] ?? rate;
}

type Flights<Track> = Pick<PlaybackContext<Track>, "keys" | "tracks" | "compare">;

/**
 * By how much the times of each track are shifted, ms: to the take-off of the first flight where they are compared,
 * else not at all.
 */
export function getShifts<Track extends TrackBounds>({
  keys,
  tracks,
  compare,
}: Flights<Track>): Record<string, number> {
  const loaded = keys.flatMap((key) => (tracks[key] ? [[key, tracks[key].takeoffMs] as const] : []));
  const reference = loaded[0]?.[1] ?? 0;
  return Object.fromEntries(
    loaded.map(([key, takeoffMs]) => [key, compare ? reference - takeoffMs : 0] as const),
  );
}

/** The take-off that compared tracks are shifted to, UTC ms; null where they keep their own times. */
export function getZeroMs<Track extends TrackBounds>({
  keys,
  tracks,
  compare,
}: Flights<Track>): number | null {
  const first = keys.find((key) => tracks[key]);
  return compare && first !== undefined ? (tracks[first]?.takeoffMs ?? null) : null;
}

/** First and last time of all loaded tracks, shifted. */
export function getRange<Track extends TrackBounds>(
  flights: Flights<Track>,
): PlaybackContext<Track>["range"] {
  const shifts = getShifts(flights);
  const loaded = Object.entries(shifts).flatMap(([key, shift]) => {
    const track = flights.tracks[key];
    return track ? [{ fromMs: track.startMs + shift, toMs: track.endMs + shift }] : [];
  });
  if (loaded.length === 0) return { fromMs: 0, toMs: 0 };
  return {
    fromMs: Math.min(...loaded.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...loaded.map(({ toMs }) => toMs)),
  };
}

/** Longer than this without any flight, nobody waits for the next one. */
const farApartMs = 3_600_000;

/** Whether more than an hour lies between two flights that follow each other. */
export function isFarApart(bounds: readonly TrackBounds[]): boolean {
  let endMs = Number.POSITIVE_INFINITY;
  for (const flight of bounds.toSorted((a, b) => a.startMs - b.startMs)) {
    if (flight.startMs - endMs > farApartMs) return true;
    endMs = endMs === Number.POSITIVE_INFINITY ? flight.endMs : Math.max(endMs, flight.endMs);
  }
  return false;
}
