import { eq, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { type DutyLogRow, type dutyCalls, dutyLogKind } from "../../../adapters/contract/duty.ts";
import { dutyLog } from "../../db/schema/duty.ts";
import type { DutyLogRecord } from "../../duty/dutyLog.ts";
import { textColumn, timeColumn } from "../../list/exportColumn.ts";
import { defineListSource } from "../../list/listSource.ts";
import type { SheetDefinition } from "../../list/prepareExport.ts";

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
export const toDutyLogRow = ({ at, ...record }: DutyLogRecord): DutyLogRow => ({
  ...record,
  at: at.toISOString(),
});

const exportFields = ["id", "at", "kind", "staffName", "taskNo", "droneSn", "text"] as const;

/** The workbook of the duty log. */
export const dutyLogSheet: SheetDefinition<DutyLogRecord, (typeof exportFields)[number]> = {
  title: "值班日志",
  reads: exportFields,
  columns: [
    timeColumn("时间", ({ at }) => at),
    textColumn("类型", 16, ({ kind }) => dutyLogKind.label(kind)),
    textColumn("内容", 60, ({ text }) => text),
    textColumn("人员", 12, ({ staffName }) => staffName || "平台"),
    textColumn("任务编号", 22, ({ taskNo }) => taskNo),
    textColumn("无人机序列号", 24, ({ droneSn }) => droneSn),
    textColumn("日志编号", 22, ({ id }) => id),
  ],
};
