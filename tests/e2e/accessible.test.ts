import { expect } from "vitest";
import { expectAccessibleInBothSchemes } from "../browser/expectAccessible.ts";
import { test } from "../browser/readingTest.ts";
import { watchRequests } from "../browser/watchRequests.ts";
import { lists } from "./lists/lists.ts";
import { menuPages } from "./menuPages.ts";

/** The lists are checked together with their records and dialogs in `lists/listKeyboard.test.ts`. */
const others = menuPages.filter(({ path }) => !lists.some((list) => list.path === path));

test("the pages not covered by listKeyboard, 401 and 404 are accessible in light and dark", async ({
  page,
}) => {
  const waitForAnswers = watchRequests(page);
  for (const { path, title } of others) {
    await page.goto(path);
    await page.waitForFunction((wanted) => document.title === wanted, `${title} - 后台管理`);
    await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
    await waitForAnswers();
    await expectAccessibleInBothSchemes(page);
  }
  for (const path of ["/401", "/404"]) {
    await page.goto(path);
    await page.getByRole("main").getByRole("heading").waitFor();
    await expectAccessibleInBothSchemes(page);
  }
});

test("a console opened in dark mode is accessible", { tags: "full" }, async ({ openPageAs }) => {
  const page = await openPageAs("operator", { width: 1366, height: 768, dark: true });
  await page.goto("/account/accountList");
  await page.getByRole("cell").first().waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset["mantineColorScheme"])).toBe("dark");
  await expectAccessibleInBothSchemes(page);
});
