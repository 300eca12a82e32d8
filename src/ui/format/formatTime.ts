/** China keeps one time all the year: UTC+8, no summer time since 1991. */
const utcOffsetMs = 8 * 3_600_000;

/** `YYYY-MM-DDTHH:mm:ss` in Asia/Shanghai. `Intl` takes ten times as long, and a table has hundreds of times. */
const toShanghaiTime = (at: number): string => new Date(at + utcOffsetMs).toISOString().slice(0, 19);

/** `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai of an ISO 8601 instant; what is no instant is given back. */
export function formatTime(instant: string): string {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? instant : toShanghaiTime(at).replace("T", " ");
}

/** `HH:mm:ss` in Asia/Shanghai of a wall clock in ms. */
export const formatClock = (at: number): string => toShanghaiTime(at).slice(11);

/** `YYYY-MM-DD` in Asia/Shanghai. */
export function formatDay(instant: string | Date): string {
  const at = typeof instant === "string" ? Date.parse(instant) : instant.getTime();
  return Number.isNaN(at) ? String(instant) : toShanghaiTime(at).slice(0, 10);
}
