/** China uses UTC+8 all year, without summer time since 1991. */
const utcOffsetMs = 8 * 3_600_000;

/** `YYYY-MM-DDTHH:mm:ss` in Asia/Shanghai. `Intl` is ten times slower, and a table has hundreds of times. */
const toShanghaiTime = (at: number): string => new Date(at + utcOffsetMs).toISOString().slice(0, 19);

/** Formats an ISO 8601 instant as `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai; returns other text unchanged. */
export function formatTime(instant: string): string {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? instant : toShanghaiTime(at).replace("T", " ");
}

/** Formats ms since the epoch as `HH:mm:ss` in Asia/Shanghai. */
export const formatClock = (at: number): string => toShanghaiTime(at).slice(11);

/** Formats an instant as `YYYY-MM-DD` in Asia/Shanghai. */
export function formatDay(instant: string | Date): string {
  const at = typeof instant === "string" ? Date.parse(instant) : instant.getTime();
  return Number.isNaN(at) ? String(instant) : toShanghaiTime(at).slice(0, 10);
}
