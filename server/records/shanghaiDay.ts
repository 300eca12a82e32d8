// China has had one time zone without summer time since 1991. A cell has no zone, so it holds Shanghai wall time.
const shanghaiOffsetMs = 8 * 3_600_000;

/** An instant whose UTC fields are the Shanghai wall time. */
export const toShanghaiWallTime = (instant: Date) => new Date(instant.getTime() + shanghaiOffsetMs);

/** `2026-11-20 10:15:30` in Shanghai. */
export const formatShanghaiTime = (instant: Date): string =>
  toShanghaiWallTime(instant).toISOString().slice(0, 19).replace("T", " ");

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
