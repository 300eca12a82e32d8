import { expect } from "vitest";
import { test } from "../../browser/readingTest.ts";
import { watchRequests } from "../../browser/watchRequests.ts";
import { menuPages } from "../menuPages.ts";

test("the header shows at once that the browser is offline, and that it is online again", {
  tags: "full",
}, async ({ page, context, consoleErrors }) => {
  consoleErrors.allow(/Failed to load resource|WebSocket connection/);
  const waitForAnswers = watchRequests(page);
  await page.goto("/account/accountList");
  await page.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
  // Code that is loaded when the browser is idle.
  await page.getByRole("button", { name: /^通知/ }).waitFor();
  await waitForAnswers();
  await context.setOffline(true);
  // Two missed heartbeats would tell of the connection, not of the network.
  await page.getByRole("img", { name: "连接状态：网络已断开，恢复后自动重连" }).waitFor();
  await context.setOffline(false);
  await page.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
});

/** What an element of the shell and a part of the page have in common, by the page's text. */
const findCovered = (strip: Element): readonly string[] => {
  const { bottom } = strip.getBoundingClientRect();
  const texts = document.createTreeWalker(
    document.querySelector("#content") ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  const covered: string[] = [];
  while (texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const rects = [...range.getClientRects()];
    // A title for screen readers has a pixel.
    const isSeen = (texts.currentNode.parentElement?.clientWidth ?? 0) !== 1;
    if (isSeen && rects.some(({ top, width, height }) => width > 0 && height > 0 && top < bottom))
      covered.push(texts.currentNode.textContent ?? "");
  }
  return covered;
};

test("what tells an outage covers no text of any page", { tags: "full" }, async ({ page, consoleErrors }) => {
  consoleErrors.allow(/WebSocket connection/);
  await page.route("**/config.json", async (route) => {
    const config: unknown = await (await route.fetch()).json();
    await route.fulfill({ json: { ...Object(config), socket: "ws://127.0.0.1:9" } });
  });
  for (const { path } of menuPages) {
    await page.goto(path);
    await page.getByRole("main").getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" });
    const strip = page.getByText(/实时连接中断（自.*(每 10 秒|在此之前)/).locator("xpath=ancestor::p");
    await strip.waitFor();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await strip.evaluate(findCovered), `${path} at ${width} px`).toEqual([]);
    }
  }
});
