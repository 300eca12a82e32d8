import type { Page } from "playwright-core";
import { expect } from "vitest";

const stepMs = 25;

/**
 * Advances the paused clock in small steps until the condition holds. A step takes four times as long: code has the
 * real time to load that it needs, before the fake clock lets its calls time out.
 */
export async function advanceUntil(
  page: Page,
  isReached: () => boolean | Promise<boolean>,
  what: string,
): Promise<void> {
  const advance = async () => {
    if (await isReached()) return true;
    await page.clock.runFor(stepMs);
    return isReached();
  };
  await expect.poll(advance, { interval: 4 * stepMs, message: what }).toBe(true);
}
