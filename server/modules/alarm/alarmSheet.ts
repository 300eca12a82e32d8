import { alarmKind, alarmOutcome, alarmPriority, alarmState } from "../../../adapters/contract/alarm.ts";
import type { AlarmRecord } from "../../db/schema/alarm.ts";
import { numberColumn, textColumn, timeColumn } from "../../list/exportColumn.ts";
import type { SheetDefinition } from "../../list/prepareExport.ts";

const exportFields = [
  "priority",
  "kind",
  "state",
  "taskNo",
  "taskName",
  "companyName",
  "droneSn",
  "hangarName",
  "zoneName",
  "place",
  "raisedAt",
  "lastAt",
  "count",
  "acknowledgedByName",
  "acknowledgedAt",
  "clearedAt",
  "closedAs",
  "closedByName",
  "closedAt",
  "closeNote",
] as const;

/** Seconds until an alarm was acknowledged; null if it was not. */
const getAcknowledgeS = ({ raisedAt, acknowledgedAt }: Pick<AlarmRecord, "raisedAt" | "acknowledgedAt">) =>
  acknowledgedAt && Math.round((acknowledgedAt.getTime() - raisedAt.getTime()) / 1_000);

/** The workbook of 历史告警: one row an alarm. */
export const alarmSheet: SheetDefinition<AlarmRecord, (typeof exportFields)[number]> = {
  title: "历史告警",
  reads: exportFields,
  columns: [
    textColumn("优先级", 10, ({ priority }) => alarmPriority.label(priority)),
    textColumn("类型", 16, ({ kind }) => alarmKind.label(kind)),
    textColumn("状态", 14, ({ state }) => alarmState.label(state)),
    textColumn("任务编号", 22, ({ taskNo }) => taskNo),
    textColumn("任务名称", 30, ({ taskName }) => taskName),
    textColumn("企业", 36, ({ companyName }) => companyName),
    textColumn("无人机序列号", 24, ({ droneSn }) => droneSn),
    textColumn("机场", 20, ({ hangarName }) => hangarName),
    textColumn("管制区", 20, ({ zoneName }) => zoneName),
    textColumn("位置", 40, ({ place }) => place),
    timeColumn("发生时间", ({ raisedAt }) => raisedAt),
    timeColumn("最近一次", ({ lastAt }) => lastAt),
    numberColumn("次数", 8, ({ count }) => count),
    textColumn("确认人", 12, ({ acknowledgedByName }) => acknowledgedByName),
    timeColumn("确认时间", ({ acknowledgedAt }) => acknowledgedAt),
    numberColumn("确认用时（秒）", 14, getAcknowledgeS),
    timeColumn("解除时间", ({ clearedAt }) => clearedAt),
    textColumn("处理结果", 12, ({ closedAs }) => (closedAs ? alarmOutcome.label(closedAs) : "")),
    textColumn("关闭人", 12, ({ closedByName }) => closedByName),
    timeColumn("关闭时间", ({ closedAt }) => closedAt),
    textColumn("处理说明", 40, ({ closeNote }) => closeNote),
  ],
};
