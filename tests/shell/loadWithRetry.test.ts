import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLoader } from "../../src/loading/createLazy.tsx";
import { loadWithRetry } from "../../src/loading/lazyComponent.tsx";

const Part = () => null;
const advanceSeconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

/** A part whose code cannot be had until the server is back, and what one who waits for it was told. */
function setupFailingLoader() {
  let isOnline = false;
  let callCount = 0;
  const toasts: string[] = [];
  const code = createLoader(async () => {
    callCount += 1;
    if (!isOnline) throw new Error("gone");
    return Part;
  });
  const wait = () =>
    loadWithRetry(code, {
      onLoad: (component) => toasts.push(component === Part ? "here" : "something else"),
      onError: (why) => toasts.push(String(why)),
    });
  const comeBack = () => {
    isOnline = true;
  };
  return { wait, comeBack, asked: () => callCount, said: toasts };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("code that cannot be had is asked for after 5 s, 10 s, 20 s and then every 30 s, and that is said once", async () => {
  const part = setupFailingLoader();
  part.wait();
  const until: number[] = [];
  for (const pause of [0, 4, 1, 9, 1, 19, 1, 29, 1, 29, 1]) {
    await advanceSeconds(pause);
    until.push(part.asked());
  }
  expect(until).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
  expect(part.said).toEqual(["Error: gone"]);
});

test("it is there once the server is back, and not asked for any more", async () => {
  const part = setupFailingLoader();
  part.wait();
  await advanceSeconds(0);
  part.comeBack();
  await advanceSeconds(5);
  await advanceSeconds(600);
  expect([part.asked(), part.said]).toEqual([2, ["Error: gone", "here"]]);
});

test("who has left is told nothing and keeps nothing asking; who comes next asks at once", async () => {
  const part = setupFailingLoader();
  const early = part.wait();
  early();
  await advanceSeconds(0);
  expect([part.asked(), part.said]).toEqual([1, []]);
  const late = part.wait();
  await advanceSeconds(0);
  late();
  await advanceSeconds(600);
  expect([part.asked(), part.said]).toEqual([2, ["Error: gone"]]);
  part.comeBack();
  part.wait();
  await advanceSeconds(0);
  expect([part.asked(), part.said]).toEqual([3, ["Error: gone", "here"]]);
});
