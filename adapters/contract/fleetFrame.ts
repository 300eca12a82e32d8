import { type Columns, columnsByteLength, viewColumns } from "./columns.ts";

/** The four characters `AFLT` that a fleet frame begins with, read as a little-endian number. */
const magic = 0x544c4641;
const version = 1;
const headerBytes = 32;
const snapshotFlag = 1;

/** Columns of a fleet frame in their order on the wire; `docs/wire-format.md` has them byte by byte. */
export const fleetColumns = {
  /** Row of the index table that travels as JSON. */
  index: "u32",
  /** WGS-84 degrees × 10⁷. */
  lat: "i32",
  lon: "i32",
  /** Heights in decimetres: over the ellipsoid, over the take-off point, over ground. */
  hEll: "i16",
  hRel: "i16",
  hAgl: "i16",
  /** Over ground, cm/s. */
  speed: "u16",
  /** cm/s, up is positive. */
  climb: "i16",
  /** Degrees from true north × 100, 0 to 35999. */
  heading: "u16",
  /** Percent. */
  battery: "u8",
  /** Position in `flightPhases`. */
  phase: "u8",
  /** Position in `linkStates`. */
  link: "u8",
  spare: "u8",
  /** Bits of `frameAlarms`. */
  alarms: "u32",
  /** Tenths of a second since the drone's own time of the position; 65535 is that long or longer. */
  age: "u16",
} as const;
export type FleetColumns = Columns<typeof fleetColumns>;

/** What stands for "not known" in each column that can be unknown; never 0. */
export const fleetUnknown = {
  height: -32768,
  climb: -32768,
  speed: 65535,
  heading: 65535,
  battery: 255,
} as const;

/** Bits of the `alarms` column; new ones are appended. */
export const frameAlarms = { positionLost: 1, positionJump: 2 } as const;

export interface FleetFrameHeader {
  /** The server's clock at the tick, UTC ms. */
  readonly serverTime: number;
  /** Rises by one a tick, modulo 2³²; a gap means that frames were skipped for this subscriber. */
  readonly sequence: number;
  /** Which index table the rows refer to. */
  readonly tableId: number;
  /** The first frame after opening or after a new view. */
  readonly snapshot: boolean;
  /** Drones of the whole fleet, cut away ones included. */
  readonly fleetSize: number;
}

/** A frame is complete: a drone that is not in it is outside the view, or its task is closed. */
export interface FleetFrame extends FleetFrameHeader {
  readonly count: number;
  /** Views over the frame's own bytes. */
  readonly columns: FleetColumns;
}

/** Bytes that came as a fleet frame and are none. */
export class FleetFrameError extends Error {
  override readonly name = "FleetFrameError";
}

/**
 * Packs one frame.
 * @param rows which rows of `source` go into it, in that order; without it the first `count`
 */
export function encodeFleetFrame(
  head: FleetFrameHeader,
  source: FleetColumns,
  count: number,
  rows?: Uint32Array,
): Uint8Array<ArrayBuffer> {
  const buffer = new ArrayBuffer(headerBytes + columnsByteLength(fleetColumns, count));
  const view = new DataView(buffer);
  view.setUint32(0, magic, true);
  view.setUint16(4, version, true);
  view.setUint16(6, head.snapshot ? snapshotFlag : 0, true);
  view.setFloat64(8, head.serverTime, true);
  view.setUint32(16, head.sequence >>> 0, true);
  view.setUint32(20, count, true);
  view.setUint32(24, head.tableId >>> 0, true);
  view.setUint32(28, head.fleetSize, true);
  const target = viewColumns(fleetColumns, buffer, headerBytes, count);
  for (const name of columnNames) {
    if (rows) copyRows(target[name], source[name], rows, count);
    else target[name].set(source[name].subarray(0, count));
  }
  return new Uint8Array(buffer);
}

const columnNames = Object.keys(fleetColumns) as (keyof FleetColumns)[];

type Column = FleetColumns[keyof FleetColumns];

/** The same bytes as unsigned numbers: a loop that sees three kinds of arrays is much faster than one that sees five. */
function toUnsignedView({ buffer, byteOffset, length, BYTES_PER_ELEMENT }: Column) {
  if (BYTES_PER_ELEMENT === 4) return new Uint32Array(buffer, byteOffset, length);
  if (BYTES_PER_ELEMENT === 2) return new Uint16Array(buffer, byteOffset, length);
  return new Uint8Array(buffer, byteOffset, length);
}

function copyRows(target: Column, source: Column, rows: Uint32Array, count: number): void {
  const [destination, origin] = [toUnsignedView(target), toUnsignedView(source)];
  for (let i = 0; i < count; i++) destination[i] = origin[rows[i] ?? 0] ?? 0;
}

/** Reads a frame without copying it; throws FleetFrameError where the bytes are no frame of this version. */
export function decodeFleetFrame(buffer: ArrayBuffer): FleetFrame {
  if (buffer.byteLength < headerBytes) throw new FleetFrameError("A fleet frame has a header of 32 bytes");
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== magic) throw new FleetFrameError("A fleet frame begins with AFLT");
  if (view.getUint16(4, true) !== version) throw new FleetFrameError("This is not version 1 of the frame");
  const count = view.getUint32(20, true);
  if (buffer.byteLength !== headerBytes + columnsByteLength(fleetColumns, count))
    throw new FleetFrameError(`${buffer.byteLength} bytes are no frame of ${count} drones`);
  return {
    serverTime: view.getFloat64(8, true),
    sequence: view.getUint32(16, true),
    count,
    tableId: view.getUint32(24, true),
    snapshot: (view.getUint16(6, true) & snapshotFlag) !== 0,
    fleetSize: view.getUint32(28, true),
    columns: viewColumns(fleetColumns, buffer, headerBytes, count),
  };
}
