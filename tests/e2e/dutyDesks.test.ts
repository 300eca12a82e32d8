import { asc, isNull } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { openDatabase } from "../../server/db/openDatabase.ts";
import { companies } from "../../server/db/schema/company.ts";
import { expectAccessibleInBothSchemes } from "../browser/expectAccessible.ts";
import { saveScreenshot } from "../browser/saveScreenshot.ts";
import { test as base } from "../browser/signedInTest.ts";
import { insertAlarms } from "../process/insertAlarms.ts";

/** The companies of the two desks: the first has a flood. */
let names: readonly string[] = [];
/** Where their alarms are: 武昌区, 海淀区. */
const regions = ["420106", "110108"];

/** Devices have said them: no rule ends them. */
async function prepareFlood(dataDir: string): Promise<void> {
  const { db, close } = await openDatabase({ url: undefined, dataDir });
  const found = await db
    .select()
    .from(companies)
    .where(isNull(companies.deletedAt))
    .orderBy(asc(companies.id))
    .limit(2);
  await close();
  names = found.map(({ name }) => name);
  const at = new Date();
  const seeds = [12, 2].flatMap((count, index) =>
    Array.from({ length: count }, (_, n) => ({
      kind: "deviceHealth" as const,
      priority: "p3" as const,
      raisedAt: at,
      companyId: found[index]?.id ?? null,
      companyName: found[index]?.name ?? "",
      regionId: regions[index] ?? null,
      taskId: null,
      taskName: "",
      droneSn: `DESK-${index}-${n}`,
    })),
  );
  await insertAlarms(dataDir, at, seeds);
}

const test = base
  .extend("account", "duty" as const)
  .extend("prepareData", { scope: "file" }, () => prepareFlood);

const getDock = (page: Page) => page.getByRole("region", { name: "告警", exact: true });
const getFolded = (page: Page) => getDock(page).getByRole("region", { name: "告警过多，已折叠" });
const getRows = (page: Page) => getDock(page).locator("[data-alarm]");

/** Goes on duty for one company, beside who is there. */
async function takeDesk(page: Page, company: string, isBeside: boolean): Promise<void> {
  await page.goto("/page/page");
  await page.getByRole("button", { name: "告警列表" }).click();
  await getFolded(page).getByText("设备健康 14").waitFor();
  await page.getByRole("button", { name: "接班", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "接班" });
  if (isBeside) await dialog.getByRole("radio", { name: /^增开一个席位/ }).check();
  await dialog.getByRole("radio", { name: "按企业" }).check();
  await dialog.getByRole("button", { name: "接班" }).click();
  await dialog.getByText("请选择要值守的企业").waitFor();
  await dialog.getByLabel("添加企业").fill(company);
  await page.getByRole("option", { name: company }).click();
  await dialog.getByRole("button", { name: `去掉 ${company}` }).waitFor();
  // Ready for the next one.
  await dialog.locator("input:focus").and(dialog.getByLabel("添加企业")).waitFor();
  expect(await dialog.getByLabel("添加企业").inputValue()).toBe("");
  await expectAccessibleInBothSchemes(page);
  await saveScreenshot(page, `duty-desk-${isBeside ? "beside" : "first"}`);
  await dialog.getByRole("button", { name: "接班", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

test("a flood of one company folds at the desk that watches it, and not at another; what is outside is counted and shown", {
  tags: "full",
}, async ({ page, openPageAs }) => {
  const [first = "", second = ""] = names;
  const admin = await openPageAs("admin");
  await takeDesk(page, first, false);
  await takeDesk(admin, second, true);

  await getFolded(page).getByText("设备健康 12").waitFor();
  expect(await getRows(page).count()).toBe(0);
  await page.getByText("值守范围外另有 2 条", { exact: true }).waitFor();

  await expect.poll(() => getRows(admin).count()).toBe(2);
  expect(await getFolded(admin).count()).toBe(0);
  await admin.getByText("值守范围外另有 12 条", { exact: true }).waitFor();
  await admin.getByRole("button", { name: "我的范围 2" }).waitFor();
  await saveScreenshot(admin, "duty-desk-own");
  await admin.getByRole("button", { name: "全部 14" }).click();
  await getFolded(admin).getByText("设备健康 14").waitFor();

  // Each sees the other, and the own scope can be widened during the shift.
  const both = admin.getByRole("status").filter({ hasText: `（${first}）` });
  await both.filter({ hasText: `（${second}）` }).waitFor();
  await admin.getByRole("button", { name: "值守范围", exact: true }).click();
  const dialog = admin.getByRole("dialog", { name: "调整值守范围" });
  await dialog.getByRole("radio", { name: "全部" }).check();
  await dialog.getByRole("button", { name: "调整" }).click();
  await dialog.waitFor({ state: "detached" });
  await admin.getByText(/^值守范围外另有/).waitFor({ state: "detached" });
  await getFolded(admin).getByText("设备健康 14").waitFor();
});

test("a desk watches the regions that are chosen for it", { tags: ["full"] }, async ({ page }) => {
  await page.goto("/page/page");
  await page.getByRole("button", { name: "告警列表" }).click();
  await getFolded(page).or(page.locator("[data-alarm]").first()).first().waitFor();
  // The test before may have left a desk.
  const isOnDuty = await page.getByRole("button", { name: "值守范围", exact: true }).isVisible();
  const act = isOnDuty ? "调整" : "接班";
  await page.getByRole("button", { name: isOnDuty ? "值守范围" : "接班", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "按地区" }).check();
  await dialog.getByRole("button", { name: act, exact: true }).click();
  await dialog.getByText("请选择要值守的地区").waitFor();
  await dialog.getByLabel("添加地区").fill("haidian");
  await page.getByRole("option", { name: /海淀区$/ }).click();
  await dialog.getByRole("button", { name: /^去掉 .*海淀区$/ }).waitFor();
  await expectAccessibleInBothSchemes(page);
  await saveScreenshot(page, "duty-desk-region");
  await dialog.getByRole("button", { name: act, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => getRows(page).count()).toBe(2);
  await page.getByText("值守范围外另有 12 条", { exact: true }).waitFor();
  await page.getByRole("status").filter({ hasText: "海淀区" }).first().waitFor();
});
