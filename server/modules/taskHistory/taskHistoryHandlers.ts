import { and, count, eq, isNotNull, type SQL, sql, sum } from "drizzle-orm";
import * as z from "zod/mini";
import type { FlightRow, taskHistoryCalls } from "../../../adapters/contract/taskHistory.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Handler, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { flights } from "../../db/schema/flight.ts";
import { tasks } from "../../db/schema/task.ts";
import { buildCharacterCondition, buildConditions } from "../../list/buildConditions.ts";
import { queryCountedPage } from "../../list/queryPage.ts";
import { requireRecord } from "../../records/refusals.ts";
import { followAttachments } from "../task/flightHandlers.ts";
import { toTaskRow } from "../task/taskRow.ts";
import { type FlightPageRequest, flightList, scannedFlightList } from "./flightList.ts";

/** With more rows, reading them one by one takes longer than reading the whole table in parallel. */
const maxIndexedRows = 30_000;

const planSchema = z.object({
  rows: z.tuple([
    z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: z.object({ "Plan Rows": z.number() }) })]) }),
  ]),
});

/** How many rows the planner expects, from its figures: about a millisecond. */
async function estimateRows(db: Db, where: SQL): Promise<number> {
  const answer: unknown = await db.execute(
    sql`explain (format json) select 1 from ${flights} where ${where}`,
  );
  const [row] = planSchema.parse(answer).rows;
  return row["QUERY PLAN"][0].Plan["Plan Rows"];
}

/** Flights, seconds and metres of all flights that match, and how many of them have a gap. */
async function sumFlights(
  { db, now }: { readonly db: Db; readonly now: Date },
  query: FlightPageRequest,
): Promise<{ flights: number; durationS: number; distanceM: number; incompleteFlights: number }> {
  const characters = query.keyword ? buildCharacterCondition(flightList, query.keyword) : undefined;
  // The condition of the index is dear where the planner does not use the index: it splits each text again.
  const isCommon = characters !== undefined && (await estimateRows(db, characters)) > maxIndexedRows;
  const where = buildConditions(isCommon ? scannedFlightList : flightList, query, now);
  const [sums] = await db
    .select({
      flights: count(),
      durationS: sum(flights.durationS).mapWith(Number),
      distanceM: sum(flights.distanceM).mapWith(Number),
    })
    .from(flights)
    .where(where);
  // A sum of no rows is null.
  return {
    flights: sums?.flights ?? 0,
    durationS: sums?.durationS ?? 0,
    distanceM: sums?.distanceM ?? 0,
    // By an index of its own: that of the sums does not have it.
    incompleteFlights: await db.$count(flights, and(where, eq(flights.isDistanceIncomplete, true))),
  };
}

type FlightRecord = typeof flights.$inferSelect;

/** A flight that has ended, as the history shows it. */
function toFlightRow(record: FlightRecord): FlightRow {
  const { taskName, taskKind, taskStatus, startedAt, endedAt, ...flight } = record;
  return {
    id: flight.id,
    taskId: flight.taskId,
    flightNo: flight.flightNo,
    taskNo: flight.taskNo,
    name: taskName,
    kind: taskKind,
    status: taskStatus,
    companyId: flight.companyId,
    companyName: flight.companyName,
    droneSn: flight.droneSn,
    droneModel: flight.droneModel,
    pilotId: flight.pilotId,
    pilotName: flight.pilotName,
    endReason: flight.endReason,
    startedAt: startedAt.toISOString(),
    endedAt: (endedAt ?? startedAt).toISOString(),
    durationS: flight.durationS,
    distanceM: flight.distanceM,
    isDistanceIncomplete: flight.isDistanceIncomplete,
    maxHeightM: flight.maxHeightM,
    photoCount: flight.photoCount,
    videoCount: flight.videoCount,
    alarmCount: flight.alarmCount,
    takeoffRegionId: flight.takeoffRegionId,
    takeoffRegionName: flight.takeoffRegionName,
  };
}

/** A page of flights, with the sums of the whole result. */
const taskHistoryList: Handler<typeof taskHistoryCalls.taskHistoryList> = async ({ body }, call) => {
  const sums = await sumFlights(call, body);
  const page = await queryCountedPage(call, flightList, body, toFlightRow, sums.flights);
  return { ...page, sums };
};

export const taskHistoryHandlers: Handlers<typeof taskHistoryCalls> = {
  taskHistoryList,
  flightOne: async ({ params }, { db }) => {
    const [flight] = await db
      .select()
      .from(flights)
      .where(and(eq(flights.id, params.id), isNotNull(flights.endedAt)));
    return toFlightRow(requireRecord(flight, word.flight));
  },
  taskOne: async ({ params }, { db, live }) => {
    const [taskId = params.id] = await followAttachments(db, [params.id]);
    const [found] = await db.select().from(tasks).where(eq(tasks.id, taskId));
    const task = requireRecord(found, word.task);
    const open = live.registry.getByTask(taskId);
    return toTaskRow(task, open ? live.registry.getLiveState(open) : null);
  },
};
