import {
  type AlarmPriority,
  type AlarmRow,
  alarmKind,
  alarmOutcome,
  alarmPriority,
} from "../../../adapters/contract/alarm.ts";
import { formatSubject, platformSubject } from "../../../adapters/contract/alarmLine.ts";
import { type LiveState, rcLostAction } from "../../../adapters/contract/sample.ts";
import * as word from "../../../adapters/contract/words.ts";
import { countAsking, isUrgentPriority, withOthers } from "../../../machines/alarmRules.ts";
import type { AlarmAct, AlarmLike, AlarmsContext } from "../../../machines/alarmsPort.ts";
import { formatClock } from "../../ui/format/formatTime.ts";
import { priorityShapes } from "./priorityShapes.ts";

export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return `${seconds} 秒`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} 分 ${seconds % 60} 秒`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} 小时 ${minutes % 60} 分` : `${Math.floor(hours / 24)} 天 ${hours % 24} 小时`;
}

/** What of the open alarms is not there; empty where all are. @param more as `alarmOpen` says it */
export const formatMoreAlarms = (more: number): string =>
  more > 0 ? `告警太多，另有 ${more.toLocaleString("zh-CN")} 条没有列出` : "";

/** How many alarms the user's desk does not watch; empty where there are none. */
export function formatOutside(context: AlarmsContext<AlarmLike>): string {
  const count = countAsking(withOthers(context)) - countAsking(context);
  return context.desk !== null && count > 0 ? `值守范围外另有 ${count} 条` : "";
}

/**
 * How long an alarm has lasted, or had when its cause ended.
 * @param now server's time, UTC ms
 */
export const formatAlarmAge = ({ raisedAt, clearedAt }: AlarmRow, now: number): string =>
  formatDuration((clearedAt === null ? now : Date.parse(clearedAt)) - Date.parse(raisedAt));

/**
 * What was urgent about a drone when its link was lost, worst first; empty for other alarms, and where nothing was.
 * @param all the open alarms
 */
export function formatBeforeLoss(lost: AlarmRow, all: readonly AlarmRow[]): string {
  if (lost.kind !== "lost") return "";
  const urgent = all.filter(
    (alarm) =>
      alarm.id !== lost.id &&
      alarm.droneSn === lost.droneSn &&
      alarm.state !== "gone" &&
      alarm.raisedAt <= lost.raisedAt &&
      (alarm.clearedAt === null || alarm.clearedAt >= lost.raisedAt) &&
      isUrgentPriority(alarm),
  );
  if (urgent.length === 0) return "";
  const kinds = new Set(urgent.toSorted((a, b) => a.priority.localeCompare(b.priority)).map(formatPlainKind));
  return `失联前：${[...kinds].join("，")}`;
}

const formatPlainKind = ({ kind }: AlarmRow): string => alarmKind.label(kind);

/** Place and zone in words; of a lost line, the drones that came in by it. The platform itself has no place. */
export function formatPlace({ place, zoneName, ...alarm }: AlarmRow): string {
  const { drones, droneSns } = alarm.values;
  if (alarm.kind === "accessLost") return `${drones} 架无数据：${droneSns}`;
  const text = [place, zoneName].filter((part) => part !== "").join(" · ");
  if (text !== "") return text;
  const isOfScreen = alarm.kind === "screenLost" || alarm.kind === "screenDiffers";
  const hasPlace = !isOfScreen && formatSubject(alarm) !== platformSubject;
  return hasPlace ? "位置未知" : "与位置无关";
}

const formatInstant = (at: string | null) => (at === null ? "" : formatClock(Date.parse(at)).slice(0, 5));

/** Who has it, in words. */
export function formatHandler(alarm: AlarmRow): string {
  if (alarm.closedAt !== null) {
    const outcome = alarm.closedAs === null ? "" : `：${alarmOutcome.label(alarm.closedAs)}`;
    return `${alarm.closedByName || "平台"} ${formatInstant(alarm.closedAt)} 关闭${outcome}`;
  }
  if (alarm.state === "suppressed" && alarm.suppressedBy !== null)
    return `因“${alarmKind.label(alarm.suppressedBy)}”被抑制`;
  if (alarm.state === "shelved")
    return `${alarm.shelvedByName} 屏蔽至 ${formatInstant(alarm.shelvedUntil)}${
      alarm.shelveReason === "" ? "" : `：${alarm.shelveReason}`
    }`;
  if (alarm.acknowledgedAt !== null)
    return `${alarm.acknowledgedByName || "平台"} ${formatInstant(alarm.acknowledgedAt)} 确认`;
  return "尚无人确认";
}

/** The height that raised the alarm, which one it is, and what was allowed; null where it is about no height. */
export function formatMeasuredHeight({
  values,
}: Pick<AlarmRow, "values">): { readonly height: string; readonly note: string } | null {
  const { heightBasis, heightM, limitM, floorM, ceilingM } = values;
  if (heightBasis === undefined) return null;
  const limit = limitM === undefined ? `管制高度 ${floorM}–${ceilingM} m` : `限高 ${limitM} m`;
  return { height: heightM === undefined ? word.unknown : `${heightM} m`, note: `${heightBasis}，${limit}` };
}

/** What the aircraft does by itself once it loses its remote control. */
export function formatOwnAction(state: Pick<LiveState, "rcLostAction" | "rthAltitude"> | null): string {
  if (!state?.rcLostAction) return word.unknown;
  const action = rcLostAction.label(state.rcLostAction);
  if (state.rcLostAction !== "return") return action;
  return state.rthAltitude === null
    ? `${action}，返航高度未知`
    : `${action}，返航高度 ${state.rthAltitude} m`;
}

/** The act in words, for a message that it failed. */
export function formatAct(act: AlarmAct): string {
  if (act.type === "acknowledge") return act.ids.length === 1 ? "确认告警" : `确认 ${act.ids.length} 条告警`;
  if (act.type === "close") return word.closeAlarm;
  return act.minutes === 0 ? "解除屏蔽" : "暂时屏蔽告警";
}

/** Shape and word of a priority, in texts without colour. */
export const formatPriority = (priority: AlarmPriority): string =>
  `${priorityShapes[priority]} ${alarmPriority.label(priority)}`;
