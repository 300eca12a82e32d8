import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { componentCode } from "../../src/console/componentCode.ts";
import { keepBringing } from "../../src/console/keepBringing.ts";

const Part = () => null;
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

/** A part whose code cannot be had until the server is back, and what one who waits for it was told. */
function partOfGoneServer() {
  let back = false;
  let asked = 0;
  const said: string[] = [];
  const code = componentCode(async () => {
    asked += 1;
    if (!back) throw new Error("gone");
    return Part;
  });
  const wait = () =>
    keepBringing(code, {
      here: (component) => said.push(component === Part ? "here" : "something else"),
      failed: (why) => said.push(String(why)),
    });
  const comeBack = () => {
    back = true;
  };
  return { wait, comeBack, asked: () => asked, said };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("code that cannot be had is asked for after 5 s, 10 s, 20 s and then every 30 s, and that is said once", async () => {
  const part = partOfGoneServer();
  part.wait();
  const until: number[] = [];
  for (const pause of [0, 4, 1, 9, 1, 19, 1, 29, 1, 29, 1]) {
    await seconds(pause);
    until.push(part.asked());
  }
  expect(until).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
  expect(part.said).toEqual(["Error: gone"]);
});

test("it is there once the server is back, and not asked for any more", async () => {
  const part = partOfGoneServer();
  part.wait();
  await seconds(0);
  part.comeBack();
  await seconds(5);
  await seconds(600);
  expect([part.asked(), part.said]).toEqual([2, ["Error: gone", "here"]]);
});

test("who has left is told nothing and keeps nothing asking; who comes next asks at once", async () => {
  const part = partOfGoneServer();
  const early = part.wait();
  early();
  await seconds(0);
  expect([part.asked(), part.said]).toEqual([1, []]);
  const late = part.wait();
  await seconds(0);
  late();
  await seconds(600);
  expect([part.asked(), part.said]).toEqual([2, ["Error: gone"]]);
  part.comeBack();
  part.wait();
  await seconds(0);
  expect([part.asked(), part.said]).toEqual([3, ["Error: gone", "here"]]);
});
