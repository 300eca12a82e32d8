import { expect, test } from "vitest";
import { createLoader } from "../../src/loading/createLazy.tsx";

const Page = () => null;

test("the code of a page is fetched once, whoever asks, and is there from then on", async () => {
  let fetched = 0;
  const code = createLoader(async () => {
    fetched += 1;
    return Page;
  });
  expect(code.getLoaded()).toBeNull();
  const asked = [code.preload(), code.preload()];
  expect(code.getLoaded()).toBeNull();
  expect(await Promise.all(asked)).toEqual([Page, Page]);
  expect(await code.preload()).toBe(Page);
  expect([fetched, code.getLoaded()]).toEqual([1, Page]);
});

test("code that could not be had is asked for again", async () => {
  const answers = [() => Promise.reject(new Error("gone")), () => Promise.resolve(Page)];
  const code = createLoader(() => answers.shift()?.() ?? Promise.reject(new Error("too often")));
  await expect(code.preload()).rejects.toThrow("gone");
  expect(code.getLoaded()).toBeNull();
  expect(await code.preload()).toBe(Page);
  expect(code.getLoaded()).toBe(Page);
});
