import { describe } from "vitest";
import { expectAccessible } from "../browser/accessible.ts";
import { signIn } from "../browser/signIn.ts";
import { test } from "../browser/test.ts";
import { pages } from "./pages.ts";

describe.each(["light", "dark"] as const)("in the %s scheme", (scheme) => {
  test("every page, 401 and 404 are accessible", async ({ page, context, server }) => {
    if (scheme === "dark") await context.addCookies([{ name: "dark", value: "1", url: server.url }]);
    await signIn(page, "operator");
    for (const { path, title } of pages) {
      await page.goto(path);
      await page.waitForFunction((wanted) => document.title === wanted, `${title} - 后台管理`);
      await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      await expectAccessible(page);
    }
    for (const path of ["/401", "/404"]) {
      await page.goto(path);
      await page.getByRole("main").getByRole("heading").waitFor();
      await expectAccessible(page);
    }
  });
});
