import {
  type AlarmRow,
  alarmCalls,
  alarmKind,
  alarmOpenness,
  alarmOutcome,
  alarmPriority,
  alarmState,
} from "../../../adapters/contract/alarm.ts";
import { formatAlarmLine } from "../../../adapters/contract/alarmLine.ts";
import { taskCalls } from "../../../adapters/contract/task.ts";
import * as word from "../../../adapters/contract/words.ts";
import { companyColumn } from "../../list/companyColumn.ts";
import { RecordLink } from "../../list/links/RecordLink.tsx";
import type { RowAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { formatDuration, formatHandler, formatPriority } from "../../live/alarms/alarmTexts.ts";
import { toPlaybackPath } from "../../live/playbackAddress.ts";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { StatusTag } from "../../ui/StatusTag.tsx";

export const meta = {
  path: "/alarms",
  title: "历史告警",
  group: "own",
  order: 1,
  icon: "IconHistory",
  roles: ["admin", "operator", "maintainer", "duty"],
  right: "/x/alarm/list",
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "已经发生的告警：何时、哪架、什么原因、谁在多久内确认、怎样处理。",
  lines: [
    "按类型、优先级、进展、企业、无人机和日期查找。",
    "P1 最紧急，P4 只作记录；表下是各优先级的数量。",
    "表下还有平均确认用时，用来检查值班情况。",
    "同一原因连续发生只算一条，「次数」是发生了几次。",
    "「回放」打开那次飞行，并跳到告警的时刻。",
    "点告警看进展：发生、升级、确认、解除、关闭，各由谁在何时办理。",
    "这里只能查看；确认和关闭在实时任务中进行。",
    "可以导出，用于月度分析。",
  ],
};

const playFlight: RowAction<AlarmRow> = {
  name: "play",
  label: word.playBack,
  call: taskCalls.taskTrack,
  refusal: ({ taskId, flightId }) =>
    taskId === null || flightId === null ? "这条告警没有对应的飞行，无法回放" : null,
  to: ({ taskId, flightId }) => toPlaybackPath([{ taskId: taskId ?? "", flightId: flightId ?? "" }]),
};

const PriorityCell = ({ priority }: AlarmRow) => (
  <StatusTag label={formatPriority(priority)} color={alarmPriority.tag(priority).color} />
);

/** Leads to the live task while the alarm is open, and to the flight's record afterwards. */
const TaskCell = ({ state, taskId, flightId, taskName }: AlarmRow) =>
  state === "gone" ? (
    <RecordLink record="flight" id={flightId} text={taskName} />
  ) : (
    <RecordLink record="task" id={taskId} text={taskName} />
  );

const formatLine = (alarm: AlarmRow): string => formatAlarmLine(alarm, null);

/** How long nobody had acknowledged it. */
const formatWait = ({ raisedAt, acknowledgedAt }: AlarmRow): string =>
  acknowledgedAt === null ? "-" : formatDuration(Date.parse(acknowledgedAt) - Date.parse(raisedAt));

export default listPage({
  name: "alarm",
  noun: word.alarm,
  call: alarmCalls.alarmList,
  detailCall: alarmCalls.alarmOne,
  export: alarmCalls.alarmExport,
  getTitle: formatLine,
  rowActions: [playFlight],
  emptyStateAction: {
    description: "告警发生后会出现在这里",
    label: word.openLiveTasks,
    to: "/page/page",
    call: taskCalls.taskStartList,
  },
  sums: [
    { label: word.alarm, as: "number", getValue: ({ sums }) => sums.count },
    { label: "P1", as: "number", getValue: ({ sums }) => sums.p1 },
    { label: "P2", as: "number", getValue: ({ sums }) => sums.p2 },
    { label: "P3", as: "number", getValue: ({ sums }) => sums.p3 },
    { label: "P4", as: "number", getValue: ({ sums }) => sums.p4 },
    {
      label: "平均确认用时（秒）",
      as: "number",
      getValue: ({ sums: { meanAcknowledgeS } }) => meanAcknowledgeS && Math.round(meanAcknowledgeS),
    },
  ],
  columns: [
    { key: "values", title: word.alarm, width: 320, as: "custom", cell: formatLine, main: true },
    { key: "kind", title: word.type, width: 130, as: "label", dictionary: alarmKind },
    { key: "priority", title: word.priority, width: 110, as: "custom", cell: PriorityCell, sort: "priority" },
    { key: "state", title: word.status, width: 110, as: "tag", dictionary: alarmState },
    { key: "raisedAt", title: word.raisedAt, width: 180, as: "time", sort: "raisedAt" },
    { key: "count", title: word.times, width: 72, as: "number", sort: "count" },
    { key: "taskName", title: word.task, width: 180, as: "custom", cell: TaskCell },
    { key: "droneSn", title: word.drone, width: 180, as: "copy" },
    companyColumn(word.company, 200),
    { key: "place", title: word.position, width: 220 },
    { key: "zoneName", title: word.zone, width: 150 },
    {
      key: "hangarName",
      title: word.hangar,
      width: 150,
      as: "link",
      record: "hangar",
      getId: (row) => row.hangarId,
    },
    { key: "acknowledgedAt", title: "确认用时", width: 110, as: "custom", align: "right", cell: formatWait },
    { key: "acknowledgedByName", title: "确认人", width: 90 },
    { key: "closedAs", title: word.outcome, width: 110, as: "label", dictionary: alarmOutcome },
    { key: "closedByName", title: "处理情况", width: 220, as: "custom", cell: formatHandler },
    { key: "clearedAt", title: "解除时间", width: 180, as: "time", hidden: true },
    { key: "lastAt", title: word.lastTime, width: 180, as: "time", sort: "lastAt", hidden: true },
    { key: "taskNo", title: word.taskNo, width: 180, as: "copy", hidden: true },
    { key: "closeNote", title: word.closingNote, width: 220, hidden: true },
  ],
  defaultSort: "raisedAt",
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "任务 / 企业 / 设备 / 位置" },
    { kind: "select", name: "priority", label: word.priority, dictionary: alarmPriority },
    { kind: "select", name: "kind", label: word.type, dictionary: alarmKind },
    { kind: "select", name: "state", label: word.status, dictionary: alarmState },
    { kind: "select", name: "isOpen", label: "进展", dictionary: alarmOpenness },
    { kind: "days", from: "from", to: "to", label: "发生日期" },
    { kind: "choice", name: "companyId", label: word.company, source: companyChoices },
    { kind: "select", name: "closedAs", label: word.outcome, dictionary: alarmOutcome },
    { kind: "text", name: "droneSn", label: word.droneSn, placeholder: "完整序列号" },
  ],
});
