import { type AlarmRow, alarmCalls } from "../../../../../adapters/contract/alarm.ts";
import type { Role } from "../../../../../adapters/contract/roles.ts";
import { canCall } from "../../../../list/canCall.ts";

type Act = "acknowledge" | "shelve" | "close" | "contact" | "video" | "locate";

const isOver = ({ state }: AlarmRow) => state === "gone";

/** Why an act is not possible now; null where it is. */
export function getRefusal(act: Act, alarm: AlarmRow, roles: readonly Role[]): string | null {
  if (act === "locate") return alarm.lng === null ? "没有位置，无法定位" : null;
  if (act === "video") return alarm.taskId === null ? "这条告警没有对应的任务" : null;
  if (isOver(alarm)) return "告警已结束";
  if (act === "acknowledge") {
    if (!canCall(alarmCalls.alarmAck, roles)) return "当前角色不能确认告警";
    if (alarm.state === "suppressed") return "被抑制的告警不需要确认";
    return alarm.acknowledgedAt === null ? null : `已由 ${alarm.acknowledgedByName} 确认`;
  }
  if (act === "contact") {
    if (!canCall(alarmCalls.alarmContact, roles)) return "只有值班员和管理员可以查看完整电话";
    return alarm.priority === "p1" || alarm.priority === "p2" ? null : "仅 P1、P2 告警可以查看完整电话";
  }
  if (!canCall(alarmCalls.alarmClose, roles)) return "只有值班员和管理员可以处理";
  if (act === "close") return null;
  if (alarm.priority === "p1") return "P1 告警不能屏蔽";
  return alarm.state === "suppressed" ? "告警已被抑制，不需要屏蔽" : null;
}
