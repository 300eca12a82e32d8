import { taskKind, taskStatus } from "../../../adapters/contract/task.ts";
import { taskHistoryCalls } from "../../../adapters/contract/taskHistory.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { flights } from "../../db/schema/flight.ts";
import { numberColumn, textColumn } from "../../list/exportColumn.ts";
import { prepareExport, type SheetDefinition } from "../../list/prepareExport.ts";
import { createSheetColumns } from "../../list/sheetColumns.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";
import { flightList } from "./flightList.ts";

const exportFields = [
  "flightNo",
  "taskNo",
  "taskName",
  "taskKind",
  "taskStatus",
  "endReason",
  "companyName",
  "droneSn",
  "droneModel",
  "pilotName",
  "startedAt",
  "endedAt",
  "durationS",
  "distanceM",
  "isDistanceIncomplete",
  "maxHeightM",
  "photoCount",
  "videoCount",
  "alarmCount",
  "takeoffRegionName",
] as const;

const round = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);

const column = createSheetColumns<Pick<typeof flights.$inferSelect, (typeof exportFields)[number]>>();

/** The workbook of 历史任务: one row a flight. */
const flightSheet: SheetDefinition<typeof flights.$inferSelect, (typeof exportFields)[number]> = {
  title: taskHistoryCalls.taskHistoryList.summary,
  reads: exportFields,
  columns: [
    textColumn("flightNo", word.flightNo, 22, ({ flightNo }) => flightNo),
    column.text("taskNo", 22),
    textColumn("name", word.taskName, 30, ({ taskName }) => taskName),
    column.text("kind", 10, (record) => taskKind.label(record.taskKind)),
    column.text("status", 10, (record) => taskStatus.label(record.taskStatus)),
    column.text("endReason", 24),
    column.text("companyName", 36),
    textColumn("droneSn", word.drone, 24, ({ droneSn }) => droneSn),
    textColumn("droneModel", word.droneModel, 20, ({ droneModel }) => droneModel),
    textColumn("pilotName", word.pilot, 12, ({ pilotName }) => pilotName),
    column.time("startedAt"),
    column.time("endedAt"),
    numberColumn("durationS", "时长（秒）", 12, ({ durationS }) => durationS),
    numberColumn("distanceM", word.distanceKm, 12, ({ distanceM }) =>
      distanceM === null ? null : Math.round(distanceM / 10) / 100,
    ),
    textColumn("isDistanceIncomplete", "里程说明", 14, ({ isDistanceIncomplete }) =>
      isDistanceIncomplete ? "里程不完整" : "",
    ),
    numberColumn("maxHeightM", "最大高度（m）", 16, ({ maxHeightM }) => round(maxHeightM)),
    numberColumn("photoCount", word.photos, 8, ({ photoCount }) => photoCount),
    numberColumn("videoCount", word.video, 8, ({ videoCount }) => videoCount),
    numberColumn("alarmCount", word.alarm, 8, ({ alarmCount }) => alarmCount),
    textColumn("takeoffRegionName", "起飞地区", 30, ({ takeoffRegionName }) => takeoffRegionName),
  ],
};

export const prepareTaskHistoryExport: ExportPreparer<typeof taskHistoryCalls.taskHistoryExport> = (
  body,
  call,
) => prepareExport(call, flightList, body, flightSheet);
