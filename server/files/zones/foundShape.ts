import type { ZoneShape } from "../../../adapters/contract/zone.ts";

/** A shape in a file before it is checked; a text is the reason why it is no zone. */
export interface FoundShape {
  readonly name: string;
  readonly shape: ZoneShape | string;
  /** What was done to its coordinates, for the user. */
  readonly note: string | null;
}

/** The file cannot be read at all; the message is for the user. */
export class ZoneFileError extends Error {
  override readonly name = "ZoneFileError";
}
