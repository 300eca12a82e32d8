import type { SourceSample } from "../fleet/appendSample.ts";

/** A recorded flight in the order of its file, bad rows included: judging them is the fleet's affair. */
export type RecordedFlight = readonly SourceSample[];

/** A file that is no recording of the kind that it was read as. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";
}

/** Degrees as degrees × 10⁷, the unit of positions everywhere. */
export const toE7 = (degrees: number): number => Math.round(degrees * 1e7);
