import { expect, test } from "vitest";
import { componentCode } from "../../src/console/componentCode.ts";

const Page = () => null;

test("the code of a page is fetched once, whoever asks, and is there from then on", async () => {
  let fetched = 0;
  const code = componentCode(async () => {
    fetched += 1;
    return Page;
  });
  expect(code.present()).toBeNull();
  const asked = [code.bring(), code.bring()];
  expect(code.present()).toBeNull();
  expect(await Promise.all(asked)).toEqual([Page, Page]);
  expect(await code.bring()).toBe(Page);
  expect([fetched, code.present()]).toEqual([1, Page]);
});

test("code that could not be had is asked for again", async () => {
  const answers = [() => Promise.reject(new Error("gone")), () => Promise.resolve(Page)];
  const code = componentCode(() => answers.shift()?.() ?? Promise.reject(new Error("too often")));
  await expect(code.bring()).rejects.toThrow("gone");
  expect(code.present()).toBeNull();
  expect(await code.bring()).toBe(Page);
  expect(code.present()).toBe(Page);
});
