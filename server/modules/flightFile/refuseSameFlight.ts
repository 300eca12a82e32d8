import { and, asc, eq, gte, isNull, lte, max, or, sql } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { flights, flightTracks } from "../../db/schema/flight.ts";
import type { ImportRecord } from "../../db/schema/importJob.ts";
import { RefusalError } from "../../errors.ts";
import { formatShanghaiTime } from "../../records/shanghaiDay.ts";
import type { ImportedFlight } from "../../telemetry/recording/flySamples.ts";
import { isSameWay, readWay } from "../../telemetry/recording/isSameWay.ts";

/** So far the clocks may be apart: the drone's, by which a file and a track tell times, and the server's. */
const clockSlackMs = 10 * 60_000;
/** Flights of one drone that are compared at most. */
const maxCompared = 20;

/**
 * Refuses a recording of a flight that the history has: of the same drone, at the same time, in the same places. Another
 * format of it is another file.
 */
export async function refuseSameFlight(
  db: Db,
  { companyId, droneSn }: Pick<ImportRecord, "companyId" | "droneSn">,
  imported: readonly ImportedFlight[],
): Promise<void> {
  for (const { chunks, startedAt, endedAt } of imported) {
    const way = readWay(chunks);
    for (const known of await findAtTime(db, companyId, droneSn, startedAt, endedAt)) {
      const stored = await readChunks(db, known.id, new Date(startedAt), new Date(endedAt));
      if (isSameWay(way, readWay(stored)))
        throw new RefusalError(
          `历史中已有这次飞行：${known.flightNo}（${formatShanghaiTime(known.startedAt)} 开始，同一架无人机，时间和位置相同）。确需再导入一次，请勾选“仍然导入”后重新提交`,
        );
    }
  }
}

/** The chunks of a track that have samples of a time, by the drone's clock. */
function readChunks(db: Db, flightId: string, from: Date, to: Date) {
  const { t0 } = flightTracks;
  const isOfFlight = eq(flightTracks.flightId, flightId);
  const lastBefore = db
    .select({ t0: max(t0) })
    .from(flightTracks)
    .where(and(isOfFlight, lte(t0, from)));
  return db
    .select({ bytes: flightTracks.bytes })
    .from(flightTracks)
    .where(and(isOfFlight, lte(t0, to), gte(t0, sql`coalesce((${lastBefore}), ${from})`)))
    .orderBy(asc(t0));
}

/** What the drone's clock showed at a time of the server's. */
const toDroneTime = (at: typeof flights.startedAt | typeof flights.endedAt) =>
  sql<Date>`${at} - make_interval(secs => coalesce(${flights.clockOffsetMs}, 0) / 1000)`.mapWith(at);

const findAtTime = (db: Db, companyId: string, droneSn: string, startedAt: number, endedAt: number) =>
  db
    .select({ id: flights.id, flightNo: flights.flightNo, startedAt: flights.startedAt })
    .from(flights)
    .where(
      and(
        eq(flights.companyId, companyId),
        eq(flights.droneSn, droneSn),
        lte(toDroneTime(flights.startedAt), new Date(endedAt + clockSlackMs)),
        or(isNull(flights.endedAt), gte(toDroneTime(flights.endedAt), new Date(startedAt - clockSlackMs))),
      ),
    )
    .orderBy(asc(flights.startedAt), asc(flights.id))
    .limit(maxCompared);
