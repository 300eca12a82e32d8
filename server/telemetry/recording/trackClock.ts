import type { TrackChunk } from "../../../adapters/contract/track.ts";

/** Where a clock is put right, it and the server's go apart by more from one sample to the next, ms. */
export const clockChangeMs = 60_000;

/** A piece of a track. */
export interface TimedChunk {
  readonly chunk: TrackChunk;
  /** Server's time of its last sample; null where that is not known. */
  readonly lastAt: Date | null;
}

/** Drone's time of a chunk's first and last sample, UTC ms. */
const getStart = ({ t0, columns }: TrackChunk): number => t0 + (columns.dt[0] ?? 0);
const getEnd = ({ t0, count, columns }: TrackChunk): number => t0 + (columns.dt[count - 1] ?? 0);

/**
 * Puts the pieces of a track on one time line: by the clock that its drone had at the end. Between two pieces the clock
 * was put right where it went back, or ahead by more than the server's; what an outage held back changes no clock.
 * @param clockOffsetMs server's time minus the drone's at the end
 * @returns in their order; where nothing has to be moved the same chunks
 */
export function alignTrack<T extends TimedChunk>(
  pieces: readonly T[],
  clockOffsetMs: number,
): (T & TimedChunk)[] {
  const getAt = ({ lastAt, chunk }: TimedChunk) => lastAt?.getTime() ?? chunk.t0;
  const ordered = pieces.toSorted((a, b) => getAt(a) - getAt(b) || a.chunk.t0 - b.chunk.t0);
  const aligned: (T & TimedChunk)[] = [];
  let shift = 0;
  let next: T | undefined;
  for (const piece of ordered.toReversed()) {
    if (next && isClockChanged(piece, next)) shift = getShift(piece, clockOffsetMs);
    const { chunk } = piece;
    aligned.unshift(shift === 0 ? piece : { ...piece, chunk: { ...chunk, t0: chunk.t0 + shift } });
    next = piece;
  }
  return aligned.toSorted((a, b) => a.chunk.t0 - b.chunk.t0);
}

function isClockChanged(piece: TimedChunk, next: TimedChunk): boolean {
  if (!piece.lastAt || !next.lastAt) return false;
  const step = getStart(next.chunk) - getEnd(piece.chunk);
  return step <= 0 || step > clockChangeMs + next.lastAt.getTime() - piece.lastAt.getTime();
}

function getShift({ chunk, lastAt }: TimedChunk, clockOffsetMs: number): number {
  const shift = (lastAt?.getTime() ?? Number.NaN) - clockOffsetMs - getEnd(chunk);
  return Math.abs(shift) > clockChangeMs ? shift : 0;
}

/**
 * Server's time minus the drone's after a chunk, ms; null where it is not known. Its samples may be older than that
 * time: what is known of the flight is better.
 */
export const getClockOffset = ({ chunk, lastAt }: TimedChunk): number | null =>
  lastAt && lastAt.getTime() - getEnd(chunk);
