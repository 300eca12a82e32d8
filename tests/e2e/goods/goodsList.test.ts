import sharp from "sharp";
import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { findLayoutErrors } from "../../browser/findLayoutErrors.ts";
import { test } from "../../browser/signedInTest.ts";
import { openList } from "../lists/listPageObject.ts";

const goods = { path: "/goods/goodsList", noun: "商品", call: "/goodsInfo/pageList" };
const name = "水库大坝巡检月度套餐";

describe("goods", () => {
  test("are created from services with a cover, shown, put on sale, taken off and deleted (R-123, R-125 to R-127)", async ({
    page,
    consoleErrors,
  }) => {
    // The first price is rejected.
    consoleErrors.allow(/status of 400 .*insertOrUpdate/);
    const screen = await openList(page, goods);
    await screen.toolbar.getByRole("button", { name: "新增" }).click();
    const form = page.getByRole("dialog", { name: "新增商品" });
    await form.getByLabel("商品名称").fill(name);
    await form.getByLabel("商品编码").fill("TC-SK-M");
    const image = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#2277cc" } })
      .png()
      .toBuffer();
    const file = { name: "cover.png", mimeType: "image/png", buffer: image };
    await form.locator("input[type=file]").setInputFiles(file);
    await form.getByText("重新选择").waitFor();

    const pick = form.getByRole("combobox", { name: "服务", exact: true });
    await pick.fill("FX-0101");
    await page.getByRole("option", { name: /电力线路巡检/ }).click();
    await pick.fill("人车船");
    await page.getByRole("option", { name: /人车船识别/ }).click();
    await form.getByLabel("电力线路巡检的数量").fill("10");
    await form.getByLabel("人车船识别的数量").fill("1000");
    await form.getByLabel("已选服务").getByText("¥1,680.00").waitFor();
    await form.getByText("服务合计 ¥1,980.00").waitFor();
    await form.getByLabel("原价（含税）").fill("1980");
    await form.getByLabel("售价（含税）").fill("1980.01");
    await form.getByText("，高于原价").waitFor();
    await form.getByRole("button", { name: "保存" }).click();
    await form.getByText("售价不能高于原价").waitFor();
    await form.getByLabel("售价（含税）").fill("1880");
    await form.getByText("优惠 ¥100.00").waitFor();
    await expectAccessible(page);
    expect(await findLayoutErrors(page, [form])).toEqual([]);
    const [request] = await Promise.all([
      page.waitForRequest("**/goodsInfo/insertOrUpdate"),
      form.getByRole("button", { name: "保存" }).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({ code: "TC-SK-M", months: 12, priceFen: 188_000 });
    await form.waitFor({ state: "detached" });

    const row = screen.rows.filter({ hasText: name });
    await row.getByText("已下架").waitFor();
    const cover = row.getByRole("img", { name: `${name}的封面` });
    await expect.poll(() => cover.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(60);
    await row.getByRole("button", { name, exact: true }).click();
    const detail = page.getByRole("dialog", { name });
    const parts = detail.getByRole("table", { name: "包含服务" });
    await parts.waitFor();
    await expect
      .poll(() => parts.getByRole("row").allTextContents())
      .toEqual([
        "服务状态单价数量单位小计",
        "电力线路巡检已上架¥168.0010公里¥1,680.00",
        "人车船识别已上架¥0.301,000张¥300.00",
      ]);
    await expectAccessible(page);
    await closePopup(page, detail);

    const runAction = async (label: string) => {
      await row.getByRole("button", { name: `${label} ${name}` }).click();
      const dialog = page.getByRole("dialog", { name: `${label} ${name}` });
      await dialog.getByRole("button", { name: label, exact: true }).click();
      await dialog.waitFor({ state: "detached" });
    };
    await runAction("上架");
    await row.getByText("在售", { exact: true }).waitFor();
    await runAction("下架");
    await row.getByText("已下架").waitFor();
    await runAction("删除");
    await row.waitFor({ state: "detached" });
  });

  test("that contain a delisted service cannot go on sale, and show why", { tags: "full" }, async ({
    page,
  }) => {
    const screen = await openList(page, goods, "keyword=TC-JC-02");
    const listButton = screen.table.getByRole("button", { name: "上架 应急移动机场方案" });
    expect(await listButton.getAttribute("aria-disabled")).toBe("true");
    expect(await listButton.getAttribute("title")).toBe("服务「车载移动机场」已下架，请先上架服务");
  });
});

describe("goods on a phone", () => {
  test("have no layout errors", { tags: "full" }, async ({ openPageAs }) => {
    const page = await openPageAs("operator", { width: 360, height: 780 });
    const screen = await openList(page, goods);
    await screen.rows.first().waitFor();
    expect(await findLayoutErrors(page, [screen.form, screen.toolbar, screen.pager])).toEqual([]);
    await screen.toolbar.getByRole("button", { name: "新增" }).click();
    const form = page.getByRole("dialog", { name: "新增商品" });
    await form.getByRole("combobox", { name: "服务", exact: true }).fill("云盒");
    await page.getByRole("option", { name: /云盒标准版/ }).click();
    await form.getByLabel("云盒标准版的数量").waitFor();
    expect(await findLayoutErrors(page, [form])).toEqual([]);
  });
});
