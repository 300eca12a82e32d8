import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { findLayoutErrors } from "../../browser/findLayoutErrors.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { test } from "../../browser/signedInTest.ts";
import { createScreen } from "../wall/createScreen.ts";

const refused = {
  count: 4,
  sns: ["1581F5BKD225D00BP891", "1581F5BKD225D00BP892", "1581F5BKD225D00BP893"],
  reasons: [
    { reason: "outOfRange", field: "lat", count: 3 },
    { reason: "nullIsland", field: "lat", count: 1 },
  ],
};
const sentence = "有 4 架设备的数据被拒收：数值超出范围（纬度） 3 架，坐标为 (0,0) 1 架";

/** Puts refused drones into the answers of the overview. */
async function refuseDrones(page: Page, address: string) {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /"refusedDrones":\{"count":0,"sns":\[\],"reasons":\[\]\}/,
      `"refusedDrones":${JSON.stringify(refused)}`,
    );
    await route.fulfill({ response, body });
  });
}

describe("drones that fly while their data are refused", () => {
  test.override("account", "maintainer");

  test("are said on 实时任务, with the way to 设备接入", async ({ page }) => {
    await refuseDrones(page, "**/graphql");
    await page.goto("/page/page");
    const banner = page.getByRole("alert").filter({ hasText: sentence });
    await banner.getByText("序列号 1581F5BKD225D00BP891、").waitFor();
    expect(await findLayoutErrors(page, [banner])).toEqual([]);
    await expectAccessible(page);
    await saveScreenshot(page, "live refused drones");
    const button = banner.getByRole("button", { name: "设备接入" });
    expect(
      await button
        .locator("span")
        .last()
        .evaluate((one) => one.scrollWidth <= one.clientWidth),
    ).toBe(true);
    await button.click();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/deviceAccess");
  });

  test("are said on a screen", { tags: "full" }, async ({ openPage, server }) => {
    const token = await createScreen(server.url, "map");
    const wall = await openPage({ stored: [], screen: { width: 1920, height: 1080 } });
    await refuseDrones(wall, "**/wall/graphql");
    await wall.goto(`${server.url}/wall#${token}`);
    await wall.getByRole("alert").filter({ hasText: sentence }).waitFor();
    await saveScreenshot(wall, "wall refused drones");
  });
});

describe("values that count as unknown", () => {
  // Creating a screen signs the maintainer in elsewhere.
  test.override("account", "admin");

  test("are listed on 设备接入 by field, and a correction of its clock is proposed", {
    tags: "full",
  }, async ({ page }) => {
    const at = new Date().toISOString();
    const device = {
      sn: "E2E-CLEARED-1",
      via: "mqtt",
      lastAt: at,
      last: null,
      taskId: null,
      isContradicted: false,
      accepted: 40,
      refused: [],
      refusals: [],
      clockCorrectionS: 0,
      clockProposal: { correctionS: 619_315_200, cause: "rollover" },
      cleared: [
        { field: "rthPct", count: 40, at, value: 5_680, reason: "placeholder", expected: "0 至 100（%）" },
        { field: "vH", count: 2, at, value: -0.01, reason: "impossible", expected: "0 至 150（米/秒）" },
      ],
    };
    await page.route("**/x/ingest/status**", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('"devices":[]', `"devices":[${JSON.stringify(device)}]`);
      await route.fulfill({ response, body });
    });
    await page.goto("/deviceAccess");
    await page.getByRole("combobox", { name: "企业", exact: true }).click();
    await page.getByRole("option").filter({ hasNotText: "已冻结" }).first().click();
    await page.getByRole("region", { name: "选择或登记无人机" }).waitFor();
    await page.getByRole("button", { name: "登记无人机" }).click();
    const form = page.getByRole("dialog", { name: "登记无人机" });
    await form.getByLabel("序列号").fill("E2E-CLEARED-1");
    await form.getByLabel("型号").fill("DJI Matrice 4TD");
    await form.getByRole("combobox", { name: "类别" }).click();
    await page.getByRole("option", { name: "轻型" }).click();
    await form.getByRole("button", { name: "保存" }).click();
    const table = page.getByRole("table", { name: "按未知处理的数值" });
    const row = table.locator("tbody tr").first();
    await row.waitFor();
    const cells = await row.locator("td").allInnerTexts();
    expect([...cells.slice(0, 2), ...cells.slice(3)]).toEqual([
      "返航所需电量（rthPct）",
      "40",
      "5680",
      "厂家的占位值",
      "0 至 100（%）",
    ]);
    await page.getByText("样本照常接收，只是这些数值不显示：返航所需电量 40 次，地速 2 次。").waitFor();
    await expectAccessible(page);
    await table.scrollIntoViewIfNeeded();
    await saveScreenshot(page, "device access unknown values");
    const notice = page
      .getByRole("alert")
      .filter({ hasText: "设备时钟一直比服务器慢 7168 天（GPS 周数翻转）" });
    await notice.getByRole("button", { name: "校正 619315200 秒" }).click();
    const edit = page.getByRole("dialog", { name: "编辑无人机" });
    await expect.poll(() => edit.getByLabel("时钟校正（秒）").inputValue()).toBe("619315200");
    await saveScreenshot(page, "device clock form");
    await edit.getByRole("button", { name: "保存" }).click();
    await edit.waitFor({ state: "hidden" });
  });
});
