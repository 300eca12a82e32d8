import type { StoredTrack } from "./storedTrack.ts";

/** A flight to be written to a file. */
export interface ExportedFlight {
  /** Number of the task, with the flight's place in it where there are several: `RW20261120000012-2`. */
  readonly flightNo: string;
  readonly name: string;
  readonly companyName: string;
  readonly droneSn: string;
  readonly droneModel: string;
  readonly track: StoredTrack;
}

/** Writes flights to a file of one format, piece by piece. All times are the server's, all places WGS-84. */
export interface TrackWriter {
  readonly contentType: string;
  /** With its dot. */
  readonly extension: string;
  /** @param notes what the reader has to know, such as parts that are left out; a sentence each */
  readonly writeHead: (title: string, notes: readonly string[]) => string;
  readonly writeFlight: (flight: ExportedFlight) => Iterable<string>;
  /** @param notes as those of the head, for formats that have no place for them there */
  readonly writeTail: (notes: readonly string[]) => string;
}

/** Samples that are written as one piece of text. */
const samplesPerPiece = 500;

/** Joins lines to pieces, so that a stream has few and none is large. */
export function* joinLines(lines: Iterable<string>): Generator<string> {
  let piece: string[] = [];
  for (const line of lines) {
    piece.push(line);
    if (piece.length < samplesPerPiece) continue;
    yield `${piece.join("\n")}\n`;
    piece = [];
  }
  if (piece.length > 0) yield `${piece.join("\n")}\n`;
}

/** Degrees × 10⁷ as degrees, every digit. */
export const formatDegrees = (e7: number): string => (e7 / 1e7).toFixed(7);

export const formatUtc = (atMs: number): string => new Date(atMs).toISOString();
