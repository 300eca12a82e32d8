import { describe, expect } from "vitest";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { findLayoutErrors } from "../../browser/findLayoutErrors.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { test } from "../../browser/signedInTest.ts";
import { openList } from "../lists/listPageObject.ts";

const boxes = { path: "/operate/boxPage", noun: "云盒", call: "/iapi/box/list" };
const name = "城东变电站云盒";

//
describe("cloud boxes for a maintainer", () => {
  test.override("account", "maintainer");

  test("are created with a generated MAC address and a position from the map, bound, unbound, and get modules (R-073, R-135, R-142 to R-148)", async ({
    page,
  }) => {
    const screen = await openList(page, boxes);
    await screen.toolbar.getByRole("button", { name: "新增" }).click();
    const form = page.getByRole("dialog", { name: "新增云盒" });
    const pickButton = form.getByRole("button", { name: "在地图上选取" });
    const picker = page.getByRole("dialog", { name: "在地图上选取位置" });
    // On a phone the error that a field shows on blur is above the button, and must not move it.
    await page.setViewportSize({ width: 390, height: 844 });
    await form.getByLabel("云盒名称").focus();
    const mac = form.getByLabel("MAC 地址");
    await mac.fill("nothing");
    await pickButton.click();
    await picker.getByRole("button", { name: "取消" }).click();
    await form.getByText("MAC 地址应为 6 组十六进制数").waitFor();
    // A field that was only passed is no mistake yet.
    expect(await form.getByText("请输入云盒名称").count()).toBe(0);
    await page.setViewportSize({ width: 1366, height: 768 });

    await form.getByLabel("云盒名称").fill(name);
    await form.getByLabel("序列号").fill("E2E-BOX-1");
    await form.getByRole("button", { name: "生成" }).click();
    await expect.poll(() => mac.inputValue()).toMatch(/^02:AC(:[0-9A-F]{2}){4}$/);
    const first = await mac.inputValue();
    await form.getByRole("button", { name: "生成" }).click();
    await expect.poll(() => mac.inputValue()).not.toBe(first);
    await form.getByLabel("型号").fill("AC-Box 2");

    await pickButton.click();
    const map = picker.getByRole("application", { name: "选取位置的地图，方向键移动，加减键缩放" });
    await map.waitFor();
    await picker.getByText("105.460000, 39.920000").waitFor();
    await expectAccessible(page);
    expect(await findLayoutErrors(page, [picker])).toEqual([]);
    // By keyboard only.
    await map.focus();
    await page.keyboard.press("ArrowRight");
    await picker.getByText("105.460000, 39.920000").waitFor({ state: "detached" });
    await picker.getByRole("button", { name: "使用此位置" }).click();
    await picker.waitFor({ state: "detached" });
    expect(Number(await form.getByLabel("经度").inputValue())).toBeGreaterThan(105.46);
    expect(await form.getByLabel("纬度").inputValue()).toBe("39.92");
    expect(await findLayoutErrors(page, [form])).toEqual([]);
    const [request] = await Promise.all([
      page.waitForRequest("**/iapi/box/add"),
      form.getByRole("button", { name: "保存" }).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({ name, sn: "E2E-BOX-1", lat: 39.92 });
    await form.waitFor({ state: "detached" });

    const row = screen.rows.filter({ hasText: name });
    await row.getByText("未绑定").waitFor();
    await row.getByRole("button", { name: `绑定 ${name}`, exact: true }).click();
    const bind = page.getByRole("dialog", { name: `绑定 ${name}` });
    await bind.getByRole("button", { name: "绑定", exact: true }).click();
    await bind.getByText("请选择企业").waitFor();
    await bind.getByRole("combobox", { name: "企业" }).click();
    const option = page.getByRole("option").filter({ hasNotText: "已冻结" }).first();
    const company = (await option.textContent()) ?? "";
    await option.click();
    await bind.getByRole("button", { name: "绑定", exact: true }).click();
    await bind.waitFor({ state: "detached" });
    await row.getByText("已绑定").waitFor();
    await row.getByText(company).waitFor();

    await row.getByRole("button", { name, exact: true }).click();
    const detail = page.getByRole("dialog", { name });
    await detail.getByText("还没有扩展模块").waitFor();
    await detail.getByRole("button", { name: "添加模块" }).click();
    const addDialog = page.getByRole("dialog", { name: `为 ${name} 添加扩展模块` });
    await addDialog.getByLabel("模块名称").fill("差分模块");
    await addDialog.getByRole("combobox", { name: "类型" }).click();
    await page.getByRole("option", { name: "RTK 定位" }).click();
    await addDialog.getByLabel("序列号").fill("E2E-RTK-1");
    await addDialog.getByRole("button", { name: "添加", exact: true }).click();
    await addDialog.waitFor({ state: "detached" });
    const modules = detail.getByRole("table", { name: "扩展模块" });
    await modules.getByText("RTK 定位").waitFor();
    await modules.getByRole("button", { name: "编辑 差分模块" }).click();
    const edit = page.getByRole("dialog", { name: "编辑 差分模块" });
    await edit.getByRole("combobox", { name: "状态" }).click();
    await page.getByRole("option", { name: "故障" }).click();
    await edit.getByRole("button", { name: "保存" }).click();
    await edit.waitFor({ state: "detached" });
    await modules.getByText("故障").waitFor();
    await row.getByText("RTK 定位").waitFor();
    await expectAccessible(page);
    expect(await findLayoutErrors(page, [detail])).toEqual([]);
    await saveScreenshot(page, "box detail");
    await modules.getByRole("button", { name: "删除 差分模块" }).click();
    const remove = page.getByRole("dialog", { name: "删除 差分模块" });
    await remove.getByRole("button", { name: "删除", exact: true }).click();
    await detail.getByText("还没有扩展模块").waitFor();

    await detail.getByRole("button", { name: "解绑", exact: true }).click();
    const unbind = page.getByRole("dialog", { name: `解绑 ${name}` });
    await unbind.getByText(`解绑后云盒不再属于「${company}」`).waitFor();
    await unbind.getByRole("button", { name: "解绑", exact: true }).click();
    await unbind.waitFor({ state: "detached" });
    const history = detail.getByRole("table", { name: "归属记录" });
    await history.getByRole("row").filter({ hasText: company }).getByText("郑海涛").nth(1).waitFor();
    await detail.getByRole("button", { name: "绑定", exact: true }).waitFor();
  });
});
