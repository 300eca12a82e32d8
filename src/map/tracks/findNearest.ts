import { toNearestCopy } from "../drones/data/mercator.ts";
import type { ColoredTrack } from "./coloredTrack.ts";

/** A place on a track: between a sample and the next one. */
export interface TrackHit {
  readonly id: string;
  readonly index: number;
  /** 0 at the sample, 1 at the next one. */
  readonly share: number;
}

/**
 * Finds the place on the drawn tracks that is nearest to a point; nothing in holes, as nothing is drawn there.
 * @param x EPSG:3857 @param maxDistance EPSG:3857
 * @returns null if none is near enough
 */
export function findNearest(
  tracks: readonly ColoredTrack[],
  [x, y]: readonly [number, number],
  maxDistance: number,
): TrackHit | null {
  let best: TrackHit | null = null;
  let bestSquare = maxDistance * maxDistance;
  for (const { id, coordinates, runs } of tracks) {
    const atX = toNearestCopy(x, coordinates[0] ?? 0);
    for (const { first, last } of runs)
      for (let index = first; index < last; index++) {
        const fromX = coordinates[2 * index] ?? 0;
        const fromY = coordinates[2 * index + 1] ?? 0;
        const stepX = (coordinates[2 * index + 2] ?? 0) - fromX;
        const stepY = (coordinates[2 * index + 3] ?? 0) - fromY;
        const length = stepX * stepX + stepY * stepY;
        const along = length === 0 ? 0 : ((atX - fromX) * stepX + (y - fromY) * stepY) / length;
        const share = Math.min(1, Math.max(0, along));
        const square = (fromX + stepX * share - atX) ** 2 + (fromY + stepY * share - y) ** 2;
        if (square > bestSquare) continue;
        bestSquare = square;
        best = { id, index, share };
      }
  }
  return best;
}
