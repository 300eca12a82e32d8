import { type AlarmRow, alarmCalls } from "../../../../adapters/contract/alarm.ts";
import type { ShiftRow } from "../../../../adapters/contract/duty.ts";
import { type Caller, mayCall } from "../../../../adapters/contract/mayCall.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { isUrgentPriority } from "../../../../machines/alarmRules.ts";
import { type AlarmEventName, alarmStatusMachine } from "../../../../machines/status/alarm.ts";
import { refuseActing } from "../../../../machines/status/dutyScope.ts";

export type AlarmDeskAct = "acknowledge" | "shelve" | "unshelve" | "close" | "contact" | "video" | "locate";

/** Who looks at the alarms, and in which situation. */
export interface AlarmViewer extends Caller {
  readonly id: string;
  /** Who is on duty; undefined where it is not known: the server decides then. */
  readonly desks: readonly Pick<ShiftRow, "staffId" | "staffName" | "scope">[] | undefined;
  readonly isLineDown: boolean;
}

const isAllowed = (alarm: AlarmRow, event: AlarmEventName): boolean =>
  alarmStatusMachine.next(
    {
      state: alarm.state,
      priority: alarm.priority,
      isAcknowledged: alarm.acknowledgedAt !== null,
      isHolding: alarm.clearedAt === null,
      isClosed: alarm.closedAt !== null,
    },
    event,
  ) !== null;

/** Why nobody here can acknowledge these alarms now; null where it is possible. */
export function refuseAcknowledging(viewer: AlarmViewer, alarms: readonly AlarmRow[]): string | null {
  const { id, desks, isLineDown } = viewer;
  if (!mayCall(viewer, alarmCalls.alarmAck)) return "请值班人员确认";
  if (isLineDown) return `${word.lineDown}，恢复后再确认`;
  return desks === undefined ? null : refuseActing(desks, id, alarms);
}

/** Why an act is not possible now; null where it is. */
export function getRefusal(act: AlarmDeskAct, alarm: AlarmRow, viewer: AlarmViewer): string | null {
  if (act === "locate") return alarm.lng === null ? "没有位置，无法定位" : null;
  if (act === "video") return alarm.taskId === null ? "这条告警没有对应的任务" : null;
  if (alarm.state === "gone") return "告警已结束";
  if (act === "contact") {
    if (!mayCall(viewer, alarmCalls.alarmContact)) return "只有值班员和管理员可以查看完整电话";
    return isUrgentPriority(alarm) ? null : "仅 P1、P2 告警可以查看完整电话";
  }
  if (act === "acknowledge") {
    if (isAllowed(alarm, act)) return refuseAcknowledging(viewer, [alarm]);
    return alarm.acknowledgedAt === null
      ? `告警当前为“${alarmStatusMachine.label(alarm.state)}”，不需要确认`
      : `已由 ${alarm.acknowledgedByName} 确认`;
  }
  if (!mayCall(viewer, alarmCalls.alarmClose)) return "只有值班员和管理员可以处理";
  if (isAllowed(alarm, act))
    return alarm.acknowledgedAt === null ? refuseAcknowledging(viewer, [alarm]) : null;
  return act === "shelve" && alarm.priority === "p1"
    ? "P1 告警不能屏蔽"
    : `告警当前为“${alarmStatusMachine.label(alarm.state)}”，不能这样处理`;
}
