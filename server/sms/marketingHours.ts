import { dayMs, startOfShanghaiDay } from "../records/shanghaiDay.ts";

const hourMs = 3_600_000;
/** Marketing is sent from 08:00 until before 22:00 in Shanghai. */
const marketingHours = { from: 8, until: 22 };
/** Notices that the platform sends by itself, such as of a service's end: nobody is woken by one. */
const noticeHours = { from: 8, until: 21 };

/** The same instant if it is within the hours in Shanghai, otherwise the next time that they begin. */
function moveIntoHours(at: Date, { from, until }: { readonly from: number; readonly until: number }): Date {
  const day = startOfShanghaiDay(at).getTime();
  const sinceMs = at.getTime() - day;
  if (sinceMs >= from * hourMs && sinceMs < until * hourMs) return at;
  return new Date(day + from * hourMs + (sinceMs < from * hourMs ? 0 : dayMs));
}

/** Returns the same instant if marketing may be sent then, otherwise the next 08:00 in Shanghai. */
export const getNextMarketingTime = (at: Date): Date => moveIntoHours(at, marketingHours);

/** Returns the same instant if automatic notices may be sent then, otherwise the next 08:00 in Shanghai. */
export const getNextNoticeTime = (at: Date): Date => moveIntoHours(at, noticeHours);

/** The earliest time at which a message of this type may be sent. */
export const getEarliestSendTime = (type: "verify" | "notice" | "marketing", now: Date): Date =>
  type === "marketing" ? getNextMarketingTime(now) : now;
