import type { BrowserContext } from "playwright-core";
import { discardContext } from "./keptProfiles.ts";

/** Puts a clock of the test's own into all pages of a profile, which is then no other test's. */
export async function installClock(context: BrowserContext): Promise<void> {
  discardContext(context);
  await context.clock.install();
}
