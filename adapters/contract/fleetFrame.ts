import { type Columns, type ColumnTable, columnsByteLength, createColumns, viewColumns } from "./columns.ts";
import * as word from "./words.ts";

/** First four bytes of a fleet frame, `AFLT`, as a little-endian number. */
const magic = 0x544c4641;
/** Of a frame whose drones are all rows, and of one that has cells too. */
const [rowsVersion, cellsVersion] = [2, 3];
/** The header of a frame with cells has the number of cells behind it. */
const headerBytes = 52;
const cellsHeaderBytes = 56;
const snapshotFlag = 1;

/** Columns of a fleet frame in wire order; see `docs/wire-format.md` for the byte layout. */
export const fleetColumns = {
  /** Row in the index table, which is sent as JSON. */
  index: "u32",
  /** WGS-84 degrees × 10⁷. */
  lat: "i32",
  lon: "i32",
  /** Heights in decimetres: above the ellipsoid, above the take-off point, above ground. */
  hEll: "i16",
  hRel: "i16",
  hAgl: "i16",
  /** Ground speed, cm/s. */
  speed: "u16",
  /** Climb rate in cm/s, positive upwards. */
  climb: "i16",
  /** Degrees from true north × 100, 0 to 35999. */
  heading: "u16",
  /** Percent. */
  battery: "u8",
  /** Index in `flightPhases`. */
  phase: "u8",
  /** Index in `linkStates`. */
  link: "u8",
  /** Bits of `frameFlags`. */
  flags: "u8",
  /** Bits of `frameAlarms`. */
  alarms: "u32",
  /** Tenths of a second since the drone measured the position; 65535 means that or more. */
  age: "u16",
} as const;
export type FleetColumns = Columns<typeof fleetColumns>;

/** Bits of the `flags` column. `positionOld`: by `isPositionStale`. */
export const frameFlags = { positionOld: 1 } as const;

/** Columns of the cells: drones close to one another that are counted, not sent one by one. */
export const cellColumns = {
  /** Mean of their places, WGS-84 degrees × 10⁷. */
  lat: "i32",
  lon: "i32",
  count: "u32",
  /** By their link; the others are fresh. */
  delayed: "u32",
  lost: "u32",
  lastKnown: "u32",
  /** Those with `dataStates.position`. */
  position: "u32",
  /** Worst of `alarmLevels`. */
  alarmLevel: "u8",
} as const;

/** The cells of a frame, one after the other in each column. */
export interface FleetCells {
  readonly count: number;
  readonly columns: Columns<typeof cellColumns>;
}
export const noCells: FleetCells = { count: 0, columns: createColumns(cellColumns, 0) };

/** Value that means "unknown" in each column that can be unknown; never 0. */
export const fleetUnknown = {
  height: -32768,
  climb: -32768,
  speed: 65535,
  heading: 65535,
  battery: 255,
} as const;

/** Value of the `age` column that means 6,553.5 s or more. */
export const maxFrameAge = 65535;

/**
 * Bits of the `alarms` column; new ones are appended. Those of a priority say that the drone has an open alarm of it,
 * neither shelved nor suppressed: one that waits for its acknowledgement, or one that has it.
 */
export const frameAlarms = {
  positionLost: 1,
  positionJump: 2,
  p1: 4,
  p2: 8,
  p3: 16,
  p1Acknowledged: 32,
  p2Acknowledged: 64,
  p3Acknowledged: 128,
  /** It flies although its phase says that it is on the ground. */
  contradicted: 256,
  /** It says that it moves, but sends the same place again and again. */
  positionFrozen: 512,
  /** Beside `p1`: of the P1 that wait for their acknowledgement, none holds. */
  p1Ended: 1_024,
  /** Beside `p2`, likewise. */
  p2Ended: 2_048,
} as const;

/** What is wrong with the data of a drone whose link is fine, worst first: one word each, wherever it is shown. */
const dataFaults = [
  { bit: frameAlarms.positionLost, label: word.positionLost },
  { bit: frameAlarms.positionJump, label: "位置跳变" },
  { bit: frameAlarms.positionFrozen, label: "位置停更" },
  { bit: frameAlarms.contradicted, label: "阶段与高度速度矛盾" },
] as const;

/** The faults of its data, worst first. @param alarms bits of `frameAlarms` */
export const getDataFaults = (alarms: number): readonly string[] =>
  dataFaults.filter(({ bit }) => (alarms & bit) !== 0).map(({ label }) => label);

/** The worst fault of its data; null where there is none. @param alarms bits of `frameAlarms` */
export const getDataFault = (alarms: number): string | null => getDataFaults(alarms)[0] ?? null;

/** What is counted of all flights, in wire order; each is a u32 of the header. */
export const fleetCountNames = ["flying", "lost", "delayed", "positionAlarm", "positionFrozen"] as const;
/** Flights in the air, and those in trouble, whatever the view. */
export type FleetCounts = Readonly<Record<(typeof fleetCountNames)[number], number>>;

export interface FleetFrameHeader {
  /** The server's clock at the tick, UTC ms. */
  readonly serverTime: number;
  /** Increments every tick, modulo 2³²; a gap means that this subscriber missed frames. */
  readonly sequence: number;
  /** Id of the index table that the rows refer to. */
  readonly tableId: number;
  /** Set on the first frame after opening or changing the view. */
  readonly snapshot: boolean;
  /** Drones with a known position in the whole fleet, including those outside the view. */
  readonly fleetSize: number;
  /** Of all flights, those without a known position too. */
  readonly counts: FleetCounts;
}

