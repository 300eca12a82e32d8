import { readFile } from "node:fs/promises";
import { readXlsx } from "hucre/xlsx";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessibleInBothSchemes } from "../../browser/expectAccessible.ts";
import { findLayoutErrorsInBothSchemes } from "../../browser/findLayoutErrors.ts";
import { test } from "../../browser/readingTest.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { readScreen, type ScreenPixels } from "../../live/harness/readScreen.ts";
import { statisticsPage, toFen, toNumber } from "./statisticsPage.ts";

const thisYear = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 4);
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
/** Two whole years by month: most of the demo data, and 24 buckets. */
const range = `?from=${Number(thisYear) - 2}-01-01&to=${Number(thisYear) - 1}-12-31&by=month`;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const money = "订单金额与退款金额";

/** The number and the sums below a list. */
async function readListSums(page: Page): Promise<Record<string, string>> {
  const sums = page.getByRole("region", { name: "全部结果合计" });
  await sums.waitFor();
  return Object.fromEntries(
    await sums
      .locator("dl > div")
      .evaluateAll((all) =>
        all.map((one) => [
          one.querySelector("dt")?.textContent ?? "",
          one.querySelector("dd")?.textContent ?? "",
        ]),
      ),
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A place in the lowest bar of a colour: a bar of a month, wherever the axis below it is. */
function findLowestBar(pixels: ScreenPixels, box: Point & Size, color: string): Point {
  const [left, top] = [Math.ceil(box.x), Math.ceil(box.y)];
  const [width, height] = [6, 4];
  for (let y = Math.floor(box.y + box.height) - height; y >= top; y--)
    for (let x = left; x < box.x + box.width - width; x++)
      if (pixels.countPixels({ left: x, top: y, width, height }, color) === width * height)
        return { x: x + width / 2, y: y + height / 2 };
  throw new Error("no bar");
}

describe("增量统计 of the finance role (R-032)", () => {
  test.override("account", "finance");

  test("chart, table, card, export and list agree to the fen: POST /statistics/company, POST /statistics/order, POST /statistics/task (R-138 to R-140)", async ({
    page,
  }) => {
    const screen = statisticsPage(page);
    await screen.open(range);
    const label = page.getByRole("region", { name: "统计条件" }).getByText("地区", { exact: true });
    // In sight, as its field's placeholder does not name it.
    expect((await label.boundingBox())?.width).toBeGreaterThan(20);
    const [head, ...rows] = await screen.readTable(money);
    const sums = rows.pop() ?? [];
    expect(head).toEqual(["日期", "订单金额", "退款金额"]);
    expect(rows).toHaveLength(24);
    const amounts = rows.map(([, amount = ""]) => toFen(amount));
    const refunds = rows.map(([, , refund = ""]) => toFen(refund));
    expect(sum(amounts)).toBeGreaterThan(0);
    expect(sums).toEqual(["合计", await screen.readFigure("amount"), await screen.readFigure("refund")]);
    expect(toFen(sums[1] ?? "")).toBe(sum(amounts));
    expect(toFen(sums[2] ?? "")).toBe(sum(refunds));
    // Counted anew by the server, by day instead of by month.
    const orders = toNumber(await screen.readFigure("orders"));
    const [, ...orderRows] = await screen.readTable("订单与退款");
    expect(sum(orderRows.slice(0, -1).map(([, count = ""]) => toNumber(count)))).toBe(orders);

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      screen.main.getByRole("button", { name: "导出", exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^增量统计_\d{8}_\d{6}\.xlsx$/);
    const { sheets } = await readXlsx(await readFile(await download.path()));
    const [titles = [], ...exported] = sheets[0]?.rows ?? [];
    const column = titles.indexOf("订单金额（元）");
    const cells = exported.map((row) => Math.round(Number(row[column]) * 100));
    expect(cells).toEqual([...amounts, sum(amounts)]);
    expect(exported.map((row) => row[titles.indexOf("退款金额（元）")]).at(-1)).toBe(sum(refunds) / 100);
    expect(exported.at(-1)?.[titles.indexOf("订单数")]).toBe(orders);

    // The list behind the figure, and behind one month.
    const busiest = amounts.indexOf(Math.max(...amounts));
    await screen
      .getCard(money)
      .getByRole("row")
      .nth(busiest + 1)
      .getByRole("link")
      .first()
      .click();
    await page.getByRole("table", { name: "订单列表" }).waitFor();
    const readPaid = async () => toFen((await readListSums(page))["已付"] ?? "");
    await expect.poll(readPaid).toBe(amounts[busiest]);
    await page.goBack();
    await screen.getFigure("amount").getByRole("link").click();
    await page.getByRole("table", { name: "订单列表" }).waitFor();
    // The list has been open before: it shows the month until the answer is there.
    await expect.poll(readPaid).toBe(sum(amounts));
    expect(toNumber((await readListSums(page))["订单"] ?? "")).toBe(orders);
  });

  test("the conditions are in the address: reload, Back, a link: GET /statistics/channel (R-136)", {
    tags: "full",
  }, async ({ page }) => {
    const screen = statisticsPage(page);
    await screen.open("");
    const chosen = screen.main.getByRole("button", { name: "近30天" });
    expect(await chosen.getAttribute("aria-pressed")).toBe("true");
    await screen.main.getByRole("button", { name: "上月" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("vs")).toBe("month");
    await screen.main.getByRole("radiogroup", { name: "统计粒度" }).getByText("周").click();
    await screen.main.getByRole("radiogroup", { name: "新增或累计" }).getByText("累计").click();
    await expect.poll(() => new URL(page.url()).searchParams.get("show")).toBe("total");
    const address = page.url();
    await page.reload();
    await screen.getFigure("orders").getByText("累计").waitFor();
    expect(page.url()).toBe(address);
    expect(await screen.main.getByRole("radio", { name: "周" }).isChecked()).toBe(true);
    expect(await screen.main.getByRole("button", { name: "上月" }).getAttribute("aria-pressed")).toBe("true");
    const [, ...rows] = await screen.readTable("企业与用户");
    const totals = rows.map(([, total = ""]) => toNumber(total));
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    await page.goBack();
    await expect.poll(() => new URL(page.url()).searchParams.get("show")).toBeNull();
    await page.goBack();
    await expect.poll(() => new URL(page.url()).searchParams.get("by")).toBeNull();
    // The wheel over a chart scrolls the page.
    await screen.main.locator("canvas").first().hover();
    const readScroll = () => page.evaluate(() => window.scrollY);
    const before = await readScroll();
    await page.mouse.wheel(0, 200);
    await expect.poll(readScroll).toBeGreaterThan(before + 100);
  });
});

describe("the charts of 增量统计", () => {
  test("the legend isolates, one zoom moves all charts, a bar opens its list, and a picture is saved", {
    tags: "full",
  }, async ({ page }) => {
    const screen = statisticsPage(page);
    await screen.open(range);
    await expect.poll(() => screen.main.locator("canvas").count()).toBeGreaterThanOrEqual(6);
    const card = screen.getCard("企业与用户");
    const countIn = async (title: string, color: string) => {
      const chart = screen.getChart(title);
      await chart.scrollIntoViewIfNeeded();
      const box = await chart.boundingBox();
      if (!box) throw new Error("no chart");
      const part = { left: box.x, top: box.y, width: box.width, height: box.height };
      return (await readScreen(page)).countPixels(part, color);
    };
    const [companies, users] = ["#1864ab", "#c2410c"];
    await expect.poll(() => countIn("企业与用户", users)).toBeGreaterThan(50);
    const before = await countIn("企业与用户", companies);
    await card.getByRole("button", { name: "新增企业" }).click();
    await expect.poll(() => countIn("企业与用户", users)).toBe(0);
    await expect.poll(() => countIn("企业与用户", companies)).toBeGreaterThan(before);

    // Those out of view are drawn when the browser is idle, each at once.
    await expect.poll(() => countIn("订单与退款", companies)).toBeGreaterThan(50);
    const wide = await countIn("订单与退款", companies);
    const zoomIn = screen.main.getByRole("button", { name: "放大图表" });
    for (let press = 0; press < 3; press++) await zoomIn.press("Enter");
    await expect.poll(() => countIn("订单与退款", companies)).not.toBe(wide);
    await screen.main.getByRole("button", { name: "显示全部日期" }).press("Enter");
    await expect.poll(() => countIn("订单与退款", companies)).toBe(wide);

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      card.getByRole("button", { name: "企业与用户：保存为图片" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("企业与用户.png");
    expect((await readFile(await download.path())).subarray(1, 4).toString()).toBe("PNG");

    const chart = screen.getChart("企业与用户");
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    if (!box) throw new Error("no chart");
    const bar = findLowestBar(await readScreen(page), box, companies);
    await page.mouse.click(bar.x, bar.y);
    await page.getByRole("table", { name: "企业列表" }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(searchParams.get("from")).toMatch(/T16:00:00\.000Z$/);
  });

  test.for([360, 1366, 3840])(
    "%i px: nothing overlaps or is cut off, and axe finds nothing",
    { tags: "full" },
    async (width, { openPageAs }) => {
      const page = await openPageAs("admin", { width, height: Math.max(740, Math.round(width * 0.5)) });
      const screen = statisticsPage(page);
      await screen.open(`?from=${thisYear}-01-01&to=${today}&vs=year&by=month`);
      await expect.poll(() => screen.main.locator("canvas").count()).toBeGreaterThanOrEqual(6);
      expect(await findLayoutErrorsInBothSchemes(page, [screen.main])).toEqual([]);
      await saveScreenshot(page, `statistics ${width}`);
      await screen.readTable(money);
      await expectAccessibleInBothSchemes(page);
    },
  );
});
