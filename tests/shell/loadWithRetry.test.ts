import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLoader } from "../../src/loading/createLazy.tsx";
import { loadWithRetry } from "../../src/loading/lazyComponent.tsx";

const Part = () => null;
const advanceSeconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

/** A component that fails to load until `goOnline`; `results` records the callbacks of `start`. */
function setupFailingLoader() {
  let isOnline = false;
  let loadCount = 0;
  const results: string[] = [];
  const loader = createLoader(async () => {
    loadCount += 1;
    if (!isOnline) throw new Error("gone");
    return Part;
  });
  const start = () =>
    loadWithRetry(loader, {
      onLoad: (component) => results.push(component === Part ? "loaded" : "something else"),
      onError: (error) => results.push(String(error)),
    });
  const goOnline = () => {
    isOnline = true;
  };
  return { start, goOnline, getLoadCount: () => loadCount, results };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a failed load is retried after 5 s, 10 s, 20 s and then every 30 s, and reported once", async () => {
  const { start, getLoadCount, results } = setupFailingLoader();
  start();
  const loadCounts: number[] = [];
  for (const pause of [0, 4, 1, 9, 1, 19, 1, 29, 1, 29, 1]) {
    await advanceSeconds(pause);
    loadCounts.push(getLoadCount());
  }
  expect(loadCounts).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
  expect(results).toEqual(["Error: gone"]);
});

test("retries end with the first success", async () => {
  const { start, goOnline, getLoadCount, results } = setupFailingLoader();
  start();
  await advanceSeconds(0);
  goOnline();
  await advanceSeconds(5);
  await advanceSeconds(600);
  expect([getLoadCount(), results]).toEqual([2, ["Error: gone", "loaded"]]);
});

test("after cancellation nothing is reported or retried, and a new start loads immediately", async () => {
  const { start, goOnline, getLoadCount, results } = setupFailingLoader();
  const cancelFirst = start();
  cancelFirst();
  await advanceSeconds(0);
  expect([getLoadCount(), results]).toEqual([1, []]);
  const cancelSecond = start();
  await advanceSeconds(0);
  cancelSecond();
  await advanceSeconds(600);
  expect([getLoadCount(), results]).toEqual([2, ["Error: gone"]]);
  goOnline();
  start();
  await advanceSeconds(0);
  expect([getLoadCount(), results]).toEqual([3, ["Error: gone", "loaded"]]);
});
