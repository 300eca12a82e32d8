import type { Browser } from "playwright-core";
import type { Desk } from "./driver.ts";

/** A laptop in Shanghai. */
const laptop = {
  locale: "zh-CN",
  timezoneId: "Asia/Shanghai",
  viewport: { width: 1366, height: 768 },
} as const;

/** A fresh browser profile for one path; closing its context ends it. */
export async function openDesk(browser: Browser, base: string, phone: string): Promise<Desk> {
  const context = await browser.newContext(laptop);
  context.setDefaultTimeout(10_000);
  return { base, phone, context, page: await context.newPage(), time: { wall: 0, timers: 0 } };
}
