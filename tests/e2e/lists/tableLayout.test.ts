/** @module-tag full */

import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { closePopup } from "../../browser/closePopup.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { test } from "../../browser/signedInTest.ts";
import { listPageObject, openList } from "./listPageObject.ts";
import { lists } from "./lists.ts";
import { orderList } from "./orderList.ts";

const getBox = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error("not visible");
  return box;
};

/** Different heights of the rows; read in one step, since rows come and go with the window. */
const readRowHeights = (page: Page) =>
  page
    .locator("main")
    .evaluate((main) => [
      ...new Set(
        [...main.querySelectorAll("tbody tr[data-id]")].map((row) => row.getBoundingClientRect().height),
      ),
    ]);

/** Finance's list turns by itself to the orders that await her, unless its address has a condition or a size. */
const allOrders = "size=50";

const screens = [
  // Fields in the first row of the query form; the buttons are beside them, on a phone below.
  { width: 390, height: 844, dark: true, fields: 1 },
  { width: 1366, height: 768, dark: false, fields: 3 },
  { width: 1440, height: 900, dark: true, fields: 3 },
  { width: 1920, height: 1080, dark: false, fields: 5 },
  { width: 3840, height: 2160, dark: true, fields: 8 },
];

describe.each(screens)("a list at $width px", ({ fields, ...size }) => {
  test("has as many filters in a row as fit, rows of one height, and its pager in view", async ({
    openPageAs,
  }) => {
    const page = await openPageAs("finance", size);
    const screen = await openList(page, orderList, allOrders);
    await screen.rows.first().waitFor();
    const keyword = screen.form.getByRole("textbox", { name: "关键字" });
    // As many as fit, once the form's width is measured.
    await expect.poll(() => screen.form.locator("label").count()).toBe(fields);
    const isPhone = size.width < 640;
    // Rows with and without actions: 14 px of padding, a line of buttons, a line below.
    if (!isPhone) await expect.poll(() => readRowHeights(page)).toEqual([41]);

    const frame = isPhone ? screen.rows.first() : screen.table;
    const search = screen.form.getByRole("button", { name: "查询", exact: true });
    const before = [await getBox(frame), await getBox(search)];
    await keyword.fill("DD2026");
    await screen.form.getByText("条件已修改，点击查询").waitFor();
    expect([await getBox(frame), await getBox(search)]).toEqual(before);

    const expand = screen.form.getByRole("button", { name: "展开" });
    await expand.click();
    await screen.form.getByRole("button", { name: "收起" }).waitFor();
    const days = screen.form.locator("[data-dates-input]");
    await expect.poll(() => days.count()).toBe(1);
    expect((await getBox(days)).width).toBeGreaterThanOrEqual(240);
    const { y, height } = await getBox(screen.pager);
    expect(y + height).toBeLessThanOrEqual(size.height);
    await saveScreenshot(page, `list ${size.width} ${size.dark ? "dark" : "light"}`);
  });
});

test("with an applied condition only the table scrolls, not the page too", async ({ openPageAs }) => {
  const page = await openPageAs("operator", { width: 1440, height: 900, dark: false });
  const screen = await openList(page, orderList, "type=new");
  await screen.chips.getByText("类型：新购").waitFor();
  const readOverflow = () =>
    page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      return scrollHeight - clientHeight;
    });
  await expect.poll(readOverflow).toBe(0);
});

test("a phone shows a card for each row, with status, main fields, selection and order", async ({
  openPageAs,
}) => {
  const page = await openPageAs("admin", { width: 390, height: 844, dark: false });
  const [companies] = lists;
  if (!companies) throw new Error("there are no lists");
  const screen = await openList(page, companies, "size=10");
  expect(await screen.rows.count()).toBe(10);
  const first = screen.rows.first();
  expect(await first.getByRole("term").allTextContents()).toEqual([
    "到期时间",
    "客户经理",
    "联系电话",
    "实收金额",
  ]);
  await first.getByText(/^(正常|已冻结)$/).waitFor();
  await screen.main.getByRole("checkbox", { name: "选择本页" }).check();
  await screen.toolbar.getByText("已选 10 条").waitFor();
  await screen.main.getByRole("combobox", { name: "排序" }).click();
  const body = await screen.captureRequestBody(() =>
    page.getByRole("option", { name: "按实收金额降序" }).click(),
  );
  expect(body).toEqual({ pageNo: 1, pageSize: 10, sort: { field: "orderAmountFen", order: "desc" } });
});

test("columns are pinned and widened, for the next visit too; a role without acts has no column for them", async ({
  openPageAs,
}) => {
  const page = await openPageAs("finance", { width: 1440, height: 900, dark: false });
  const screen = listPageObject(page, orderList);
  const head = (title: string) => screen.table.getByRole("columnheader", { name: title });
  await screen.open(allOrders);
  const preferencesSaved = () =>
    page.waitForResponse((one) => one.request().method() === "PUT" && one.url().endsWith("/x/me/list.order"));

  const codeArrives = Promise.withResolvers<void>();
  await page.route(/resizeColumn/, async (route) => {
    await codeArrives.promise;
    await route.continue();
  });
  const { x, y, width, height } = await getBox(head("企业"));
  await page.mouse.move(x + width - 3, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width + 30, y + height / 2, { steps: 3 });
  await page.mouse.move(x + width + 57, y + height / 2, { steps: 3 });
  // The code that follows the pointer arrives after it was released.
  await page.mouse.up();
  const saved = preferencesSaved();
  codeArrives.resolve();
  await saved;
  // 190 px and the 60 px that the pointer moved.
  await expect.poll(async () => (await getBox(head("企业"))).width).toBe(width + 60);

  await screen.toolbar.getByRole("button", { name: "列设置" }).click();
  await Promise.all([
    preferencesSaved(),
    page.getByRole("button", { name: "固定 状态", exact: true }).click(),
  ]);
  await page.reload();
  await screen.waitForIdle();
  await expect.poll(async () => (await getBox(head("企业"))).width).toBe(width + 60);
  expect((await screen.getColumnTitles()).slice(0, 3)).toEqual(["订单号", "状态", "企业"]);
  const pinned = await getBox(head("状态"));
  await screen.main.getByRole("region", { name: "订单列表" }).evaluate((region) => region.scrollTo(600, 0));
  expect(await getBox(head("状态"))).toEqual(pinned);

  // Several statuses at once, in the address, the request and the sums.
  await screen.main.getByRole("button", { name: "多选" }).click();
  await screen.waitForResponse(() => page.getByRole("checkbox", { name: "已支付" }).click());
  const body = await screen.captureRequestBody(() => page.getByRole("checkbox", { name: "已完成" }).click());
  expect(body).toEqual({ pageNo: 1, pageSize: 50, status: ["paid", "finished"] });
  expect(new URL(page.url()).searchParams.get("status")).toBe("paid,finished");
  // Finance can do nothing with these.
  await head("操作").waitFor({ state: "detached" });
  await closePopup(page, page.getByRole("checkbox", { name: "已完成" }));
  const exported = page.waitForRequest((one) => one.url().endsWith("/order/v3/export"));
  await screen.toolbar.getByRole("button", { name: "导出" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "开始导出" }).first().click();
  const { columns, ...conditions } = z
    .looseObject({ columns: z.array(z.string()) })
    .parse((await exported).postDataJSON());
  expect(conditions).toEqual({ status: ["paid", "finished"] });
  expect(columns.slice(0, 3)).toEqual(["orderNo", "companyName", "status"]);
});
