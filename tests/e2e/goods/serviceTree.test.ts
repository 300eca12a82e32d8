import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { findLayoutErrors } from "../../browser/findLayoutErrors.ts";
import { test } from "../../browser/signedInTest.ts";
import { openList } from "../lists/listPageObject.ts";

const services = { path: "/goods/serviceList", noun: "服务", call: "/serviceInfo/pageList" };
const fullPage = { pageNo: 1, pageSize: 200 };

describe("the tree of services", () => {
  test("collapses and expands by keyboard, and shows found services with their ancestors", {
    tags: "full",
  }, async ({ page }) => {
    const screen = await openList(page, services);
    await expect.poll(() => screen.rows.count()).toBe(30);
    const collapseButton = screen.table.getByRole("button", { name: "收起 飞行作业服务 的下级" });
    await collapseButton.focus();
    await page.keyboard.press("Enter");
    await screen.table.getByText("电力线路巡检").waitFor({ state: "detached" });
    await expect.poll(() => screen.rows.count()).toBe(22);
    await page.keyboard.press("Enter");
    await screen.table.getByText("电力线路巡检").waitFor();

    const keyword = screen.form.getByLabel("关键字");
    await keyword.fill("绝缘子");
    expect(await screen.captureRequestBody(() => keyword.press("Enter"))).toEqual({
      ...fullPage,
      keyword: "绝缘子",
    });
    const names = await screen.rows.evaluateAll((rows) =>
      rows.map((row) => row.querySelector("td:not(:has(input))")?.textContent?.trim()),
    );
    expect(names).toEqual(["智能算法服务", "目标识别", "绝缘子缺陷识别"]);
    await screen.main.getByText("共 3 条").waitFor();
    await expectAccessible(page);
  });

  test("a new child is created, listed, delisted and deleted (R-119 to R-122)", async ({ page }) => {
    const screen = await openList(page, services);
    await screen.table.getByRole("button", { name: "新增子项 安防巡逻飞行" }).click();
    const form = page.getByRole("dialog", { name: "在「安防巡逻飞行」下新增子项" });
    await form.getByLabel("服务名称").fill("夜间安防巡逻");
    await form.getByLabel("服务编码").fill("FX-0301");
    await form.getByLabel("单价（含税）").fill("420.50");
    await form.getByLabel("税收分类编码").fill("3040401020000000000");
    await expectAccessible(page);
    expect(await findLayoutErrors(page, [form])).toEqual([]);
    const [request] = await Promise.all([
      page.waitForRequest("**/serviceInfo/modify"),
      form.getByRole("button", { name: "保存" }).click(),
    ]);
    expect(request.method()).toBe("PUT");
    expect(request.postDataJSON()).toMatchObject({ unit: "小时", kind: "flight", priceFen: 42_050 });
    await form.waitFor({ state: "detached" });
    const row = screen.rows.filter({ hasText: "夜间安防巡逻" });
    await row.getByText("已下架").waitFor();

    const runAction = async (name: string, call: string) => {
      await row.getByRole("button", { name: "更多操作 夜间安防巡逻" }).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
      const dialog = page.getByRole("dialog", { name: `${name} 夜间安防巡逻` });
      const [answer] = await Promise.all([
        page.waitForResponse((one) => one.url().includes(call)),
        dialog.getByRole("button", { name, exact: true }).click(),
      ]);
      expect(await answer.json()).toMatchObject({ state: 0 });
      await dialog.waitFor({ state: "detached" });
    };
    await runAction("上架", "/serviceInfo/upShelf/");
    await row.getByText("已上架").waitFor();
    await row.getByRole("button", { name: "更多操作 夜间安防巡逻" }).click();
    const remove = page.getByRole("menuitem", { name: /^删除/ });
    expect(await remove.getAttribute("aria-disabled")).toBe("true");
    await remove.getByText("已上架的服务不能删除，请先下架").waitFor();
    await closePopup(page, remove);
    await runAction("下架", "/serviceInfo/soldOut/");
    await row.getByText("已下架").waitFor();
    await runAction("删除", "/serviceInfo/");
    await row.waitFor({ state: "detached" });
    await screen.main.getByText("共 30 条").waitFor();
  });
});
