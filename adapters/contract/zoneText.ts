import type { WeeklyHours, ZoneShape } from "./zone.ts";

const dayNames = "一二三四五六日";
const pad = (value: number) => String(value).padStart(2, "0");
const formatMinutes = (minutes: number) => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;

/** Weekly hours in Asia/Shanghai: `周一至周五 08:00–18:00；周六 22:00–次日 06:00`; empty if always. */
export function formatWeekly(weekly: readonly WeeklyHours[]): string {
  const daysByHours = new Map<string, number[]>();
  for (const { day, from, to } of weekly) {
    const nextDay = to <= from ? "次日 " : "";
    const hours = `${formatMinutes(from)}–${nextDay}${formatMinutes(to)}`;
    daysByHours.set(hours, [...(daysByHours.get(hours) ?? []), day]);
  }
  return [...daysByHours].map(([hours, days]) => `${formatDays(days)} ${hours}`).join("；");
}

function formatDays(days: readonly number[]): string {
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  const name = (day: number) => dayNames[day - 1] ?? "";
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  if (sorted.length === 7) return "每天";
  if (sorted.length > 2 && last - first === sorted.length - 1) return `周${name(first)}至周${name(last)}`;
  return `周${sorted.map(name).join("、")}`;
}

const formatPoint = ([lng, lat]: readonly [number, number]) => `${lng}, ${lat}`;
const formatLine = (line: readonly (readonly [number, number])[]) => line.map(formatPoint).join("；");
/** The last point of a closed ring repeats the first. */
const formatRing = (ring: readonly (readonly [number, number])[]) => formatLine(ring.slice(0, -1));

/** A shape in one line, with all its coordinates in degrees. */
export function formatShape(shape: ZoneShape): string {
  switch (shape.type) {
    case "Circle":
      return `圆：圆心 ${formatPoint(shape.center)}，半径 ${shape.radius} 米`;
    case "Corridor":
      return `走廊：宽 ${shape.width} 米，${formatLine(shape.line)}`;
    case "Polygon": {
      const [outline = [], ...holes] = shape.coordinates;
      return ["多边形：", formatRing(outline), ...holes.map((hole) => `，孔洞：${formatRing(hole)}`)].join(
        "",
      );
    }
  }
}
