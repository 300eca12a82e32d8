import { describe, expect } from "vitest";
import { expectAccessibleInBothSchemes } from "../../browser/expectAccessible.ts";
import { findLayoutErrorsInBothSchemes } from "../../browser/findLayoutErrors.ts";
import { test } from "../../browser/readingTest.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { waitForStable } from "../../browser/waitForStable.ts";
import { readScreen } from "../../live/harness/readScreen.ts";
import { toNumber } from "./statisticsPage.ts";

const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const everything = `from=2020-01-01&to=${today}`;

describe("地域分布 (R-033)", () => {
  test("goes down to a county's companies by the keyboard; map, table and list agree", async ({ page }) => {
    const main = page.getByRole("main");
    const top = main.getByRole("region", { name: "企业前十" });
    const steps = main.getByRole("navigation", { name: "地区层级" });
    await page.goto(`/statistics/page7?${everything}&show=added`);
    await main.getByRole("img", { name: /^全国新增企业/ }).waitFor();
    await main.getByText("边界 天地图 审图号：GS(2024)0650号").waitFor();
    expect((await top.getByRole("row").count()) - 1).toBeLessThanOrEqual(10);

    const openFirst = async () => {
      const row = top.getByRole("row").nth(1);
      const [name = "", count = ""] = await row.evaluate((element) =>
        [...element.children].map((cell) => cell.textContent ?? ""),
      );
      return { row, name, count: toNumber(count) };
    };
    const province = await openFirst();
    await province.row.getByRole("button", { name: province.name }).press("Enter");
    await main
      .getByRole("img", { name: new RegExp(`^${province.name}新增企业.*合计 ${province.count}$`) })
      .waitFor();
    expect(new URL(page.url()).searchParams.get("region")).toMatch(/0000$/);

    let place = await openFirst();
    // A municipality has its counties directly below.
    const city = place.row.getByRole("button", { name: place.name });
    if ((await city.count()) > 0) {
      await city.press("Enter");
      await main
        .getByRole("img", { name: new RegExp(`^${place.name}新增企业.*合计 ${place.count}$`) })
        .waitFor();
      await saveScreenshot(page, "regions city");
      place = await openFirst();
    }
    await place.row.getByRole("link").nth(1).click();
    await page.getByRole("table", { name: "企业列表" }).waitFor();
    await page.getByText(`共 ${place.count} 条`).first().waitFor();
    expect(new URL(page.url()).searchParams.get("regionId")).toMatch(/^\d{6}$/);
    await page.goBack();
    await steps.getByRole("button", { name: "全国" }).press("Enter");
    await main.getByRole("img", { name: /^全国新增企业/ }).waitFor();
  });

  test("a click on the map opens a province; the dashes of the South Sea are drawn", {
    tags: "full",
  }, async ({ page }) => {
    const main = page.getByRole("main");
    await page.goto(`/statistics/page7?${everything}&measure=flights`);
    const map = main.getByRole("img", { name: /^全国架次/ });
    await map.locator("canvas").waitFor();
    await waitForStable(map);
    const box = await map.boundingBox();
    if (!box) throw new Error("no map");
    // The lower right quarter holds nothing but the dashes and the islands.
    const countLines = async () =>
      (await readScreen(page)).countPixels(
        {
          left: box.x + box.width * 0.5,
          top: box.y + box.height * 0.86,
          width: box.width * 0.4,
          height: box.height * 0.13,
        },
        "#5b6472",
      );
    await expect.poll(countLines).toBeGreaterThan(10);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.35);
    await expect.poll(() => new URL(page.url()).searchParams.get("region")).toMatch(/0000$/);
  });

  test("opens on all companies of the country", { tags: "full" }, async ({ page }) => {
    const main = page.getByRole("main");
    await page.goto("/statistics/page7");
    await main
      .getByRole("img", { name: /^全国累计企业.*合计 [1-9]/ })
      .locator("canvas")
      .waitFor();
    await main.getByRole("radiogroup", { name: "新增或累计" }).getByText("新增").click();
    await expect.poll(() => new URL(page.url()).searchParams.get("show")).toBe("added");
  });

  test("the heat of companies: GET /statistics/thermodynamic/company (R-137)", async ({ page }) => {
    const main = page.getByRole("main");
    await page.goto(`/statistics/page7?${everything}`);
    await main
      .getByRole("img", { name: /^全国累计企业/ })
      .locator("canvas")
      .waitFor();
    await Promise.all([
      page.waitForResponse((response) => response.url().includes("/statistics/thermodynamic/company")),
      main.getByRole("radiogroup", { name: "地图样式" }).getByText("热力").click(),
    ]);
    await expect.poll(() => new URL(page.url()).searchParams.get("map")).toBe("heat");
    await saveScreenshot(page, "regions heat");
  });

  test.for([360, 1366, 3840])(
    "%i px: nothing overlaps or is cut off, and axe finds nothing",
    { tags: "full" },
    async (width, { openPageAs }) => {
      const page = await openPageAs("finance", { width, height: Math.max(740, Math.round(width * 0.5)) });
      const main = page.getByRole("main");
      await page.goto(`/statistics/page7?${everything}&measure=orders`);
      await main
        .getByRole("img", { name: /^全国订单/ })
        .locator("canvas")
        .waitFor();
      await saveScreenshot(page, `regions ${width}`);
      expect(await findLayoutErrorsInBothSchemes(page, [main])).toEqual([]);
      await expectAccessibleInBothSchemes(page);
    },
  );
});
