import type { BrowserContext } from "playwright-core";
import { spoil } from "./keptProfiles.ts";

/** Puts a clock of the test's own into all pages of a profile, which is then no other test's. */
export async function installClock(profile: BrowserContext): Promise<void> {
  spoil(profile);
  await profile.clock.install();
}
