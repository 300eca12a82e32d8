import { expect, test } from "vitest";
import { createLoader } from "../../src/loading/createLazy.tsx";

const Page = () => null;

test("concurrent and later preloads load the code only once", async () => {
  let loadCount = 0;
  const loader = createLoader(async () => {
    loadCount += 1;
    return Page;
  });
  expect(loader.getLoaded()).toBeNull();
  const preloads = [loader.preload(), loader.preload()];
  expect(loader.getLoaded()).toBeNull();
  expect(await Promise.all(preloads)).toEqual([Page, Page]);
  expect(await loader.preload()).toBe(Page);
  expect([loadCount, loader.getLoaded()]).toEqual([1, Page]);
});

test("a preload after a failed one loads again", async () => {
  const results = [() => Promise.reject(new Error("gone")), () => Promise.resolve(Page)];
  const loader = createLoader(() => results.shift()?.() ?? Promise.reject(new Error("too often")));
  await expect(loader.preload()).rejects.toThrow("gone");
  expect(loader.getLoaded()).toBeNull();
  expect(await loader.preload()).toBe(Page);
  expect(loader.getLoaded()).toBe(Page);
});
