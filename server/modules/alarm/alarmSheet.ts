import {
  alarmCalls,
  alarmKind,
  alarmOutcome,
  alarmPriority,
  alarmState,
} from "../../../adapters/contract/alarm.ts";
import { formatAlarmLine } from "../../../adapters/contract/alarmLine.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { AlarmRecord } from "../../db/schema/alarm.ts";
import { numberColumn, textColumn, timeColumn } from "../../list/exportColumn.ts";
import { prepareExport, type SheetDefinition } from "../../list/prepareExport.ts";
import { createSheetColumns } from "../../list/sheetColumns.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";
import { alarmList } from "./alarmList.ts";

const exportFields = [
  "values",
  "lineName",
  "noDataSince",
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

const column = createSheetColumns<Pick<AlarmRecord, (typeof exportFields)[number]>>();

/** The workbook of 历史告警: one row an alarm. */
export const alarmSheet: SheetDefinition<AlarmRecord, (typeof exportFields)[number]> = {
  title: alarmCalls.alarmList.summary,
  reads: exportFields,
  columns: [
    column.text("priority", 10, ({ priority }) => alarmPriority.label(priority)),
    textColumn("values", word.alarm, 40, (alarm) => formatAlarmLine(alarm, null)),
    column.label("kind", 16, alarmKind),
    column.text("state", 14, ({ state }) => alarmState.label(state)),
    column.text("taskNo", 22),
    textColumn("taskName", word.task, 30, ({ taskName }) => taskName),
    column.text("companyName", 36),
    textColumn("droneSn", word.drone, 24, ({ droneSn }) => droneSn),
    textColumn("hangarName", word.hangar, 20, ({ hangarName }) => hangarName),
    textColumn("zoneName", word.zone, 20, ({ zoneName }) => zoneName),
    textColumn("place", word.position, 40, ({ place }) => place),
    column.time("raisedAt"),
    column.time("lastAt"),
    numberColumn("count", word.times, 8, ({ count }) => count),
    textColumn("acknowledgedByName", "确认人", 12, ({ acknowledgedByName }) => acknowledgedByName),
    timeColumn("acknowledgedTime", "确认时间", ({ acknowledgedAt }) => acknowledgedAt),
    numberColumn("acknowledgedAt", "确认用时（秒）", 14, getAcknowledgeS),
    timeColumn("clearedAt", "解除时间", ({ clearedAt }) => clearedAt),
    column.text("closedAs", 12, ({ closedAs }) => (closedAs ? alarmOutcome.label(closedAs) : "")),
    textColumn("closedByName", "处理情况", 30, ({ closedByName, closeNote }) =>
      [closedByName, closeNote].filter((part) => part !== "").join("："),
    ),
    timeColumn("closedAt", "关闭时间", ({ closedAt }) => closedAt),
    textColumn("closeNote", word.closingNote, 40, ({ closeNote }) => closeNote),
  ],
};

export const prepareAlarmExport: ExportPreparer<typeof alarmCalls.alarmExport> = (body, call) =>
  prepareExport(call, alarmList, body, alarmSheet);
