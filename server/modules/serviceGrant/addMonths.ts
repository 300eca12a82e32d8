import { toShanghaiWallTime } from "../../list/exportColumn.ts";

/** The same time of day so many months later, by Shanghai's calendar; the month's last day where it has no such day. */
export function addMonths(at: Date, months: number): Date {
  const wall = toShanghaiWallTime(at);
  const offset = wall.getTime() - at.getTime();
  const day = wall.getUTCDate();
  wall.setUTCDate(1);
  wall.setUTCMonth(wall.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 0)).getUTCDate();
  wall.setUTCDate(Math.min(day, lastDay));
  return new Date(wall.getTime() - offset);
}
