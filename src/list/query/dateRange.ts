import { formatDay } from "../../ui/format/formatTime.ts";

const dayMs = 86_400_000;

/** First and last calendar day in Asia/Shanghai, both inclusive, as `YYYY-MM-DD`. */
export type DayRange = [first: string, last: string];

/** From the first to the last millisecond of the days in Asia/Shanghai (UTC+8, no daylight saving). */
export function toInstantRange([first, last]: DayRange): { from: string; to: string } {
  return {
    from: new Date(`${first}T00:00:00.000+08:00`).toISOString(),
    to: new Date(`${last}T23:59:59.999+08:00`).toISOString(),
  };
}

export type PresetKey = "today" | "yesterday" | "last7" | "last30" | "month" | "lastMonth" | "year";

/** A preset of a date range. */
export interface DatePreset {
  readonly key: PresetKey;
  readonly label: string;
  readonly days: DayRange;
}

/** The presets of all date ranges, relative to now. */
export function getDatePresets(now: Date): readonly DatePreset[] {
  const today = formatDay(now);
  const daysBefore = (day: string, days: number) =>
    formatDay(new Date(Date.parse(`${day}T00:00:00+08:00`) - days * dayMs));
  const [yesterday, firstOfMonth] = [daysBefore(today, 1), `${today.slice(0, 8)}01`];
  const endOfLastMonth = daysBefore(firstOfMonth, 1);
  return [
    { key: "today", label: "今天", days: [today, today] },
    { key: "yesterday", label: "昨天", days: [yesterday, yesterday] },
    { key: "last7", label: "近7天", days: [daysBefore(today, 6), today] },
    { key: "last30", label: "近30天", days: [daysBefore(today, 29), today] },
    { key: "month", label: "本月", days: [firstOfMonth, today] },
    { key: "lastMonth", label: "上月", days: [`${endOfLastMonth.slice(0, 8)}01`, endOfLastMonth] },
    { key: "year", label: "本年", days: [`${today.slice(0, 5)}01-01`, today] },
  ];
}
