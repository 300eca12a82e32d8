import { shanghaiWallTime } from "../../list/exportColumn.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Marketing is sent from 08:00 to 22:00 in Shanghai, the last moment excluded. */
const firstMs = 8 * hourMs;
const lastMs = 22 * hourMs;

/** The first instant of the day in Shanghai that an instant is in. */
export const startOfDay = (at: Date): Date =>
  new Date(at.getTime() - (shanghaiWallTime(at).getTime() % dayMs));

/** The same instant where marketing may be sent then, otherwise the next 08:00 in Shanghai. */
export function nextMarketingMoment(at: Date): Date {
  const day = startOfDay(at).getTime();
  const sinceMs = at.getTime() - day;
  if (sinceMs >= firstMs && sinceMs < lastMs) return at;
  return new Date(day + firstMs + (sinceMs < firstMs ? 0 : dayMs));
}

/** When a message of this type may go out at the earliest. */
export const earliest = (type: "verify" | "notice" | "marketing", now: Date): Date =>
  type === "marketing" ? nextMarketingMoment(now) : now;
