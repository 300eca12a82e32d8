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

export type PresetKey = "today" | "last7" | "last30" | "month";

/** A preset of a date range. */
export interface DatePreset {
  readonly key: PresetKey;
  readonly label: string;
  readonly days: DayRange;
}

/** The presets of all date ranges, relative to now. */
export function getDatePresets(now: Date): readonly DatePreset[] {
  const today = formatDay(now);
  const daysAgo = (days: number) => formatDay(new Date(now.getTime() - days * dayMs));
  return [
    { key: "today", label: "今天", days: [today, today] },
    { key: "last7", label: "近7天", days: [daysAgo(6), today] },
    { key: "last30", label: "近30天", days: [daysAgo(29), today] },
    { key: "month", label: "本月", days: [`${today.slice(0, 8)}01`, today] },
  ];
}
