/** @module-tag full */

import { expect } from "vitest";
import { test } from "../../browser/browserTest.ts";
import { signIn } from "../../browser/signIn.ts";

interface WorkerProbe {
  fleetWorkers: Worker[];
  sawStale: boolean;
}

test("a worker that dies silently is detected, reported and replaced", async ({ page }) => {
  await page.addInitScript(() => {
    const state = globalThis as unknown as WorkerProbe;
    state.fleetWorkers = [];
    state.sawStale = false;
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (String(url).includes("fleet.worker")) state.fleetWorkers.push(this);
      }
    };
    // The message is visible only briefly, until the next worker is ready.
    const checkStale = () => {
      if (document.querySelector("[data-phase=stale]")) state.sawStale = true;
    };
    new MutationObserver(checkStale).observe(document, { subtree: true, attributes: true, childList: true });
  });
  await signIn(page, "duty", "/page/page");
  await page.getByText("实时 · 平滑显示").waitFor();
  const workers = () => page.evaluate(() => (globalThis as unknown as WorkerProbe).fleetWorkers.length);
  await expect.poll(workers).toBe(1);
  // Terminated from outside: no error event, and no further messages.
  await page.evaluate(() => (globalThis as unknown as WorkerProbe).fleetWorkers[0]?.terminate());
  const sawStale = () => page.evaluate(() => (globalThis as unknown as WorkerProbe).sawStale);
  await expect.poll(sawStale).toBe(true);
  await page.getByText("实时 · 平滑显示").waitFor();
  await expect.poll(workers).toBe(2);
});
