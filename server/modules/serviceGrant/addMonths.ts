import { toShanghaiWallTime } from "../../records/shanghaiDay.ts";

/** Adds months by Shanghai's calendar, at the same time of day; uses the month's last day if the day does not exist. */
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