/** A complete frame: a drone that is missing is counted in a cell or outside the view, or its task has closed. */
export interface FleetFrame extends FleetFrameHeader {
  readonly count: number;
  /** Views over the frame's bytes. */
  readonly columns: FleetColumns;
  readonly cells: FleetCells;
}

/** More than any fleet has: higher indexes are ignored and larger cells refused, to bound a client's memory. */
export const maxDrones = 1_000_000;

/** Thrown for bytes that are not a valid fleet frame. */
export class FleetFrameError extends Error {
  override readonly name = "FleetFrameError";
}

/** Rows of a fleet to encode. */
export interface FrameRows {
  readonly columns: FleetColumns;
  readonly count: number;
  /** Indexes of the rows of `columns`, in their order; default: the first `count`. */
  readonly rows?: Uint32Array;
}

/** Encodes one frame; one without cells as version 2. */
export function encodeFleetFrame(
  head: FleetFrameHeader,
  { columns: source, count, rows }: FrameRows,
  cells: FleetCells = noCells,
): Uint8Array<ArrayBuffer> {
  const hasCells = cells.count > 0;
  const rowsAt = hasCells ? cellsHeaderBytes : headerBytes;
  const cellsAt = rowsAt + columnsByteLength(fleetColumns, count);
  const buffer = new ArrayBuffer(cellsAt + columnsByteLength(cellColumns, cells.count));
  const view = new DataView(buffer);
  view.setUint32(0, magic, true);
  view.setUint16(4, hasCells ? cellsVersion : rowsVersion, true);
  view.setUint16(6, head.snapshot ? snapshotFlag : 0, true);
  view.setFloat64(8, head.serverTime, true);
  view.setUint32(16, head.sequence >>> 0, true);
  view.setUint32(20, count, true);
  view.setUint32(24, head.tableId >>> 0, true);
  view.setUint32(28, head.fleetSize, true);
  fleetCountNames.forEach((name, place) => view.setUint32(countsAt + 4 * place, head.counts[name], true));
  if (hasCells) view.setUint32(headerBytes, cells.count, true);
  const target = viewColumns(fleetColumns, buffer, rowsAt, count);
  for (const name of columnNames) {
    if (rows) copyRows(target[name], source[name], rows, count);
    else target[name].set(source[name].subarray(0, count));
  }
  const targetCells = viewColumns(cellColumns, buffer, cellsAt, cells.count);
  for (const name of cellColumnNames) targetCells[name].set(cells.columns[name].subarray(0, cells.count));
  return new Uint8Array(buffer);
}

/** Where the counts begin in the header. */
const countsAt = 32;

const getNames = <T extends ColumnTable>(table: T) => Object.keys(table) as (keyof T)[];
const columnNames = getNames(fleetColumns);
export const cellColumnNames = getNames(cellColumns);

type Column = FleetColumns[keyof FleetColumns];

/** Views the bytes as unsigned numbers: the copy loop is much faster with three array types than with five. */
function toUnsignedView({ buffer, byteOffset, length, BYTES_PER_ELEMENT }: Column) {
  if (BYTES_PER_ELEMENT === 4) return new Uint32Array(buffer, byteOffset, length);
  if (BYTES_PER_ELEMENT === 2) return new Uint16Array(buffer, byteOffset, length);
  return new Uint8Array(buffer, byteOffset, length);
}

function copyRows(target: Column, source: Column, rows: Uint32Array, count: number): void {
  const [destination, origin] = [toUnsignedView(target), toUnsignedView(source)];
  for (let i = 0; i < count; i++) destination[i] = origin[rows[i] ?? 0] ?? 0;
}

/** Decodes a frame without copying. Throws FleetFrameError if the bytes are not a frame of these versions. */
export function decodeFleetFrame(buffer: ArrayBuffer): FleetFrame {
  if (buffer.byteLength < headerBytes) throw new FleetFrameError("A fleet frame has a header of 52 bytes");
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== magic) throw new FleetFrameError("A fleet frame begins with AFLT");
  const version = view.getUint16(4, true);
  if (version !== rowsVersion && version !== cellsVersion)
    throw new FleetFrameError("This is neither version 2 nor 3 of the frame");
  const rowsAt = version === cellsVersion ? cellsHeaderBytes : headerBytes;
  if (buffer.byteLength < rowsAt)
    throw new FleetFrameError("A fleet frame with cells has a header of 56 bytes");
  const count = view.getUint32(20, true);
  const cellCount = version === cellsVersion ? view.getUint32(headerBytes, true) : 0;
  const cellsAt = rowsAt + columnsByteLength(fleetColumns, count);
  if (buffer.byteLength !== cellsAt + columnsByteLength(cellColumns, cellCount))
    throw new FleetFrameError(
      `${buffer.byteLength} bytes are no frame of ${count} drones and ${cellCount} cells`,
    );
  const cells = viewColumns(cellColumns, buffer, cellsAt, cellCount);
  if (cells.count.reduce((sum, drones) => sum + drones, 0) > maxDrones)
    throw new FleetFrameError("The cells of a fleet frame have more drones than there can be");
  return {
    serverTime: view.getFloat64(8, true),
    sequence: view.getUint32(16, true),
    count,
    tableId: view.getUint32(24, true),
    snapshot: (view.getUint16(6, true) & snapshotFlag) !== 0,
    fleetSize: view.getUint32(28, true),
    counts: readCounts(view),
    columns: viewColumns(fleetColumns, buffer, rowsAt, count),
    cells: { count: cellCount, columns: cells },
  };
}

const readCounts = (view: DataView): FleetCounts =>
  // Seam: the type of `fromEntries` loses that each name is there.
  Object.fromEntries(
    fleetCountNames.map((name, place) => [name, view.getUint32(countsAt + 4 * place, true)]),
  ) as FleetCounts;
