import { type DutyLogRow, dutyCalls, dutyLogKind } from "../../../adapters/contract/duty.ts";
import { taskCalls } from "../../../adapters/contract/task.ts";
import * as word from "../../../adapters/contract/words.ts";
import { RecordLink } from "../../list/links/RecordLink.tsx";
import type { RowAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { toShiftPath } from "./shiftAddress.ts";

export const meta = {
  path: "/dutyLog",
  title: "值班日志",
  group: "own",
  order: 3,
  icon: "IconHistory",
  roles: ["admin", "operator", "maintainer", "duty"],
  right: "/x/duty/log",
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "值班日志：谁在班、发生了什么、下达了什么指令，按时间记录。",
  lines: [
    "口头指令在实时任务中登记，写清对谁、做什么。",
    "接班后的告警、确认、指令和记事会自动写在这里，注明时间和人员。",
    "「交接班单」打开这条记录所在班次的单据，可以打印。",
    "按内容、任务编号、无人机、人员、类型和日期查找。",
    "记录不能修改，写错了请再补一条。",
    "点任务编号打开那次飞行。",
    "值守范围不同的班次各有自己的记录。",
    "可以导出，用于检查和存档。",
  ],
};

const TaskCell = ({ taskId, taskNo }: DutyLogRow) => <RecordLink record="task" id={taskId} text={taskNo} />;

const openShift: RowAction<DutyLogRow> = {
  name: "shift",
  label: "交接班单",
  call: dutyCalls.dutyShiftOne,
  refusal: ({ shiftId }) => (shiftId === null ? "这一刻无人值班，没有交接班单" : null),
  to: ({ shiftId }) => toShiftPath(shiftId ?? ""),
};

export default listPage({
  name: "dutyLog",
  noun: "日志",
  call: dutyCalls.dutyLogList,
  export: dutyCalls.dutyLogExport,
  getTitle: ({ kind, text }) => `${dutyLogKind.label(kind)} ${text}`,
  rowActions: [openShift],
  emptyStateAction: {
    description: "接班后的告警、确认、指令和记事会自动写在这里",
    label: word.openLiveTasks,
    to: "/page/page",
    call: taskCalls.taskStartList,
  },
  columns: [
    { key: "at", title: word.time, width: 180, as: "time", sort: "at", main: true },
    { key: "kind", title: word.type, width: 130, as: "tag", dictionary: dutyLogKind },
    { key: "text", title: word.content, width: 420 },
    {
      key: "staffName",
      title: word.people,
      width: 100,
      as: "custom",
      cell: ({ staffName }) => staffName || "平台",
    },
    { key: "taskNo", title: word.taskNo, width: 190, as: "custom", cell: TaskCell },
    { key: "droneSn", title: word.drone, width: 180, as: "copy" },
  ],
  defaultSort: "at",
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "内容 / 任务 / 无人机 / 人员" },
    { kind: "select", name: "kind", label: word.type, dictionary: dutyLogKind },
    { kind: "days", from: "from", to: "to", label: word.date },
  ],
});
