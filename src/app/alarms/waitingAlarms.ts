import type { AlarmRow } from "../../../adapters/contract/alarm.ts";
import { isUnacknowledged, isWaitingP1, sortAlarms } from "../../../machines/alarmRules.ts";

/** How many P1 and P2 wait for their acknowledgement; null before the alarms are read. */
export interface WaitingCount {
  readonly p1: number;
  readonly p2: number;
}

export function countWaiting(alarms: readonly AlarmRow[] | null): WaitingCount | null {
  if (alarms === null) return null;
  const waiting = alarms.filter(isUnacknowledged);
  const count = (wanted: "p1" | "p2") => waiting.filter(({ priority }) => priority === wanted).length;
  return { p1: count("p1"), p2: count("p2") };
}

/** The P1 that waits and was raised last, of those that hold if any does; null for none. */
export const findNewestP1 = (alarms: readonly AlarmRow[] | null): AlarmRow | null =>
  sortAlarms((alarms ?? []).filter(isWaitingP1))[0] ?? null;

/** What the document's title begins with; empty where nothing waits. */
export function formatTitleMark(count: WaitingCount | null): string {
  if (count === null) return "";
  const parts = [count.p1 > 0 ? `P1 ${count.p1}` : "", count.p2 > 0 ? `P2 ${count.p2}` : ""];
  const text = parts.filter((part) => part !== "").join(" ");
  return text === "" ? "" : `【${text}】`;
}

const titleMark = /^【(?:P1 \d+)?(?: ?P2 \d+)?】/;

/** A title with this mark in place of the one that it has. */
export const markTitle = (title: string, mark: string): string => mark + title.replace(titleMark, "");
