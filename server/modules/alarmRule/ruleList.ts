import { alarmKind, alarmPriority } from "../../../adapters/contract/alarm.ts";
import {
  type AlarmRuleRow,
  alarmRuleCalls,
  alarmRuleFieldLabels,
  alarmRuleRow,
  alarmRuleStatus,
} from "../../../adapters/contract/alarmRule.ts";
import { type AlarmRuleRecord, alarmRules } from "../../db/schema/alarmRule.ts";
import { textColumn } from "../../list/exportColumn.ts";
import { prepareRowExport, type RowSheet } from "../../list/prepareExport.ts";
import { defineRecordSource } from "../../list/recordSource.ts";
import { createSheetColumns } from "../../list/sheetColumns.ts";
import { toWireRow } from "../../records/toWireRow.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";
import { describeThresholds } from "./validateRule.ts";

/** The list of alarm rules. */
export const ruleList = defineRecordSource(alarmRuleCalls.ruleList, alarmRules);

/** A rule as the list shows it. */
export const toRuleRow = (record: AlarmRuleRecord): AlarmRuleRow => toWireRow(alarmRuleRow, record);

const formatSeconds = (ms: number): string => `${ms / 1000} 秒`;

const column = createSheetColumns<AlarmRuleRow>(alarmRuleFieldLabels);

/** The workbook of 告警规则. */
const ruleSheet: RowSheet<AlarmRuleRow> = {
  title: "告警规则",
  columns: [
    column.label("kind", 18, alarmKind),
    column.label("priority", 10, alarmPriority),
    column.label("status", 10, alarmRuleStatus),
    column.text("thresholds", 50, ({ kind, thresholds }) => describeThresholds(kind, thresholds)),
    textColumn("onDelayMs", "持续", 10, ({ onDelayMs }) => formatSeconds(onDelayMs)),
    textColumn("offDelayMs", "恢复", 10, ({ offDelayMs }) => formatSeconds(offDelayMs)),
    textColumn(
      "companyName",
      "适用范围",
      36,
      ({ companyName, droneSn }) =>
        [companyName, droneSn].filter((text) => text !== "").join(" · ") || "全部",
    ),
    column.time("updatedAt"),
    column.time("createdAt"),
  ],
};

export const prepareRuleExport: ExportPreparer<typeof alarmRuleCalls.ruleExport> = (body, call) =>
  prepareRowExport(call, ruleList, body, (_db, rules) => rules.map(toRuleRow), ruleSheet);
