import { toShanghaiWallTime } from "../list/exportColumn.ts";

/** Milliseconds of a day. Shanghai has no summer time, so all days are equally long. */
export const dayMs = 86_400_000;

/** The first instant of the day in Shanghai that contains `at`. */
export function startOfShanghaiDay(at: Date): Date {
  const wall = toShanghaiWallTime(at);
  const offsetMs = wall.getTime() - at.getTime();
  wall.setUTCHours(0, 0, 0, 0);
  return new Date(wall.getTime() - offsetMs);
}

/** The first instant of the month in Shanghai that contains `at`. */
export function startOfShanghaiMonth(at: Date): Date {
  const day = toShanghaiWallTime(at).getUTCDate();
  return new Date(startOfShanghaiDay(at).getTime() - (day - 1) * dayMs);
}
