import type { Page } from "playwright-core";
import type { Desk } from "./driver.ts";

/** A desk for one path, at a page of a profile with nothing in it. */
export const deskOf = (page: Page, base: string, phone: string): Desk => ({
  base,
  phone,
  page,
  context: page.context(),
  time: { wall: 0, timers: 0 },
});
