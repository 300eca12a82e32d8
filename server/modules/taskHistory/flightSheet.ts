import { taskKind, taskStatus } from "../../../adapters/contract/task.ts";
import type { flights } from "../../db/schema/flight.ts";
import { numberColumn, textColumn, timeColumn } from "../../list/exportColumn.ts";
import type { SheetDefinition } from "../../list/prepareExport.ts";

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
  "maxHeightM",
  "photoCount",
  "videoCount",
  "alarmCount",
  "takeoffRegionName",
] as const;

const round = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);

/** The workbook of 历史任务: one row a flight. */
export const flightSheet: SheetDefinition<typeof flights.$inferSelect, (typeof exportFields)[number]> = {
  title: "历史任务",
  reads: exportFields,
  columns: [
    textColumn("飞行编号", 22, ({ flightNo }) => flightNo),
    textColumn("任务编号", 22, ({ taskNo }) => taskNo),
    textColumn("任务名称", 30, ({ taskName }) => taskName),
    textColumn("类型", 10, (record) => taskKind.label(record.taskKind)),
    textColumn("状态", 10, (record) => taskStatus.label(record.taskStatus)),
    textColumn("结束原因", 24, ({ endReason }) => endReason),
    textColumn("企业", 36, ({ companyName }) => companyName),
    textColumn("无人机序列号", 24, ({ droneSn }) => droneSn),
    textColumn("机型", 20, ({ droneModel }) => droneModel),
    textColumn("飞手", 12, ({ pilotName }) => pilotName),
    timeColumn("开始时间", ({ startedAt }) => startedAt),
    timeColumn("结束时间", ({ endedAt }) => endedAt),
    numberColumn("时长（秒）", 12, ({ durationS }) => durationS),
    numberColumn("里程（米）", 12, ({ distanceM }) => round(distanceM)),
    numberColumn("最大高度（米，相对起飞点）", 16, ({ maxHeightM }) => round(maxHeightM)),
    numberColumn("照片", 8, ({ photoCount }) => photoCount),
    numberColumn("视频", 8, ({ videoCount }) => videoCount),
    numberColumn("告警", 8, ({ alarmCount }) => alarmCount),
    textColumn("起飞地区", 30, ({ takeoffRegionName }) => takeoffRegionName),
  ],
};
