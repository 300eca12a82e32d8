import { asc, eq, inArray, isNull, lte, max } from "drizzle-orm";
import { createColumns } from "../../../adapters/contract/columns.ts";
import {
  encodeTrackChunk,
  type TrackColumns,
  trackChunkSamples,
  trackColumns,
} from "../../../adapters/contract/track.ts";
import type { Db } from "../../db/handle.ts";
import { insertAll } from "../../db/insertAll.ts";
import { flights, flightTracks } from "../../db/schema/flight.ts";
import { sampleJournal } from "../../db/schema/sampleJournal.ts";
import { clockChangeMs } from "../recording/trackClock.ts";
import { keepLongerTrack, type OnError } from "./flightBatch.ts";
import { type JournalColumns, type UnpackedRow, unpackRow } from "./sampleJournal.ts";
import type { WriteBehind } from "./writeBehind.ts";

type TrackRow = typeof flightTracks.$inferInsert;

/** Rows of one transaction: minutes of samples, so that their chunks are not much smaller than others. */
const rowsAtOnce = 200;
/** The greatest time from the first sample of a chunk, ms. */
const maxChunkMs = 0xffff_ffff;

/** A sample in the journal. */
interface StoredSample {
  /** Number of its row. */
  readonly n: number;
  /** Drone's and server's time, UTC ms. */
  readonly tSrc: number;
  readonly at: number;
  readonly columns: JournalColumns;
  readonly row: number;
}

/**
 * Moves the samples that the journal has, and no chunk, to the tracks of their flights: what was accepted before the
 * server was killed. Afterwards the journal is empty.
 * @param onError receives rows that cannot be read, and samples whose flight is not stored
 */
export async function restoreSamples(
  db: Db,
  { journal }: Pick<WriteBehind, "journal">,
  onError: OnError,
): Promise<void> {
  const [{ last } = { last: 0 }] = await db.select({ last: max(sampleJournal.n) }).from(sampleJournal);
  const [{ covered } = { covered: 0 }] = await db
    .select({ covered: max(flightTracks.journalTo) })
    .from(flightTracks)
    .innerJoin(flights, eq(flights.id, flightTracks.flightId))
    .where(isNull(flights.endedAt));
  journal.continueAfter(Math.max(last ?? 0, covered ?? 0));
  for (;;) {
    const rows = await db.select().from(sampleJournal).orderBy(asc(sampleJournal.n)).limit(rowsAtOnce);
    const end = rows.at(-1)?.n;
    if (end === undefined) return;
    const samplesByFlight = groupSamples(rows, onError);
    await db.transaction(async (tx) => {
      const coveredTo = await loadCovered(tx, [...samplesByFlight.keys()]);
      const tracks = [...samplesByFlight].flatMap(([flightId, samples]) => {
        const from = coveredTo.get(flightId);
        if (from !== undefined)
          return toTrackRows(
            flightId,
            samples.filter(({ n }) => n > from),
            end,
          );
        onError(new Error(`${samples.length} samples of flight ${flightId}, which is not stored`), "restart");
        return [];
      });
      await insertAll(tx, flightTracks, tracks, { onConflict: keepLongerTrack });
      await tx.delete(sampleJournal).where(lte(sampleJournal.n, end));
    });
  }
}

function groupSamples(
  rows: readonly (typeof sampleJournal.$inferSelect)[],
  onError: OnError,
): Map<string, StoredSample[]> {
  const byFlight = new Map<string, StoredSample[]>();
  for (const stored of rows) {
    let unpacked: UnpackedRow;
    try {
      unpacked = unpackRow(stored);
    } catch (error) {
      onError(error, `row ${stored.n} of the sample journal`);
      continue;
    }
    const { columns, getFlightId, getTimes } = unpacked;
    for (let row = 0; row < stored.samples; row++) {
      const flightId = getFlightId(row);
      const samples = byFlight.get(flightId) ?? [];
      byFlight.set(flightId, samples);
      samples.push({ n: stored.n, ...getTimes(row), columns, row });
    }
  }
  return byFlight;
}

/** The last row that the chunks of each flight have; flights that are not stored are left out. */
async function loadCovered(db: Db, flightIds: readonly string[]): Promise<Map<string, number>> {
  const found = await db
    .select({ id: flights.id, to: max(flightTracks.journalTo) })
    .from(flights)
    .leftJoin(flightTracks, eq(flightTracks.flightId, flights.id))
    .where(inArray(flights.id, [...flightIds]))
    .groupBy(flights.id);
  return new Map(found.map(({ id, to }) => [id, to ?? 0]));
}

/** Chunks as the recorder makes them: a time that does not grow, and a clock that was put right, begin the next one. */
function toTrackRows(flightId: string, samples: readonly StoredSample[], journalTo: number): TrackRow[] {
  const rows: TrackRow[] = [];
  let start = 0;
  for (let end = 1; end <= samples.length; end++) {
    const [first, previous, next] = [samples[start], samples[end - 1], samples[end]];
    if (!first || !previous) continue;
    const continues =
      next !== undefined &&
      end - start < trackChunkSamples &&
      next.tSrc > previous.tSrc &&
      Math.abs(next.at - next.tSrc - (previous.at - previous.tSrc)) <= clockChangeMs &&
      next.tSrc - first.tSrc <= maxChunkMs;
    if (continues) continue;
    rows.push({
      flightId,
      t0: new Date(first.tSrc),
      samples: end - start,
      bytes: Buffer.from(encodeSamples(samples.slice(start, end), first.tSrc)),
      lastAt: new Date(previous.at),
      journalTo,
    });
    start = end;
  }
  return rows;
}

function encodeSamples(samples: readonly StoredSample[], t0: number): Uint8Array<ArrayBuffer> {
  const columns = createColumns(trackColumns, samples.length);
  // Safe cast: the keys of the table, which the type of `keys` loses.
  const names = Object.keys(trackColumns) as (keyof TrackColumns)[];
  for (const [i, sample] of samples.entries()) {
    for (const name of names) columns[name][i] = sample.columns[name][sample.row] ?? 0;
    columns.dt[i] = sample.tSrc - t0;
  }
  return encodeTrackChunk({ t0, count: samples.length, columns });
}
