import { type Columns, columnsByteLength, viewColumns } from "./columns.ts";

/** First four bytes of a chunk, `ATRK`, as a little-endian number. */
const magic = 0x4b525441;
const version = 1;
const headerBytes = 16;

/** Samples in one chunk at most; a chunk is one database row. */
export const trackChunkSamples = 600;

/** Columns of a track chunk in wire order; see `docs/wire-format.md` for the byte layout. */
export const trackColumns = {
  /** Milliseconds since the chunk's first sample, ascending. */
  dt: "u32",
  /** WGS-84 degrees × 10⁷. */
  lat: "i32",
  lon: "i32",
  /** Height above the ellipsoid in decimetres; 32 bits, as high plateaus exceed 3,276.7 m. */
  hEll: "i32",
  /** Heights in decimetres above the take-off point and above ground. */
  hRel: "i16",
  hAgl: "i16",
  /** Ground speed, cm/s. */
  speed: "u16",
  /** Climb rate in cm/s, positive upwards. */
  climb: "i16",
  /** Degrees from true north × 100. */
  heading: "u16",
  /** Percent. */
  battery: "u8",
  /** Index in `flightPhases`. */
  phase: "u8",
  /** Index in `positionFixes`. */
  fix: "u8",
  sats: "u8",
} as const;
export type TrackColumns = Columns<typeof trackColumns>;

/** Value that means "unknown" in each column; never 0. */
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
  /** Time of the first sample by the drone's clock, UTC ms. */
  readonly t0: number;
  readonly count: number;
  readonly columns: TrackColumns;
}

/** Thrown for bytes that are not a valid track chunk. */
export class TrackChunkError extends Error {
  override readonly name = "TrackChunkError";
}

/** Encodes the first `count` rows, at most 600, with times relative to `t0`. */
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

const maxLat = 900_000_000;
const maxLon = 1_800_000_000;

/** Whether the values of a chunk can be true: bytes that were changed keep their length. */
export function isPlausibleChunk({ t0, count, columns: { dt, lat, lon } }: TrackChunk): boolean {
  if (!Number.isFinite(t0)) return false;
  for (let i = 0; i < count; i++) {
    if (i > 0 && (dt[i] ?? 0) <= (dt[i - 1] ?? 0)) return false;
    if (Math.abs(lat[i] ?? 0) > maxLat || Math.abs(lon[i] ?? 0) > maxLon) return false;
  }
  return true;
}

/** Decodes a chunk without copying. Throws TrackChunkError if the bytes are not a chunk of this version. */
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
