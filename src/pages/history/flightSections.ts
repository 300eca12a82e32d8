import { type TaskRow, taskStatus, uomStatus } from "../../../adapters/contract/task.ts";
import { type FlightRow, taskHistoryCalls } from "../../../adapters/contract/taskHistory.ts";
import * as word from "../../../adapters/contract/words.ts";
import { subTable } from "../../list/detail/subTable.tsx";
import { formatFlownKilometres, formatSeconds } from "./flightFormats.ts";

/** The task that the flight belongs to. */
export const taskSection = subTable<FlightRow, TaskRow>({
  title: word.task,
  call: taskHistoryCalls.taskOne,
  rows: async ({ taskId }, client, signal) => [
    await client.call(taskHistoryCalls.taskOne, { params: { id: taskId } }, { signal }),
  ],
  columns: [
    { key: "status", title: word.status, width: 80, as: "tag", dictionary: taskStatus },
    { key: "plannedAt", title: "计划起飞", width: 100, as: "time" },
    { key: "endedAt", title: "任务结束", width: 100, as: "time" },
    {
      key: "hangarName",
      title: word.hangar,
      width: 90,
      as: "link",
      record: "hangar",
      getId: (row) => row.hangarId,
    },
    { key: "permitNo", title: "许可编号", width: 100 },
    { key: "uomStatus", title: "报送", width: 80, as: "tag", dictionary: uomStatus },
  ],
  emptyText: "没有任务记录",
});

/** Every flight of the task that has ended. */
export const taskFlightsSection = subTable<FlightRow, FlightRow>({
  title: "同一任务的飞行",
  rows: async ({ taskId }, client, signal) => {
    const body = {
      pageNo: 1,
      pageSize: 200,
      taskId,
      sort: { field: "startedAt" as const, order: "asc" as const },
    };
    return (await client.call(taskHistoryCalls.taskHistoryList, { body }, { signal })).list;
  },
  columns: [
    {
      key: "flightNo",
      title: word.flightNo,
      width: 170,
      as: "link",
      record: "flight",
      getId: (row) => row.id,
      copy: true,
    },
    { key: "startedAt", title: word.startTime, width: 150, as: "time" },
    {
      key: "durationS",
      title: word.duration,
      width: 76,
      as: "custom",
      align: "right",
      cell: ({ durationS }) => formatSeconds(durationS),
    },
    {
      key: "distanceM",
      title: word.distanceKm,
      width: 130,
      as: "custom",
      align: "right",
      cell: formatFlownKilometres,
    },
    { key: "endReason", title: word.endReason, width: 110 },
  ],
  emptyText: "没有飞行",
});
