import { eq, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { alarmKind, alarmOutcome, alarmPriority } from "../../../adapters/contract/alarm.ts";
import { type DutyLogRow, dutyCalls, dutyFieldLabels, dutyLogKind } from "../../../adapters/contract/duty.ts";
import * as word from "../../../adapters/contract/words.ts";
import { dutyLog } from "../../db/schema/duty.ts";
import type { DutyLogRecord } from "../../duty/dutyLog.ts";
import { textColumn } from "../../list/exportColumn.ts";
import { defineListSource } from "../../list/listSource.ts";
import { prepareExport, type SheetDefinition } from "../../list/prepareExport.ts";
import { createSheetColumns } from "../../list/sheetColumns.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";

type LogRequest = z.output<typeof dutyCalls.dutyLogList.body> | z.output<typeof dutyCalls.dutyLogExport.body>;

/** The duty log as a list. */
export const dutyLogList = defineListSource<LogRequest>()({
  table: dutyLog,
  id: dutyLog.id,
  createdAt: dutyLog.at,
  baseCondition: undefined,
  // Line breaks between the parts prevent matches across two of them.
  search: sql`lower(concat_ws(e'\n', ${dutyLog.text}, ${dutyLog.taskNo}, ${dutyLog.droneSn}, ${dutyLog.staffName}))`,
  sortable: { at: dutyLog.at },
  filters: {
    kind: (value) => eq(dutyLog.kind, value),
    shiftId: (value) => eq(dutyLog.shiftId, value),
    taskId: (value) => eq(dutyLog.taskId, value),
    alarmId: (value) => eq(dutyLog.alarmId, value),
  },
});

/** An entry of the duty log as the contract has it. */
export const toDutyLogRow = (record: DutyLogRecord): DutyLogRow => ({
  id: record.id,
  at: record.at.toISOString(),
  kind: record.kind,
  shiftId: record.shiftId,
  staffName: record.staffName,
  taskId: record.taskId,
  taskNo: record.taskNo,
  droneSn: record.droneSn,
  alarmId: record.alarmId,
  text: formatText(record),
});

/** What an entry says; of an alarm with its kind, priority and outcome. */
function formatText({
  text,
  alarmKind: kind,
  alarmPriority: priority,
  alarmOutcome: outcome,
}: TextParts): string {
  if (kind === null || priority === null) return text;
  const subject = `${alarmPriority.label(priority)} ${alarmKind.label(kind)}`;
  const rest = [outcome === null ? "" : alarmOutcome.label(outcome), text].filter((part) => part !== "");
  return rest.length === 0 ? subject : `${subject}：${rest.join("，")}`;
}
type TextParts = Pick<DutyLogRecord, "text" | "alarmKind" | "alarmPriority" | "alarmOutcome">;

const exportFields = [
  "id",
  "at",
  "kind",
  "staffName",
  "taskNo",
  "droneSn",
  "alarmKind",
  "alarmPriority",
  "alarmOutcome",
  "text",
] as const;

const column = createSheetColumns<Pick<DutyLogRecord, (typeof exportFields)[number]>>(dutyFieldLabels);

/** The workbook of the duty log. */
const dutyLogSheet: SheetDefinition<DutyLogRecord, (typeof exportFields)[number]> = {
  title: dutyCalls.dutyLogList.summary,
  reads: exportFields,
  columns: [
    column.time("at"),
    column.label("kind", 16, dutyLogKind),
    column.text("text", 60, formatText),
    textColumn("staffName", word.people, 12, ({ staffName }) => staffName || "平台"),
    column.text("taskNo", 22),
    textColumn("droneSn", word.drone, 24, ({ droneSn }) => droneSn),
    textColumn("id", "日志编号", 22, ({ id }) => id),
  ],
};

export const prepareDutyLogExport: ExportPreparer<typeof dutyCalls.dutyLogExport> = (body, call) =>
  prepareExport(call, dutyLogList, body, dutyLogSheet);
