/** Typed arrays by the short names that column tables use. */
export interface ColumnArrays {
  readonly u8: Uint8Array<ArrayBuffer>;
  readonly u16: Uint16Array<ArrayBuffer>;
  readonly i16: Int16Array<ArrayBuffer>;
  readonly u32: Uint32Array<ArrayBuffer>;
  readonly i32: Int32Array<ArrayBuffer>;
}
export type ColumnType = keyof ColumnArrays;

/** Names and types of the columns of a binary format, in wire order. */
export type ColumnTable = Readonly<Record<string, ColumnType>>;

/** One typed array per column, all of the same length. */
export type Columns<T extends ColumnTable> = { readonly [K in keyof T]: ColumnArrays[T[K]] };

const arrayTypes = {
  u8: { bytes: 1, createView: (buffer, at, n) => new Uint8Array(buffer, at, n) },
  u16: { bytes: 2, createView: (buffer, at, n) => new Uint16Array(buffer, at, n) },
  i16: { bytes: 2, createView: (buffer, at, n) => new Int16Array(buffer, at, n) },
  u32: { bytes: 4, createView: (buffer, at, n) => new Uint32Array(buffer, at, n) },
  i32: { bytes: 4, createView: (buffer, at, n) => new Int32Array(buffer, at, n) },
} satisfies {
  [K in ColumnType]: {
    readonly bytes: number;
    readonly createView: (buffer: ArrayBuffer, at: number, n: number) => ColumnArrays[K];
  };
};

/** Columns start at multiples of four bytes, as typed array views require. */
const alignToWord = (bytes: number) => (bytes + 3) & ~3;

/** Size of n rows in bytes. */
export const columnsByteLength = (table: ColumnTable, n: number): number =>
  Object.values(table).reduce((sum, type) => sum + alignToWord(arrayTypes[type].bytes * n), 0);

/**
 * Creates typed array views over the columns of a buffer without copying. Values are little-endian, like
 * every machine that runs a browser or Node.
 */
export function viewColumns<T extends ColumnTable>(
  table: T,
  buffer: ArrayBuffer,
  offset: number,
  n: number,
): Columns<T> {
  let at = offset;
  const columns: Record<string, ColumnArrays[ColumnType]> = {};
  for (const [name, type] of Object.entries(table)) {
    columns[name] = arrayTypes[type].createView(buffer, at, n);
    at += alignToWord(arrayTypes[type].bytes * n);
  }
  // Safe cast: the loop created exactly the table's names with their types.
  return columns as Columns<T>;
}

/** Allocates zeroed columns. */
export const createColumns = <T extends ColumnTable>(table: T, n: number): Columns<T> =>
  viewColumns(table, new ArrayBuffer(columnsByteLength(table, n)), 0, n);
