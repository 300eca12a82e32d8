import { eq, ne } from "drizzle-orm";
import type * as z from "zod/mini";
import type { alarmCalls } from "../../../adapters/contract/alarm.ts";
import { alarms } from "../../db/schema/alarm.ts";
import { defineListSource } from "../../list/listSource.ts";

export type AlarmPageRequest = z.output<typeof alarmCalls.alarmList.body>;
type ExportRequest = z.output<typeof alarmCalls.alarmExport.body>;

/** All alarms and their export: 历史告警. `from` and `to` are of when they were raised. */
export const alarmList = defineListSource<AlarmPageRequest | ExportRequest>()({
  table: alarms,
  id: alarms.id,
  createdAt: alarms.raisedAt,
  baseCondition: undefined,
  search: alarms.search,
  sortable: {
    raisedAt: alarms.raisedAt,
    lastAt: alarms.lastAt,
    priority: alarms.priority,
    count: alarms.count,
  },
  filters: {
    isOpen: (value) => (value ? ne(alarms.state, "gone") : eq(alarms.state, "gone")),
    kind: (value) => eq(alarms.kind, value),
    priority: (value) => eq(alarms.priority, value),
    state: (value) => eq(alarms.state, value),
    closedAs: (value) => eq(alarms.closedAs, value),
    companyId: (value) => eq(alarms.companyId, value),
    taskId: (value) => eq(alarms.taskId, value),
    flightId: (value) => eq(alarms.flightId, value),
    zoneId: (value) => eq(alarms.zoneId, value),
    droneSn: (value) => eq(alarms.droneSn, value),
  },
});
