import type { SourceSample } from "../fleet/appendSample.ts";

/** A recorded flight in file order, including bad rows, which the fleet rejects. */
export type RecordedFlight = readonly SourceSample[];

/** Thrown for a file that does not have the expected recording format. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";
}

/** Converts degrees to degrees × 10⁷, the unit of all positions. */
export const toE7 = (degrees: number): number => Math.round(degrees * 1e7);
