const shanghai = new Intl.DateTimeFormat("zh-CN", {
  timeZone: "Asia/Shanghai",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

function parts(instant: string | Date): Record<string, string> {
  const date = typeof instant === "string" ? new Date(instant) : instant;
  return Object.fromEntries(shanghai.formatToParts(date).map((part) => [part.type, part.value]));
}

/** `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai of an ISO 8601 instant; what is no instant is given back. */
export function formatTime(instant: string): string {
  if (Number.isNaN(Date.parse(instant))) return instant;
  const { year, month, day, hour, minute, second } = parts(instant);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** `HH:mm:ss` in Asia/Shanghai of a wall clock in ms. */
export function formatClock(at: number): string {
  const { hour, minute, second } = parts(new Date(at));
  return `${hour}:${minute}:${second}`;
}

/** `YYYY-MM-DD` in Asia/Shanghai. */
export function formatDay(instant: string | Date): string {
  if (typeof instant === "string" && Number.isNaN(Date.parse(instant))) return instant;
  const { year, month, day } = parts(instant);
  return `${year}-${month}-${day}`;
}
