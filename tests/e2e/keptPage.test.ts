import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { addInitScript } from "../browser/addInitScript.ts";
import { emulateColorScheme } from "../browser/emulateColorScheme.ts";
import { laptop } from "../browser/laptop.ts";
import { test as base } from "../browser/signedInTest.ts";
import { answerCalls, respondWith } from "./model/holdCalls.ts";

const test = base.extend("looking", { scope: "file" }, true);

const kept = { before: null as Page | null, heard: 0 };

/** What a document holds that a test could have left there. */
const traces = () => ({
  stored: Object.keys(localStorage).sort(),
  ofTab: sessionStorage.length,
  cookies: document.cookie,
  dark: matchMedia("(prefers-color-scheme: dark)").matches,
  width: window.innerWidth,
  history: history.length,
  mark: document.documentElement.hasAttribute("data-mark"),
});

describe("a page that serves one test after the other", () => {
  test("is changed in every way by a first", async ({ page, context }) => {
    kept.before = page;
    page.on("request", (request) => {
      if (request.url().endsWith("/late")) kept.heard += 1;
    });
    await addInitScript(page, () => document.documentElement?.setAttribute("data-mark", ""));
    await emulateColorScheme(page, "dark");
    await page.setViewportSize({ width: 400, height: 700 });
    await answerCalls(page, "**/wms/api/company/pageList", respondWith(-1, "不给"));
    await page.goto("/account/accountList");
    await page.getByText("不给").first().waitFor();
    await page.evaluate(() => {
      localStorage.setItem("left", "1");
      sessionStorage.setItem("left", "1");
      document.cookie = "left=1; path=/";
      window.addEventListener("beforeunload", (leaving) => leaving.preventDefault());
    });
    await page.mouse.click(200, 300);
    await (await context.newPage()).goto("/account/userList");
  });

  test("shows nothing of it to the second", async ({ page, context }) => {
    expect(page).toBe(kept.before);
    expect(context.pages()).toEqual([page]);
    const { width } = laptop.viewport;
    const nothing = { ofTab: 0, cookies: "", dark: false, width, history: 1, mark: false };
    expect(await page.evaluate(traces)).toEqual({ stored: ["token", "user"], ...nothing });
    await page.goto("/account/accountList");
    await page.getByRole("cell").first().waitFor();
    await page.evaluate(() => fetch("/late"));
    expect(kept.heard).toBe(0);
    expect(await page.locator(":hover").count()).toBe(0);
  });
});

test("what a page asks to be changed is heard, so that no file which only looks changes anything", async ({
  page,
  context,
  changes,
  consoleErrors,
}) => {
  consoleErrors.allow(/401/);
  const other = await context.newPage();
  await other.goto("/favicon.svg");
  const asked = [
    [page, "GET", "/x/me/list.company"],
    [page, "PUT", "/x/me/list.company"],
    [page, "POST", "/company/pageList"],
    [other, "DELETE", "/company/frozen/12"],
  ] as const;
  for (const [where, method, path] of asked)
    await where.evaluate(([by, at]) => fetch(`/wms/api${at}`, { method: by }).then(() => undefined), [
      method,
      path,
    ] as const);
  expect(changes.heard()).toEqual(["PUT /wms/api/x/me/list.company", "DELETE /wms/api/company/frozen/12"]);
});

test.fails("a page that asks for a change in a file that only looks fails its test", async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/401/);
  await page.evaluate(() => fetch("/wms/api/x/me/list.company", { method: "PUT" }).then(() => undefined));
});
