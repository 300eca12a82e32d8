import type { TrackChunk } from "../../../adapters/contract/track.ts";

/** A chunk's clock differs from its flight's by more where it was put right since; less is its usual drift, ms. */
export const clockChangeMs = 60_000;

/** Drone's time of a chunk's last sample, UTC ms. */
const getEnd = ({ t0, count, columns }: TrackChunk): number => t0 + (columns.dt[count - 1] ?? 0);

/**
 * A piece of a track by the clock that its drone had at the flight's end: the same bytes, or a copy with another `t0`
 * where the clock was put right after this piece.
 * @param lastAt server's time of its last sample; null where that is not known
 * @param clockOffsetMs server's time minus the drone's at the flight's end
 */
export function toFlightClock(chunk: TrackChunk, lastAt: Date | null, clockOffsetMs: number): TrackChunk {
  if (!lastAt) return chunk;
  const shift = lastAt.getTime() - clockOffsetMs - getEnd(chunk);
  return Math.abs(shift) > clockChangeMs ? { ...chunk, t0: chunk.t0 + shift } : chunk;
}

/**
 * Server's time minus the drone's after a chunk, ms; null where it is not known. Its samples may be older than that
 * time: what is known of the flight is better.
 */
export const getClockOffset = (chunk: TrackChunk, lastAt: Date | null): number | null =>
  lastAt && lastAt.getTime() - getEnd(chunk);
