import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { pressEscape } from "../../browser/closePopup.ts";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { test } from "../../browser/signedInTest.ts";
import { waitForStable } from "../../browser/waitForStable.ts";
import { openOwnPage } from "../admin/openOwnPage.ts";
import { listPageObject, openList } from "../lists/listPageObject.ts";

const zones = { path: "/zones", noun: "管制区", call: "/controlZone/list/page" };

/** Clicks and drags on a map, in shares of its width and height. */
async function createPointer(page: Page, map: Locator) {
  await map.locator(".ol-viewport").waitFor();
  await waitForStable(map);
  const box = await map.boundingBox();
  if (!box) throw new Error("the map is not visible");
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  return {
    // Two clicks at one place within 250 ms are a double click.
    click: (x: number, y: number) => page.mouse.click(...at(x, y)),
    drag: async (from: readonly [number, number], to: readonly [number, number]) => {
      await page.mouse.move(...at(...from));
      await page.mouse.down();
      await page.mouse.move(...at(...to), { steps: 5 });
      await page.mouse.up();
    },
  };
}

describe("control zones for a maintainer", () => {
  test.override("account", "maintainer");

  test("are drawn with a hole, edited by dragging, saved, and removed again by 恢复", async ({ page }) => {
    const screen = await openList(page, zones);
    await screen.toolbar.getByRole("button", { name: "新增" }).click();
    const form = page.getByRole("dialog", { name: "新增管制区" });
    await form.getByLabel("名称").fill("画出来的禁飞区");
    await form.getByRole("button", { name: "在地图上绘制" }).click();
    const drawing = page.getByRole("dialog", { name: "绘制管制区范围" });
    const pointer = await createPointer(page, drawing.getByRole("application"));
    const status = (text: string) => drawing.getByText(text, { exact: true }).waitFor();

    // At this zoom the polygon spans the country.
    for (const [x, y] of [
      [0.3, 0.3],
      [0.7, 0.3],
      [0.7, 0.7],
      [0.3, 0.7],
      [0.3, 0.3],
    ] as const)
      await pointer.click(x, y);
    await drawing.getByText("管制区不能覆盖全国，请按区域分别划设").waitFor();
    expect(await drawing.getByRole("button", { name: "使用此范围" }).isDisabled()).toBe(true);
    for (let n = 0; n < 6; n++) await drawing.getByRole("button", { name: "放大" }).click();
    // The scale after the six steps; it is written once the zoom is at rest.
    await drawing.getByText("10 km", { exact: true }).waitFor();
    await drawing.getByText("画多边形").click();
    for (const [x, y] of [
      [0.35, 0.3],
      [0.65, 0.3],
      [0.65, 0.7],
      [0.35, 0.7],
      [0.35, 0.3],
    ] as const)
      await pointer.click(x, y);
    await status("多边形，4 个点");
    await drawing.getByText("画孔洞").click();
    // Escape drops what is being drawn, not the dialog.
    await pointer.click(0.4, 0.4);
    await pointer.click(0.5, 0.5);
    await pressEscape(page);
    for (const [x, y] of [
      [0.45, 0.4],
      [0.55, 0.4],
      [0.5, 0.6],
      [0.45, 0.4],
    ] as const)
      await pointer.click(x, y);
    await status("多边形，4 个点，1 个孔洞");
    // The middle of an edge becomes a corner.
    await pointer.drag([0.5, 0.7], [0.5, 0.8]);
    await status("多边形，5 个点，1 个孔洞");
    await saveScreenshot(page, "zone-drawing");
    await drawing.getByRole("button", { name: "使用此范围" }).click();

    // The coordinates of five corners, an empty line, and those of the hole.
    const coordinates = form.getByLabel("范围（WGS-84 坐标）");
    expect((await coordinates.inputValue()).split("\n")).toHaveLength(9);
    await form.getByRole("button", { name: "保存" }).click();
    await page.getByText("已新增管制区 画出来的禁飞区").waitFor();
    const row = screen.rows.filter({ hasText: "画出来的禁飞区" });
    await row.getByText("多边形，5 个点，1 个孔洞").waitFor();
    await page.getByRole("button", { name: "恢复", exact: true }).click();
    await page.getByText("已恢复，撤销了：已新增管制区 画出来的禁飞区").waitFor();
    await row.waitFor({ state: "detached" });
  });

  test("are entered as text with the keyboard alone; mistakes are named; overlaps are told", {
    tags: "full",
  }, async ({ page }) => {
    await page.goto("/page/page");
    await openOwnPage(page, "管制区");
    const screen = listPageObject(page, zones);
    await screen.toolbar.getByRole("button", { name: "新增" }).click();
    const form = page.getByRole("dialog", { name: "新增管制区" });
    await form.getByLabel("名称").fill("首都机场净空走廊");
    const coordinates = form.getByLabel("范围（WGS-84 坐标）");
    await coordinates.fill("116.5, 40.0\n北京");
    await form.getByText("第 2 行应为「经度, 纬度」，如 116.397128, 39.916527").waitFor();
    await coordinates.fill("116.5, 40.0\n116.6, 40.1\n116.6, 40.0\n116.5, 40.1");
    await coordinates.blur();
    await form.getByText("边界自相交：第 1 条边与第 3 条边相交").waitFor();
    await form.getByText("走廊", { exact: true }).click();
    await form.getByLabel("走廊宽度（m）").fill("300");
    await form.getByText("走廊，4 个点，宽 300 m").waitFor();
    await form.getByRole("button", { name: "添加时段" }).click();
    await expectAccessible(page);
    await form.getByRole("button", { name: "保存" }).click();
    await page.getByText("与 北京首都机场净空区 重叠").waitFor();
    await screen.rows.filter({ hasText: "首都机场净空走廊" }).getByText("周一至周五 08:00–18:00").waitFor();
  });
});
