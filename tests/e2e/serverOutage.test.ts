import { expect } from "vitest";
import { test } from "../browser/browserTest.ts";
import { pressEscape } from "../browser/closePopup.ts";
import { collectConsoleErrors } from "../browser/consoleErrors.ts";
import { laptop } from "../browser/laptop.ts";
import { signIn } from "../browser/signIn.ts";
import { watchRequests } from "../browser/watchRequests.ts";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { startServer } from "../process/serverProcess.ts";

test("a server outage is shown, loses no input, and ends by itself when the server is back", async ({
  browser,
}) => {
  using data = createDemoFolder();
  await using first = await startServer({ dataDir: data.path, env: { FLEET: "0" } });
  const context = await browser.newContext({ ...laptop, baseURL: first.url });
  const page = await context.newPage();
  const waitForAnswers = watchRequests(page);
  const consoleErrors = collectConsoleErrors(page);
  consoleErrors.allow(/ERR_CONNECTION|WebSocket connection|Failed to load resource/);
  await signIn(page, "operator");
  await page.goto("/account/accountList");
  await page.getByRole("cell").first().waitFor();
  await page.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
  await page.getByRole("button", { name: "新增", exact: true }).click();
  const name = page.getByRole("textbox", { name: "企业名称" });
  await name.fill("杭州云栖低空科技有限公司");
  const other = await context.newPage();
  const waitForOtherAnswers = watchRequests(other);
  await other.goto("/account/userList");
  await other.getByRole("cell").first().waitFor();
  await other.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
  // Code that is loaded when the browser is idle.
  for (const one of [page, other])
    await one.getByRole("button", { name: /^通知/, includeHidden: true }).waitFor();
  await waitForAnswers();
  await waitForOtherAnswers();
  // For one of the two, the server comes back with another build.
  const document = await (await other.request.get("/")).text();
  const updated = document.replace(/(<script type="module"[^>]* src="[^"]*)\.js"/, '$1-next.js"');
  expect(updated).not.toBe(document);
  await other.route(
    ({ pathname }) => pathname === "/",
    (route) => route.fulfill({ body: updated, contentType: "text/html" }),
  );

  const findRow = () => other.getByRole("cell").first().boundingBox();
  const rowPlace = await findRow();
  await first.stop("SIGKILL");
  await page.getByText(/实时连接中断（自 \d{2}:\d{2}:\d{2} 起），每 10 秒自动重连/).waitFor();
  expect(await name.inputValue()).toBe("杭州云栖低空科技有限公司");
  await name.fill("杭州云栖低空科技股份有限公司");
  await page.getByText("草稿没有保存到服务器，请先不要离开此页").waitFor();
  await other.getByRole("button", { name: "查询", exact: true }).click();
  const stale = other.getByText("连接不上服务器，请检查网络。列表是此前读取的结果，恢复后会自动更新。");
  await stale.waitFor();
  // What is said about the outage moves nothing that may be clicked.
  await other.getByText(/实时连接中断（自.*(每 10 秒|在此之前)/).waitFor();
  expect(await findRow()).toEqual(rowPlace);

  const saveResponse = page.waitForResponse(
    (one) => one.request().method() === "PUT" && one.url().includes("/x/me/draft."),
  );
  const userListRead = other.waitForResponse((one) => one.url().includes("/user/pageList") && one.ok());
  await using second = await startServer({ dataDir: data.path, port: first.port, env: { FLEET: "0" } });
  await page.getByText(/实时连接中断（自.*(每 10 秒|在此之前)/).waitFor({ state: "detached" });
  await page.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
  expect(await name.inputValue()).toBe("杭州云栖低空科技股份有限公司");
  // The draft is saved and the list is read now, without any input.
  expect((await saveResponse).request().postDataJSON()).toMatchObject({
    value: { name: "杭州云栖低空科技股份有限公司" },
  });
  expect((await saveResponse).status()).toBe(200);
  await userListRead;
  await stale.waitFor({ state: "detached" });
  await other.getByRole("cell").first().waitFor();
  await other.getByRole("button", { name: "刷新页面" }).waitFor();
  expect(await findRow()).toEqual(rowPlace);
  expect(await page.getByRole("button", { name: "刷新页面", includeHidden: true }).count()).toBe(0);
  // The session survives the restart: the list loads without a new login.
  await pressEscape(page);
  await page.getByRole("button", { name: /放弃|不保存|离开/ }).click();
  const listResponse = page.waitForResponse("**/wms/api/company/pageList");
  await page.getByRole("button", { name: "查询", exact: true }).click();
  expect((await listResponse).status()).toBe(200);
  consoleErrors.expectNone();
  await context.close();
  await second.stop();
});
