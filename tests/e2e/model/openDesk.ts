import type { Browser } from "playwright-core";
import { laptop } from "../../browser/laptop.ts";
import type { Desk } from "./driver.ts";

/** A fresh browser profile for one path; closing its context ends it. */
export async function openDesk(browser: Browser, base: string, phone: string): Promise<Desk> {
  const context = await browser.newContext(laptop);
  context.setDefaultTimeout(30_000);
  return { base, phone, context, page: await context.newPage(), time: { wall: 0, timers: 0 } };
}
