import type { SourceSample } from "../fleet/appendSample.ts";

/** What the drone or its app said during the flight. */
export interface RecordedMessage {
  /** Time of the recording, UTC ms, as the samples have it. */
  readonly tSrc: number;
  readonly text: string;
}

/** A recorded flight, whatever file it came from. */
export interface RecordedFlight {
  /** In file order, including bad values, which the fleet rejects. */
  readonly samples: readonly SourceSample[];
  readonly messages: readonly RecordedMessage[];
  /** When a photo was taken, UTC ms. */
  readonly photos: readonly number[];
  /** Rows, points or bytes of the file that could not be used. */
  readonly skipped: number;
}

/** Thrown for a file that does not have the expected recording format. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";
}

/** Converts degrees to degrees × 10⁷, the unit of all positions. */
export const toE7 = (degrees: number): number => Math.round(degrees * 1e7);
