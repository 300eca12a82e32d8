import type { Page } from "playwright-core";
import type { PathContext } from "./defineDriver.ts";

/** Creates the context of one path, for a page in an empty browser context. */
export const createPathContext = (page: Page, base: string, phone: string): PathContext => ({
  base,
  phone,
  page,
  context: page.context(),
  elapsed: { wall: 0, timers: 0 },
});
