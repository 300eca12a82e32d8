import type { SourceSample } from "../../fleet/appendSample.ts";
import type { LeftOut } from "./leftOutNotes.ts";

/** A message of the drone or its app during the flight. */
export interface RecordedMessage {
  /** Time of the recording, UTC ms, as the samples have it. */
  readonly tSrc: number;
  readonly text: string;
}

/** A recorded flight, whatever file it came from. */
export interface RecordedFlight {
  /** In file order, including bad values, which the fleet rejects. */
  readonly samples: readonly SourceSample[];
  /** Lines of the file that the samples come from; absent for a file without lines. */
  readonly lines?: readonly number[];
  readonly messages: readonly RecordedMessage[];
  /** When a photo was taken, UTC ms. */
  readonly photos: readonly number[];
  /** Rows, points, elements or bytes of the file that could not be used. */
  readonly leftOut: LeftOut;
  /** Positions in `samples` at which a further flight of the same file begins; absent where the file has one. */
  readonly furtherFlights?: readonly number[];
}

/**
 * What is wrong with a file: no known recording, one that is broken, one without samples, times or time zones, with
 * too many flights, mostly of what cannot be believed, or with more than fits into memory or can be read in time.
 */
export type RecordingFault =
  | "format"
  | "damaged"
  | "empty"
  | "timeless"
  | "zoneless"
  | "tooMany"
  | "disbelieved"
  | "tooLarge";

/** Thrown for a file that does not have the expected recording format. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";
  readonly fault: RecordingFault;
  /** A sentence for the user that says more than its fault; null where there is none. */
  readonly told: string | null;
  constructor(
    message: string,
    {
      fault = "format",
      told = null,
      cause,
    }: { readonly fault?: RecordingFault; readonly told?: string | null; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.fault = fault;
    this.told = told;
  }
}

/** Converts degrees to degrees × 10⁷, the unit of all positions. */
export const toE7 = (degrees: number): number => Math.round(degrees * 1e7);
