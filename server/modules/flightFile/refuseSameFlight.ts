import { and, asc, eq, gte, isNull, lte, or } from "drizzle-orm";
import { RefusalError } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { flights, flightTracks } from "../../db/schema/flight.ts";
import type { ImportRecord } from "../../db/schema/importJob.ts";
import { formatShanghaiTime } from "../../list/exportColumn.ts";
import type { ImportedFlight } from "../../telemetry/recording/buildImport.ts";
import { isSameWay, readWay } from "../../telemetry/recording/isSameWay.ts";

/** The drone's clock, which names the times of a file, may be so far from the server's, which those of flights are by. */
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
      const stored = await db
        .select({ bytes: flightTracks.bytes })
        .from(flightTracks)
        .where(eq(flightTracks.flightId, known.id))
        .orderBy(asc(flightTracks.t0));
      if (isSameWay(way, readWay(stored)))
        throw new RefusalError(
          `历史中已有这次飞行：${known.flightNo}（${formatShanghaiTime(known.startedAt)} 开始，同一架无人机，时间和位置相同）。确需再导入一次，请勾选“仍然导入”后重新提交`,
        );
    }
  }
}

const findAtTime = (db: Db, companyId: string, droneSn: string, startedAt: number, endedAt: number) =>
  db
    .select({ id: flights.id, flightNo: flights.flightNo, startedAt: flights.startedAt })
    .from(flights)
    .where(
      and(
        eq(flights.companyId, companyId),
        eq(flights.droneSn, droneSn),
        lte(flights.startedAt, new Date(endedAt + clockSlackMs)),
        or(isNull(flights.endedAt), gte(flights.endedAt, new Date(startedAt - clockSlackMs))),
      ),
    )
    .orderBy(asc(flights.startedAt), asc(flights.id))
    .limit(maxCompared);
