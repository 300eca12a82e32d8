import { dayMs, startOfShanghaiDay } from "../shanghaiDay.ts";

const hourMs = 3_600_000;
/** Marketing is sent from 08:00 until before 22:00 in Shanghai. */
const windowStartMs = 8 * hourMs;
const windowEndMs = 22 * hourMs;

/** Returns the same instant if marketing may be sent then, otherwise the next 08:00 in Shanghai. */
export function getNextMarketingTime(at: Date): Date {
  const day = startOfShanghaiDay(at).getTime();
  const sinceMs = at.getTime() - day;
  if (sinceMs >= windowStartMs && sinceMs < windowEndMs) return at;
  return new Date(day + windowStartMs + (sinceMs < windowStartMs ? 0 : dayMs));
}

/** The earliest time at which a message of this type may be sent. */
export const getEarliestSendTime = (type: "verify" | "notice" | "marketing", now: Date): Date =>
  type === "marketing" ? getNextMarketingTime(now) : now;
