import type { Page } from "playwright-core";
import type { PathContext } from "./defineDriver.ts";

/** A desk for one path, at a page of a profile with nothing in it. */
export const createPathContext = (page: Page, base: string, phone: string): PathContext => ({
  base,
  phone,
  page,
  context: page.context(),
  elapsed: { wall: 0, timers: 0 },
});
