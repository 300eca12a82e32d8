import { toShanghaiWallTime } from "../../list/exportColumn.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Marketing is sent from 08:00 until before 22:00 in Shanghai. */
const windowStartMs = 8 * hourMs;
const windowEndMs = 22 * hourMs;

/** The first instant of the day in Shanghai that an instant is in. */
export const startOfDay = (at: Date): Date =>
  new Date(at.getTime() - (toShanghaiWallTime(at).getTime() % dayMs));

/** Returns the same instant if marketing may be sent then, otherwise the next 08:00 in Shanghai. */
export function nextMarketingTime(at: Date): Date {
  const day = startOfDay(at).getTime();
  const sinceMs = at.getTime() - day;
  if (sinceMs >= windowStartMs && sinceMs < windowEndMs) return at;
  return new Date(day + windowStartMs + (sinceMs < windowStartMs ? 0 : dayMs));
}

/** The earliest time at which a message of this type may be sent. */
export const earliestSendTime = (type: "verify" | "notice" | "marketing", now: Date): Date =>
  type === "marketing" ? nextMarketingTime(now) : now;
