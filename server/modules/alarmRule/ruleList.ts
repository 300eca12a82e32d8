import { alarmRuleCalls, alarmRuleFieldLabels, alarmRuleRow } from "../../../adapters/contract/alarmRule.ts";
import * as word from "../../../adapters/contract/words.ts";
import { alarmRules } from "../../db/schema/alarmRule.ts";
import { defineRecord } from "../../list/defineRecord.ts";
import { textColumn } from "../../list/exportColumn.ts";
import { defineRecordSource } from "../../list/recordSource.ts";
import { createRowColumns } from "../../list/sheetColumns.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";
import { describeThresholds } from "./validateRule.ts";

export const ruleRecords = defineRecord(
  defineRecordSource(alarmRuleCalls.ruleList, alarmRules),
  alarmRuleRow,
);

const formatSeconds = (ms: number): string => `${ms / 1000} 秒`;

const column = createRowColumns(alarmRuleRow, alarmRuleFieldLabels);

export const prepareRuleExport: ExportPreparer<typeof alarmRuleCalls.ruleExport> = ruleRecords.exportTo(
  [
    column.label("kind", 18),
    column.label("priority", 10),
    column.label("status", 10),
    column.text("thresholds", 50, ({ kind, thresholds }) => describeThresholds(kind, thresholds)),
    textColumn("onDelayMs", word.lasting, 10, ({ onDelayMs }) => formatSeconds(onDelayMs)),
    textColumn("offDelayMs", word.recovery, 10, ({ offDelayMs }) => formatSeconds(offDelayMs)),
    textColumn(
      "companyName",
      word.appliesTo,
      36,
      ({ companyName, droneSn }) =>
        [companyName, droneSn].filter((text) => text !== "").join(" · ") || word.all,
    ),
    column.time("updatedAt"),
    column.time("createdAt"),
  ],
  word.alarmRule,
);
