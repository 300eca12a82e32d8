import { expect } from "vitest";
import { test } from "../../browser/browserTest.ts";
import { signIn } from "../../browser/signIn.ts";

interface Killable {
  fleetWorkers: Worker[];
  sawStale: boolean;
}

test("a worker that dies without a word is noticed, said, and replaced", async ({ page }) => {
  await page.addInitScript(() => {
    const seen = globalThis as unknown as Killable;
    seen.fleetWorkers = [];
    seen.sawStale = false;
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (String(url).includes("fleet.worker")) seen.fleetWorkers.push(this);
      }
    };
    // It is said for a moment only, until the next worker is there.
    const look = () => {
      if (document.querySelector("[data-phase=stale]")) seen.sawStale = true;
    };
    new MutationObserver(look).observe(document, { subtree: true, attributes: true, childList: true });
  });
  await signIn(page, "duty");
  await page.getByText("实时 · 平滑显示").waitFor();
  const workers = () => page.evaluate(() => (globalThis as unknown as Killable).fleetWorkers.length);
  await expect.poll(workers).toBe(1);
  // Killed from outside: it gives no error, and no message ever comes again.
  await page.evaluate(() => (globalThis as unknown as Killable).fleetWorkers[0]?.terminate());
  const sawStale = () => page.evaluate(() => (globalThis as unknown as Killable).sawStale);
  await expect.poll(sawStale, { timeout: 20_000 }).toBe(true);
  await page.getByText("实时 · 平滑显示").waitFor({ timeout: 20_000 });
  await expect.poll(workers).toBe(2);
});
