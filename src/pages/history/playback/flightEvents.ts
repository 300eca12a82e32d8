import type { AlarmRow } from "../../../../adapters/contract/alarm.ts";
import { formatAlarmLine } from "../../../../adapters/contract/alarmLine.ts";
import type { Dictionary } from "../../../../adapters/contract/defineEnum.ts";
import { flightPhase, linkState } from "../../../../adapters/contract/flight.ts";
import { type TaskEvent, taskEventKind } from "../../../../adapters/contract/liveMessages.ts";
import type { TrackGap } from "../../../../adapters/contract/trackGaps.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { formatPriority } from "../../../live/alarms/alarmTexts.ts";
import { formatDuration } from "./formatDuration.ts";

/** An event of a flight on its own times. */
export interface FlightEvent {
  /** Place in the order of time. */
  readonly number: number;
  /** UTC ms. */
  readonly atMs: number;
  readonly kind: TaskEvent["kind"] | "alarm" | "platform";
  readonly label: string;
}

/** A task starts shortly before its track, and ends some time after the landing. */
const beforeMs = 60_000;
const afterMs = 5 * 60_000;

/**
 * The events of a task that belong to the flight between two times, UTC ms; oldest first. Those of the flights before
 * and after it are left out: they end where the one before ended, and where the next one started.
 * @param alarms those of this flight
 * @param outages when the platform itself heard nobody
 */
export function toFlightEvents(
  events: readonly TaskEvent[],
  startMs: number,
  endMs: number,
  alarms: readonly AlarmRow[] = [],
  outages: readonly TrackGap[] = [],
): FlightEvent[] {
  const all = [
    ...events.map((event) => ({ atMs: Date.parse(event.at), kind: event.kind, label: formatEvent(event) })),
    ...alarms.map((alarm) => ({
      atMs: Date.parse(alarm.raisedAt),
      kind: "alarm" as const,
      label: `告警：${formatPriority(alarm.priority)} ${formatAlarmLine(alarm, null)}`,
    })),
    ...outages.map(({ fromMs, toMs }) => ({
      atMs: fromMs,
      kind: "platform" as const,
      label: `平台中断 ${formatDuration(toMs - fromMs)}`,
    })),
  ]
    .filter(({ atMs }) => atMs >= startMs - beforeMs && atMs <= endMs + afterMs)
    .sort((a, b) => a.atMs - b.atMs);
  const before = all.findLastIndex(({ kind, atMs }) => kind === "flightEnded" && atMs < startMs);
  const next = all.findIndex(({ kind, atMs }) => kind === "flightStarted" && atMs > endMs);
  return all.slice(before + 1, next < 0 ? undefined : next).map((event, number) => ({ ...event, number }));
}

const getLabel = (dictionary: Dictionary, value: string | null) =>
  value === null ? word.unknown : dictionary.label(value);

function formatEvent({ kind, from, to }: TaskEvent): string {
  const label = taskEventKind.label(kind);
  if (kind === "phase" || kind === "impossible")
    return `${label}：${getLabel(flightPhase, from)} → ${getLabel(flightPhase, to)}`;
  if (kind === "link") return `${label}：${getLabel(linkState, from)} → ${getLabel(linkState, to)}`;
  if (kind === "message") return `${label}：${to ?? ""}`;
  return kind === "photo" && to !== null ? `${label} 第 ${to} 张` : label;
}
