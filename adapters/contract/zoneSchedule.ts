import type { ZoneRow } from "./zone.ts";

/** When a zone applies, as its record has it. */
export interface ZoneSchedule {
  readonly status: ZoneRow["status"];
  readonly fromAt: Date | null;
  readonly toAt: Date | null;
  readonly weekly: ZoneRow["weekly"];
}

/**
 * `inForce`: the rule applies now. `coming`: it applies later, today or in a month. `over`: it never applies again.
 * `disabled`: it was switched off by hand.
 */
export type ZoneStateName = "inForce" | "coming" | "over" | "disabled";

export interface ZoneState {
  readonly state: ZoneStateName;
  /** When the state ends, in UTC milliseconds; null if it does not end by itself. */
  readonly until: number | null;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const weekMs = 7 * dayMs;
/** Asia/Shanghai has no summer time. */
const shanghaiOffsetMs = 8 * 60 * minuteMs;
/** A Monday, 00:00 UTC, before any zone. */
const someMonday = Date.UTC(2001, 0, 1);

interface Interval {
  readonly start: number;
  readonly end: number;
}

/** Weekly hours as intervals, from the week before an instant to the week after it, by start. */
function toIntervals(weekly: ZoneRow["weekly"], at: number): readonly Interval[] {
  const local = at + shanghaiOffsetMs;
  const monday = local - ((local - someMonday) % weekMs) - shanghaiOffsetMs;
  return [-1, 0, 1]
    .flatMap((week) =>
      weekly.map(({ day, from, to }): Interval => {
        const midnight = monday + week * weekMs + (day - 1) * dayMs;
        // Hours that end before they begin run past midnight.
        const end = midnight + to * minuteMs + (to <= from ? dayMs : 0);
        return { start: midnight + from * minuteMs, end };
      }),
    )
    .sort((a, b) => a.start - b.start);
}

/** The hours that an instant lies in, else the next ones; touching hours are one. Null end: they never end. */
function findHours(
  weekly: ZoneRow["weekly"],
  at: number,
): { readonly start: number; readonly end: number | null } {
  if (weekly.length === 0) return { start: at, end: null };
  const intervals = toIntervals(weekly, at);
  let [start, end] = [Number.NaN, Number.NaN];
  for (const interval of intervals)
    if (Number.isNaN(start)) {
      if (interval.end > at) ({ start, end } = interval);
    } else if (interval.start <= end) end = Math.max(end, interval.end);
  return { start, end: end - at >= weekMs ? null : end };
}

/** Tells whether a zone is in force at an instant, from its status, its dates (end excluded) and its weekly hours. */
export function getZoneState({ status, fromAt, toAt, weekly }: ZoneSchedule, at: number): ZoneState {
  if (status === "disabled") return { state: "disabled", until: null };
  const to = toAt?.getTime() ?? Number.POSITIVE_INFINITY;
  if (at >= to) return { state: "over", until: null };
  const { start, end } = findHours(weekly, Math.max(at, fromAt?.getTime() ?? at));
  const begins = Math.max(start, fromAt?.getTime() ?? start);
  if (begins >= to) return { state: "over", until: null };
  if (begins > at) return { state: "coming", until: begins };
  const ends = Math.min(end ?? to, to);
  return { state: "inForce", until: Number.isFinite(ends) ? ends : null };
}
