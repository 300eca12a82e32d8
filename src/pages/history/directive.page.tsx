import { flightFileCalls } from "../../../adapters/contract/flightFile.ts";
import { formatFlownSum } from "../../../adapters/contract/flownSum.ts";
import { taskCalls, taskKind, taskStatus } from "../../../adapters/contract/task.ts";
import {
  alarmPresence,
  type FlightRow,
  taskHistoryCalls,
  videoPresence,
} from "../../../adapters/contract/taskHistory.ts";
import * as word from "../../../adapters/contract/words.ts";
import { companyColumn } from "../../list/companyColumn.ts";
import type { PageAction, RowAction, SelectionAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { maxPlaybackFlights, toPlaybackPath } from "../../live/playbackAddress.ts";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { formatFlownKilometres, formatMetres, formatSeconds } from "./flightFormats.ts";
import { toFlightReportPath } from "./flightReportAddress.ts";
import { taskFlightsSection, taskSection } from "./flightSections.ts";
import { ImportDialog } from "./import/ImportDialog.tsx";
import { createExportTrack, createExportTracks } from "./trackExportActions.ts";

export const meta = {
  path: "/page/directive",
  title: "历史任务",
  group: "page",
  order: 2,
  icon: "IconHistory",
  roles: ["admin", "operator", "maintainer", "duty"],
  right: "/task/history/list",
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "飞过的每一次任务：查找、回放、看报告，也可以导入飞行记录。",
  lines: [
    "按编号、企业、飞手、无人机查找；结束原因、时长、里程、是否有告警都可筛选。",
    "「回放」打开航迹、事件、曲线和视频，可以拖动和倍速。",
    "勾选几次飞行，可以「一起回放」。",
    "「飞行报告」是一次飞行的汇总，可直接打印。",
    "「导入飞行记录」读取 GPX、KML、KMZ、Airdata CSV 或 tlog，核对航迹后再保存。",
    "表下是全部结果的时长和里程；数据不完整的飞行会注明。",
    "航迹可以导出为 GPX、KML 或 CSV。",
    "列表可以导出为表格，文件在导出中心。",
  ],
};

const toPlayback = (rows: readonly FlightRow[]) =>
  toPlaybackPath(rows.map(({ id, taskId }) => ({ taskId, flightId: id })));

const playFlight: RowAction<FlightRow> = {
  name: "play",
  label: word.playBack,
  call: taskCalls.taskTrack,
  to: (row) => toPlayback([row]),
};

const playFlights: SelectionAction<FlightRow> = {
  name: "playTogether",
  label: "一起回放",
  call: taskCalls.taskTrack,
  refusal: (rows) =>
    rows.length > maxPlaybackFlights
      ? `最多一起回放 ${maxPlaybackFlights} 次飞行，已选 ${rows.length} 次，请减少选择`
      : null,
  to: toPlayback,
};

const openReport: RowAction<FlightRow> = {
  name: "report",
  label: word.flightReport,
  call: taskCalls.taskTrack,
  to: ({ id, taskId }) => toFlightReportPath({ taskId, flightId: id }),
};

const importRecording: PageAction = {
  name: "importRecording",
  label: word.importFlights,
  call: flightFileCalls.flightImport,
  dialog: ImportDialog,
};

const oneDecimal = (value: number) => Math.round(value * 10) / 10;

export default listPage({
  name: "flight",
  noun: word.flight,
  call: taskHistoryCalls.taskHistoryList,
  detailCall: taskHistoryCalls.flightOne,
  export: taskHistoryCalls.taskHistoryExport,
  getTitle: (row) => row.flightNo,
  rowActions: [playFlight, openReport, createExportTrack<FlightRow>()],
  selectionActions: [playFlights, createExportTracks<FlightRow>()],
  pageActions: [importRecording],
  emptyStateAction: {
    description: "飞行结束后会出现在这里",
    label: word.openLiveTasks,
    to: "/page/page",
    call: taskCalls.taskStartList,
  },
  detailSections: [taskSection, taskFlightsSection],
  sums: [
    { label: word.flight, as: "number", getValue: ({ sums }) => sums.flights },
    { label: "时长（小时）", as: "number", getValue: ({ sums }) => oneDecimal(sums.durationS / 3_600) },
    {
      label: word.distanceKm,
      as: "number",
      getValue: ({ sums }) => oneDecimal(sums.distanceM / 1_000),
      describe: (text, { sums }) => formatFlownSum(text, sums.incompleteFlights),
    },
  ],
  columns: [
    { key: "flightNo", title: word.flightNo, width: 168, main: true },
    { key: "status", title: word.status, width: 84, as: "tag", dictionary: taskStatus },
    { key: "startedAt", title: word.startTime, width: 180, as: "time", sort: "startedAt" },
    {
      key: "durationS",
      title: word.duration,
      width: 84,
      as: "custom",
      align: "right",
      cell: ({ durationS }) => formatSeconds(durationS),
      sort: "durationS",
    },
    {
      key: "distanceM",
      title: word.distanceKm,
      width: 124,
      as: "custom",
      align: "right",
      cell: formatFlownKilometres,
      sort: "distanceM",
    },
    { key: "droneSn", title: word.drone, width: 180, as: "copy" },
    { key: "pilotName", title: word.pilot, width: 80 },
    { key: "name", title: word.taskName, width: 200 },
    { key: "kind", title: word.type, width: 72, as: "label", dictionary: taskKind },
    { key: "endReason", title: word.endReason, width: 150 },
    companyColumn(word.company, 200),
    {
      key: "maxHeightM",
      title: "最大高度（m）",
      width: 148,
      as: "custom",
      align: "right",
      cell: ({ maxHeightM }) => formatMetres(maxHeightM),
      sort: "maxHeightM",
    },
    { key: "photoCount", title: word.photos, width: 72, as: "number" },
    { key: "videoCount", title: word.video, width: 72, as: "number" },
    { key: "alarmCount", title: word.alarm, width: 72, as: "number" },
    { key: "takeoffRegionName", title: "起飞地区", width: 200 },
    { key: "droneModel", title: word.droneModel, width: 150, hidden: true },
    { key: "taskNo", title: word.taskNo, width: 180, as: "copy", hidden: true },
    { key: "endedAt", title: word.endTime, width: 180, as: "time", hidden: true },
  ],
  defaultSort: "startedAt",
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "任务 / 企业 / 飞手 / 无人机" },
    { kind: "choice", name: "companyId", label: word.company, source: companyChoices },
    { kind: "select", name: "kind", label: word.type, dictionary: taskKind },
    { kind: "select", name: "status", label: word.status, dictionary: taskStatus },
    { kind: "text", name: "endReason", label: word.endReason, placeholder: "例如：返航" },
    { kind: "region", name: "regionId", label: "起飞地区" },
    { kind: "select", name: "hasVideo", label: word.video, dictionary: videoPresence },
    { kind: "select", name: "hasAlarm", label: word.alarm, dictionary: alarmPresence },
    { kind: "days", from: "from", to: "to", label: "开始日期" },
    { kind: "numbers", min: "minMinutes", max: "maxMinutes", label: "时长（分钟）" },
    { kind: "text", name: "droneSn", label: word.droneSn, placeholder: "完整序列号" },
  ],
});
