import { type Columns, columnsByteLength, viewColumns } from "./columns.ts";

/** The four characters `ATRK` that a chunk begins with, read as a little-endian number. */
const magic = 0x4b525441;
const version = 1;
const headerBytes = 16;

/** Samples of one chunk, which is one row of the database. */
export const trackChunkSamples = 600;

/** Columns of a track chunk in their order on the wire; `docs/wire-format.md` has them byte by byte. */
export const trackColumns = {
  /** Milliseconds since the chunk's first sample, rising. */
  dt: "u32",
  /** WGS-84 degrees × 10⁷. */
  lat: "i32",
  lon: "i32",
  /** Height over the ellipsoid in decimetres; 32 bits, since high plateaus lie above 3,276.7 m. */
  hEll: "i32",
  /** Heights in decimetres over the take-off point and over ground. */
  hRel: "i16",
  hAgl: "i16",
  /** Over ground, cm/s. */
  speed: "u16",
  /** cm/s, up is positive. */
  climb: "i16",
  /** Degrees from true north × 100. */
  heading: "u16",
  /** Percent. */
  battery: "u8",
  /** Position in `flightPhases`. */
  phase: "u8",
  /** Position in `positionFixes`. */
  fix: "u8",
  sats: "u8",
} as const;
export type TrackColumns = Columns<typeof trackColumns>;

/** What stands for "not known" in a track; never 0. */
export const trackUnknown = {
  hEll: -2147483648,
  height: -32768,
  climb: -32768,
  speed: 65535,
  heading: 65535,
  battery: 255,
  fix: 255,
  sats: 255,
} as const;

export interface TrackChunk {
  /** Drone's time of the first sample, UTC ms. */
  readonly t0: number;
  readonly count: number;
  readonly columns: TrackColumns;
}

/** Bytes that came as a track chunk and are none. */
export class TrackChunkError extends Error {
  override readonly name = "TrackChunkError";
}

/** Packs the first `count` rows, at most 600, with times relative to `t0`. */
export function encodeTrackChunk(chunk: TrackChunk): Uint8Array<ArrayBuffer> {
  const { t0, count, columns } = chunk;
  if (count > trackChunkSamples)
    throw new TrackChunkError(`A chunk holds at most ${trackChunkSamples} samples`);
  const buffer = new ArrayBuffer(headerBytes + columnsByteLength(trackColumns, count));
  const view = new DataView(buffer);
  view.setUint32(0, magic, true);
  view.setUint16(4, version, true);
  view.setUint16(6, count, true);
  view.setFloat64(8, t0, true);
  const target = viewColumns(trackColumns, buffer, headerBytes, count);
  for (const name of columnNames) target[name].set(columns[name].subarray(0, count));
  return new Uint8Array(buffer);
}

const columnNames = Object.keys(trackColumns) as (keyof TrackColumns)[];

/** Reads a chunk without copying it; throws TrackChunkError where the bytes are no chunk of this version. */
export function decodeTrackChunk(buffer: ArrayBuffer): TrackChunk {
  if (buffer.byteLength < headerBytes) throw new TrackChunkError("A track chunk has a header of 16 bytes");
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== magic) throw new TrackChunkError("A track chunk begins with ATRK");
  if (view.getUint16(4, true) !== version)
    throw new TrackChunkError("This is not version 1 of the track chunk");
  const count = view.getUint16(6, true);
  if (count > trackChunkSamples || buffer.byteLength !== headerBytes + columnsByteLength(trackColumns, count))
    throw new TrackChunkError(`${buffer.byteLength} bytes are no chunk of ${count} samples`);
  return {
    t0: view.getFloat64(8, true),
    count,
    columns: viewColumns(trackColumns, buffer, headerBytes, count),
  };
}
