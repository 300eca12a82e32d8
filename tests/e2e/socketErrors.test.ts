import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test as base } from "../browser/browserTest.ts";
import { signIn } from "../browser/signIn.ts";
import { waitForRest } from "../browser/waitForRest.ts";

const test = base.extend("sharesServer", { scope: "file" }, true);

const workerPattern = "**/socket.worker*";
const getStatusLight = (page: Page, name: RegExp) => page.getByRole("img", { name });
const mockWorkerCode = (page: Page, code: string) =>
  page.route(workerPattern, (route) => route.fulfill({ contentType: "text/javascript", body: code }));

describe("the socket worker", () => {
  test("that fails to load shows an error, and the live map polls instead", { tags: "full" }, async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/Failed to load resource/);
    await page.route(workerPattern, (route) => route.abort());
    await signIn(page, "duty", "/page/page");
    await getStatusLight(page, /^连接状态：实时连接无法运行（中断于 \d{2}:\d{2}:\d{2}）$/).waitFor();
    await page
      .getByText(/实时连接中断（自 \d{2}:\d{2}:\d{2} 起），请刷新页面恢复；在此之前数据可能不是最新。/)
      .waitFor();
    await page.getByText(/改为每 4 秒查询一次/).waitFor();
    for (let polls = 0; polls < 2; polls += 1)
      await page.waitForResponse(
        (answer) => answer.url().endsWith("/wms/api/task/start/list") && answer.ok(),
      );
  });

  test("that fails at run time shows an error, and its later messages are ignored", { tags: "full" }, async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/out of order/);
    await mockWorkerCode(
      page,
      `const view = (phase) => postMessage({ type: "worker.status", status: { phase, since: null }, state: "closed" });
       onmessage = ({ data }) => {
         if (data.type !== "session.start") return;
         view("online");
         // The page has the error first, and the message right behind it.
         setTimeout(() => { reportError(new Error("out of order")); view("online"); }, 300);
       };`,
    );
    await signIn(page, "finance", "/account/accountList");
    await getStatusLight(page, /实时连接无法运行/).waitFor();
    await waitForRest(page);
    expect(await getStatusLight(page, /实时连接无法运行/).count()).toBe(1);
  });

  test("passes on the server's error message", { tags: "full" }, async ({ page }) => {
    await mockWorkerCode(
      page,
      `onmessage = ({ data }) => {
         if (data.type !== "session.start") return;
         postMessage({ type: "worker.frame", frame: { type: 9, at: "2026-11-20T06:00:00.000Z", data: { message: "同时打开的任务过多" } } });
       };`,
    );
    await signIn(page, "finance", "/account/accountList");
    await page.getByText("实时连接：同时打开的任务过多", { exact: true }).waitFor();
  });
});
