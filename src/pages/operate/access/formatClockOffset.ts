const units = [
  { name: "天", ms: 86_400_000, from: 2 * 86_400_000 },
  { name: "小时", ms: 3_600_000, from: 7_200_000 },
  { name: "分钟", ms: 60_000, from: 120_000 },
  { name: "秒", ms: 1_000, from: 0 },
];

/**
 * How far a clock is off, in words: 慢 8 小时.
 * @param offsetMs the right time minus the clock's
 */
export function formatClockOffset(offsetMs: number): string {
  const amount = Math.abs(offsetMs);
  const unit = units.find(({ from }) => amount >= from);
  if (!unit) return "";
  const digits = unit.ms >= 3_600_000 ? 10 : 1;
  return `${offsetMs > 0 ? "慢" : "快"} ${Math.round((amount / unit.ms) * digits) / digits} ${unit.name}`;
}
