import type { Page } from "playwright-core";
import { expect } from "vitest";
import * as z from "zod/mini";
import { test } from "../../browser/signedInTest.ts";
import { companyPageObject } from "./openCompany.ts";

const revealed = z.object({ data: z.object({ value: z.string() }) });

/** The whole phone of a user, as the caller says it. */
async function revealPhone(page: Page, url: string, id: string): Promise<string> {
  const { token, uToken } = await page.evaluate(() => ({
    token: localStorage.getItem("token") ?? "",
    uToken: String(JSON.parse(localStorage.getItem("user") ?? "{}").uToken),
  }));
  const response = await fetch(`${url}/wms/api/x/reveal`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: token,
      "x-token": token,
      "u-token": uToken,
      "u-platform": "web",
    },
    body: JSON.stringify({ entity: "user", id, field: "phoneNumber", reason: "来电核对" }),
  });
  return revealed.parse(await response.json()).data.value;
}

test("A caller's phone leads to orders, last flights and devices in at most three clicks, and no name is typed", async ({
  page,
  server,
}) => {
  const company = companyPageObject(page);
  await page.goto("/account/userList?role=owner");
  const user = page.getByRole("table", { name: "用户列表" }).locator("tbody tr[data-id]").first();
  await user.waitFor();
  const companyName = await user.getByRole("link").first().textContent();
  const phone = await revealPhone(page, server.url, (await user.getAttribute("data-id")) ?? "");
  expect(phone).toMatch(/^1\d{10}$/);

  await page.goto("/page/page");
  await page.getByRole("button", { name: "搜索菜单和记录 Ctrl K" }).waitFor();
  let clicks = 0;
  await page.exposeFunction("countClick", () => {
    clicks += 1;
  });
  await page.evaluate(() =>
    addEventListener("click", () => (window as unknown as { countClick: () => void }).countClick(), true),
  );
  await page.keyboard.press("Control+k");
  const search = page.getByRole("dialog", { name: "搜索菜单和记录" });
  await search.getByRole("textbox").fill(phone);

  await search.getByRole("group", { name: "用户", exact: true }).getByRole("button").first().click();
  const detail = page.getByRole("dialog").filter({ visible: true });
  await detail.getByRole("link", { name: companyName ?? "", exact: true }).click();
  await expect.poll(() => company.heading.textContent()).toBe(companyName);
  // Orders and last flights are on the overview.
  await company.main.getByRole("heading", { name: "最近订单" }).waitFor();
  await company.main.getByRole("heading", { name: "最近飞行" }).waitFor();
  expect(clicks).toBe(2);
  await company.tab("设备").click();
  await company.table("无人机列表").waitFor();
  expect(clicks).toBe(3);
});
