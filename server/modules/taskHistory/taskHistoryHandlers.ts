import { and, eq, isNotNull } from "drizzle-orm";
import type { FlightRow, taskHistoryCalls } from "../../../adapters/contract/taskHistory.ts";
import type { Handler, Handlers } from "../../call.ts";
import { flights } from "../../db/schema/flight.ts";
import { tasks } from "../../db/schema/task.ts";
import { queryCountedPage } from "../../list/queryPage.ts";
import { createExportHandler } from "../exportJob/createExportHandler.ts";
import { requireRecord } from "../refusals.ts";
import { followAttachments } from "../task/flightHandlers.ts";
import { toTaskRow } from "../task/taskRow.ts";
import { flightList } from "./flightList.ts";
import { sumFlights } from "./sumFlights.ts";

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
  taskHistoryExport: createExportHandler("taskHistoryExport"),
  flightOne: async ({ params }, { db }) => {
    const [flight] = await db
      .select()
      .from(flights)
      .where(and(eq(flights.id, params.id), isNotNull(flights.endedAt)));
    return toFlightRow(requireRecord(flight, "飞行"));
  },
  taskOne: async ({ params }, { db, live }) => {
    const [taskId = params.id] = await followAttachments(db, [params.id]);
    const [found] = await db.select().from(tasks).where(eq(tasks.id, taskId));
    const task = requireRecord(found, "任务");
    const open = live.registry.getByTask(taskId);
    return toTaskRow(task, open ? live.registry.getLiveState(open) : null);
  },
};
