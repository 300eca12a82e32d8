import {
  type Columns,
  columnsByteLength,
  createColumns,
  viewColumns,
} from "../../../adapters/contract/columns.ts";
import { trackColumns } from "../../../adapters/contract/track.ts";
import type { sampleJournal } from "../../db/schema/sampleJournal.ts";
import type { ValueColumns } from "../fleet/sampleColumns.ts";
import { writeTrackSample } from "../fleet/trackRecorder.ts";

type JournalRow = typeof sampleJournal.$inferInsert;

/** A sample as the journal gets it. */
export interface JournaledSample {
  readonly flightId: string;
  /** Drone's time, UTC ms. */
  readonly tSrc: number;
  /** Server's time, UTC ms. */
  readonly at: number;
  readonly values: ValueColumns;
  readonly row: number;
}

/** Packs accepted samples into rows that are stored before the samples are acknowledged. */
export interface SampleJournal {
  readonly add: (sample: JournaledSample) => void;
  /**
   * A chunk that is about to be stored has all samples of the flight so far: those that are not packed yet need not be.
   * @returns the row up to which chunks have the flight's samples
   */
  readonly cover: (flightId: string) => number;
  /** Packs what was added since the last call; null where there is nothing. */
  readonly take: () => JournalRow | null;
  /** Rows before this one have only samples that chunks have. */
  readonly getCoveredBefore: () => number;
  /** Told that the row that was taken last will be stored. */
  readonly keep: () => void;
  /** Whether rows that are stored, or will be, have samples of the flight that no chunk has. */
  readonly hasKept: (flightId: string) => boolean;
  /** Counts on after the last row that is stored. */
  readonly continueAfter: (n: number) => void;
}

/**
 * Columns of a row: the place of the flight in the row's list, and times as the upper and lower 32 bits of UTC ms. `dt`
 * has the lower bits of the drone's time.
 */
const journalColumns = {
  flight: "u32",
  sourceHigh: "u32",
  serverHigh: "u32",
  serverLow: "u32",
  ...trackColumns,
} as const;
export type JournalColumns = Columns<typeof journalColumns>;
const columnNames = Object.keys(journalColumns) as (keyof JournalColumns)[];

const twoTo32 = 2 ** 32;
const firstCapacity = 1_024;

/** Samples of a flight since the last `take`: those before `from` are in a chunk. */
interface PendingFlight {
  readonly place: number;
  from: number;
}

export function createSampleJournal(): SampleJournal {
  let columns = createColumns(journalColumns, firstCapacity);
  let count = 0;
  let last = 0;
  let kept = 0;
  const pending = new Map<string, PendingFlight>();
  /** The first row with samples of a flight that no chunk has. */
  const firstRows = new Map<string, number>();

  function getPlace(flightId: string): number {
    const known = pending.get(flightId);
    if (known) return known.place;
    pending.set(flightId, { place: pending.size, from: 0 });
    return pending.size - 1;
  }

  return {
    add: ({ flightId, tSrc, at, values, row }) => {
      if (count === columns.flight.length) columns = growColumns(columns);
      columns.flight[count] = getPlace(flightId);
      columns.sourceHigh[count] = Math.floor(tSrc / twoTo32);
      columns.serverHigh[count] = Math.floor(at / twoTo32);
      columns.serverLow[count] = at % twoTo32;
      writeTrackSample(columns, count, tSrc % twoTo32, values, row);
      count += 1;
    },
    cover: (flightId) => {
      const flight = pending.get(flightId);
      if (flight) flight.from = count;
      firstRows.delete(flightId);
      return last;
    },
    take: () => {
      const flights = [...pending];
      const starts = flights.map(([, { from }]) => from);
      const rows: number[] = [];
      for (let row = 0; row < count; row++)
        if (row >= (starts[columns.flight[row] ?? 0] ?? 0)) rows.push(row);
      pending.clear();
      count = 0;
      if (rows.length === 0) return null;
      last += 1;
      for (const row of rows) {
        const id = flights[columns.flight[row] ?? 0]?.[0] ?? "";
        if (!firstRows.has(id)) firstRows.set(id, last);
      }
      const bytes = packRows(columns, rows);
      return { n: last, flights: flights.map(([id]) => id), samples: rows.length, bytes };
    },
    getCoveredBefore: () => {
      let first = last + 1;
      for (const n of firstRows.values()) if (n < first) first = n;
      return first;
    },
    keep: () => {
      kept = last;
    },
    hasKept: (flightId) => (firstRows.get(flightId) ?? Number.POSITIVE_INFINITY) <= kept,
    continueAfter: (n) => {
      [last, kept] = [n, n];
    },
  };
}

function growColumns(columns: JournalColumns): JournalColumns {
  const larger = createColumns(journalColumns, columns.flight.length * 2);
  for (const name of columnNames) larger[name].set(columns[name]);
  return larger;
}

function packRows(columns: JournalColumns, rows: readonly number[]): Buffer {
  const packed = createColumns(journalColumns, rows.length);
  for (const name of columnNames) {
    const [from, to] = [columns[name], packed[name]];
    for (const [i, row] of rows.entries()) to[i] = from[row] ?? 0;
  }
  return Buffer.from(packed.flight.buffer);
}

/** Samples of a stored row. */
export interface UnpackedRow {
  readonly columns: JournalColumns;
  readonly getFlightId: (row: number) => string;
  /** Drone's and server's time of a sample, UTC ms. */
  readonly getTimes: (row: number) => { readonly tSrc: number; readonly at: number };
}

/**
 * Reads a stored row.
 * @throws RangeError where its bytes are not those of a row
 */
export function unpackRow({ flights, samples: count, bytes }: Omit<JournalRow, "n">): UnpackedRow {
  if (columnsByteLength(journalColumns, count) !== bytes.length)
    throw new RangeError(`${bytes.length} bytes are no ${count} samples of the journal`);
  const columns = viewColumns(journalColumns, new Uint8Array(bytes).buffer, 0, count);
  return {
    columns,
    getFlightId: (row) => flights[columns.flight[row] ?? 0] ?? "",
    getTimes: (row) => ({
      tSrc: (columns.sourceHigh[row] ?? 0) * twoTo32 + (columns.dt[row] ?? 0),
      at: (columns.serverHigh[row] ?? 0) * twoTo32 + (columns.serverLow[row] ?? 0),
    }),
  };
}
