import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { findLayoutErrors } from "../../browser/findLayoutErrors.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { test } from "../../browser/signedInTest.ts";
import { waitForStable } from "../../browser/waitForStable.ts";
import { listPageObject, openList } from "../lists/listPageObject.ts";

const hangars = { path: "/operate/airport", noun: "机场", call: "/x/hangar/list" };
const name = "城东变电站机场";

//
describe("hangars for a maintainer", () => {
  test.override("account", "maintainer");

  test("are created with a position from the map, taken out of service and restored (R-149)", async ({
    page,
  }) => {
    const screen = await openList(page, hangars);
    await screen.toolbar.getByRole("button", { name: "新增" }).click();
    const form = page.getByRole("dialog", { name: "新增机场" });
    await form.getByLabel("机场名称").fill(name);
    await form.getByLabel("序列号").fill("E2E-DOCK-1");
    await form.getByLabel("型号").fill("DJI Dock 2");
    expect(await form.getByRole("combobox", { name: "驻场无人机" }).isDisabled()).toBe(true);
    await form.getByRole("combobox", { name: "所属企业" }).click();
    await page.getByRole("option").filter({ hasNotText: "已冻结" }).first().click();
    await form.getByRole("combobox", { name: "驻场无人机" }).waitFor();
    await form.getByRole("button", { name: "保存" }).click();
    await form.getByText("请填写经度").waitFor();
    await form.getByRole("button", { name: "在地图上选取" }).click();
    const picker = page.getByRole("dialog", { name: "在地图上选取位置" });
    const map = picker.getByRole("application", { name: "选取位置的地图，方向键移动，加减键缩放" });
    await map.locator(".ol-viewport").waitFor();
    await waitForStable(map);
    const box = await map.boundingBox();
    if (!box) throw new Error("the map is not visible");
    await page.mouse.click(box.x + box.width / 2 - 40, box.y + box.height / 2 + 40);
    await picker.getByText("105.460000, 39.920000").waitFor({ state: "detached" });
    await picker.getByRole("button", { name: "使用此位置" }).click();
    await picker.waitFor({ state: "detached" });
    expect(Number(await form.getByLabel("经度").inputValue())).toBeLessThan(105.46);
    expect(Number(await form.getByLabel("纬度").inputValue())).toBeLessThan(39.92);
    await form.getByLabel("海拔（m）").fill("12.5");
    const [request] = await Promise.all([
      page.waitForRequest("**/hangar/add"),
      form.getByRole("button", { name: "保存" }).click(),
    ]);
    expect(new URL(request.url()).pathname).toBe("/hangar/add");
    expect(request.postDataJSON()).toMatchObject({ name, altitude: 12.5 });
    await form.waitFor({ state: "detached" });
    const row = screen.rows.filter({ hasText: name });
    await row.getByText("离线").waitFor();

    const runAction = async (label: string) => {
      await row.getByRole("button", { name: `${label} ${name}`, exact: true }).click();
      const dialog = page.getByRole("dialog", { name: `${label} ${name}` });
      await dialog.getByRole("button", { name: label, exact: true }).click();
      await dialog.waitFor({ state: "detached" });
    };
    await runAction("停用检修");
    await row.getByText("停用检修", { exact: true }).first().waitFor();
    await runAction("恢复使用");
    await row.getByText("空闲").waitFor();
  });
});

// Size and scheme are independent, so each value is tested once.
const screens = [
  { width: 390, height: 844, dark: true },
  { width: 1366, height: 768, dark: false },
];

describe.each(screens)("hangars as cards at $width px, dark $dark", ({ dark, ...size }) => {
  test("show the same rows, work by keyboard, and are stored as preference (R-133)", {
    tags: "full",
  }, async ({ openPageAs }) => {
    const page = await openPageAs("maintainer", { ...size, dark });
    const screen = listPageObject(page, hangars);
    const status = encodeURIComponent("service");
    await screen.open(`status=${status}`);
    const rowCount = await screen.rows.count();
    const toggle = screen.toolbar.getByRole("button", { name: "卡片" });
    await toggle.focus();
    await page.keyboard.press("Enter");
    const cards = page.getByRole("region", { name: "机场列表" }).getByRole("listitem");
    await cards.first().waitFor();
    await expect.poll(() => cards.count()).toBe(rowCount);
    expect(await toggle.getAttribute("aria-pressed")).toBe("true");
    expect(await screen.toolbar.getByRole("button", { name: "列设置" }).count()).toBe(0);
    await cards.first().getByText("停用检修").waitFor();
    expect(await findLayoutErrors(page, [screen.toolbar, page.getByRole("main")])).toEqual([]);
    await expectAccessible(page);
    await saveScreenshot(page, `hangar cards ${size.width} ${dark ? "dark" : "light"}`);

    const title = cards.first().getByRole("heading").getByRole("button");
    const hangar = (await title.textContent()) ?? "";
    await title.focus();
    await page.keyboard.press("Enter");
    const detail = page.getByRole("dialog", { name: hangar });
    await detail.getByRole("table", { name: "驻场设备" }).waitFor();
    await detail.getByRole("application", { name: `${hangar} 的位置，方向键移动，加减键缩放` }).waitFor();
    expect(await findLayoutErrors(page, [detail])).toEqual([]);
    await saveScreenshot(page, `hangar detail ${size.width} ${dark ? "dark" : "light"}`);
    await closePopup(page, detail);

    await cards
      .first()
      .getByRole("button", { name: `编辑 ${hangar}` })
      .click();
    await closePopup(page, page.getByRole("dialog", { name: "编辑机场" }));
    await page.reload();
    await cards.first().waitFor();
    expect(await screen.table.count()).toBe(0);

    const keyword = screen.form.getByLabel("关键字");
    await keyword.fill("不存在的");
    await keyword.press("Enter");
    await screen.main.getByText("没有符合条件的机场").waitFor();
    // The next test starts with the stored preferences.
    const preferencesSaved = page.waitForResponse(
      (one) => one.request().method() === "PUT" && one.url().endsWith("/x/me/list.hangar"),
    );
    await Promise.all([preferencesSaved, toggle.click()]);
    // A phone has cards only.
    if (size.width >= 640) await screen.table.waitFor();
  });
});
