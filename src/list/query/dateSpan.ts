import { formatDay } from "../../ui/format/time.ts";

const dayMs = 86_400_000;

/** First and last calendar day in Asia/Shanghai, both inclusive, as `YYYY-MM-DD`. */
export type Days = [first: string, last: string];

/** The instants of a span of days: from its first to its last millisecond in Asia/Shanghai (UTC+8, no summer time). */
export function instantsOfDays([first, last]: Days): { from: string; to: string } {
  return {
    from: new Date(`${first}T00:00:00.000+08:00`).toISOString(),
    to: new Date(`${last}T23:59:59.999+08:00`).toISOString(),
  };
}

export type PresetKey = "today" | "last7" | "last30" | "month";

/** A quick choice of a date range. */
export interface DatePreset {
  readonly key: PresetKey;
  readonly label: string;
  readonly days: Days;
}

/** The quick choices of every date range, counted from now. */
export function datePresets(now: Date): readonly DatePreset[] {
  const today = formatDay(now);
  const ago = (days: number) => formatDay(new Date(now.getTime() - days * dayMs));
  return [
    { key: "today", label: "今天", days: [today, today] },
    { key: "last7", label: "近7天", days: [ago(6), today] },
    { key: "last30", label: "近30天", days: [ago(29), today] },
    { key: "month", label: "本月", days: [`${today.slice(0, 8)}01`, today] },
  ];
}
