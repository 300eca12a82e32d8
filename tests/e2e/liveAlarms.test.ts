import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessibleInBothSchemes } from "../browser/expectAccessible.ts";
import { findLayoutErrors } from "../browser/findLayoutErrors.ts";
import { test as base } from "../browser/signedInTest.ts";
import { demoAccounts } from "../browser/signIn.ts";
import { insertAlarms } from "../process/insertAlarms.ts";
import { insertShift } from "../process/insertShift.ts";

/**
 * Alarms of drones that do not fly, one for each test: the server ends those whose cause nobody confirms, but not an
 * unacknowledged P1.
 */
const test = base
  .extend("account", "duty" as const)
  .extend("prepareData", { scope: "file" }, () => async (dataDir: string) => {
    await insertAlarms(dataDir, new Date(), [
      { kind: "noFlyBreach", priority: "p1", zoneName: "机场禁飞区" },
      { kind: "forcedLanding", priority: "p1" },
      { kind: "batteryCritical", priority: "p1" },
      { kind: "fenceExit", priority: "p1" },
    ]);
    await insertShift(dataDir, demoAccounts.duty);
  });

const getDock = (page: Page) => page.getByRole("region", { name: "告警", exact: true });
const getRow = (page: Page, kind: string) => getDock(page).getByRole("button", { name: kind });
const getCard = (page: Page) => getDock(page).getByRole("article");

async function openLivePage(page: Page, kind: string) {
  await page.goto("/page/page");
  await getRow(page, kind).waitFor();
}

test("Space acknowledges what the card shows, and another window sees who did", async ({
  page,
  openPageAs,
}) => {
  await openLivePage(page, "闯入禁飞区");
  const other = await openPageAs("admin");
  await openLivePage(other, "闯入禁飞区");
  await getRow(other, "闯入禁飞区").click();
  await getCard(other).getByText("尚无人确认").waitFor();
  // By itself the card shows the most urgent alarm; a row that it does not show is selected first.
  await getCard(page).waitFor();
  await getRow(page, "闯入禁飞区").click();
  await getCard(page).getByRole("heading", { name: "闯入禁飞区" }).waitFor();
  await page.keyboard.press("Space");
  await getCard(other)
    .getByText(/^孙悦 \d\d:\d\d 确认$/)
    .waitFor();
  // What cannot be done any more says why.
  await getCard(other)
    .getByRole("button", { name: /确认 空格.*已由 孙悦 确认/ })
    .waitFor();
  await getCard(other)
    .getByRole("button", { name: /暂时屏蔽.*不能/ })
    .waitFor();
});

test("on every page: counts in the head, the title and the tag, the newest P1 as a bar that leads to it; others than the officer on duty are told to ask", async ({
  page,
  openPageAs,
}) => {
  await page.goto("/operate/boxPage");
  const bar = page.getByRole("alert").filter({ hasText: "P1" });
  await bar.getByText(/强制降落|电量严重不足|飞出作业区|闯入禁飞区/).waitFor();
  await page.getByRole("button", { name: /■ (P1 )?[1-9]\d*.*未确认的 P1、P2 告警/ }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^【P1 [1-9]\d*】/);
  await page.keyboard.press("F8");
  await getCard(page).waitFor();
  expect(new URL(page.url()).pathname).toBe("/page/page");
  await bar.waitFor({ state: "detached" });
  // The map moves there, also when its page was open before and looks elsewhere.
  const readPlace = () => new URL(page.url()).searchParams.get("view") ?? "";
  await expect.poll(readPlace).toMatch(/^116\.3\d*,39\.9/);
  const map = await page.locator("canvas").first().boundingBox();
  const [x, y] = [(map?.x ?? 0) + 200, (map?.y ?? 0) + 250];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 180, y + 120, { steps: 5 });
  await page.mouse.up();
  await expect.poll(readPlace).not.toMatch(/^116\.3\d*,39\.96/);
  await page.getByRole("link", { name: /^云盒/ }).first().click();
  await bar.waitFor();
  await page.keyboard.press("F8");
  await expect.poll(readPlace).toMatch(/^116\.3\d*,39\.96/);

  const admin = await openPageAs("admin");
  await openLivePage(admin, "飞出作业区");
  await getRow(admin, "飞出作业区").click();
  await admin.keyboard.press("Space");
  await admin.getByText("请值班人员确认，当前值班 孙悦").first().waitFor();
  await getCard(admin).getByText("尚无人确认").waitFor();
});

test("closes an alarm with an outcome by keyboard alone; Space in a field is a space", {
  tags: "full",
}, async ({ page }) => {
  await openLivePage(page, "强制降落");
  await getRow(page, "强制降落").focus();
  await page.keyboard.press("Enter");
  await getCard(page).getByRole("button", { name: "关闭", exact: true }).focus();
  await page.keyboard.press("Enter");
  const form = page.getByRole("form", { name: "关闭告警" });
  await form.getByRole("button", { name: "关闭告警" }).press("Enter");
  await form.getByText("请选择处理结果").waitFor();
  await form.getByRole("radio", { name: "其他" }).press("Space");
  await form.getByLabel("说明").focus();
  await page.keyboard.type("on site");
  // Keys may have been held for the form.
  await expect.poll(() => form.getByLabel("说明").inputValue()).toBe("on site");
  await page.keyboard.press("Enter");
  await getCard(page)
    .getByText(/^孙悦 \d\d:\d\d 关闭：其他$/)
    .waitFor();
  await expect.poll(() => getRow(page, "强制降落").count()).toBe(0);
});

test("says that the sound is locked, opens it by a click, and repeats P1 until it is acknowledged", {
  tags: "full",
}, async ({ page }) => {
  await page.addInitScript(() => {
    const tones: number[] = [];
    Object.assign(window, { tones });
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      tones.push(performance.now());
      return create.call(this);
    };
  });
  const countTones = () => page.evaluate(() => (window as unknown as { tones: number[] }).tones.length);
  await openLivePage(page, "电量严重不足");
  await page.getByText("告警声音未开启").waitFor();
  expect(await countTones()).toBe(0);
  await page.getByRole("button", { name: "开启并试听" }).click();
  await page.getByText("告警声音已开启").waitFor();
  // Two tones of the test, then five each time.
  await expect.poll(countTones).toBeGreaterThanOrEqual(12);
  // After a reload the first click anywhere opens it again.
  await page.reload();
  const strip = page.locator("[data-strip]");
  await strip.getByText("声音被浏览器阻止，点击任意处恢复").waitFor();
  expect(await countTones()).toBe(0);
  await strip.getByText("声音被浏览器阻止，点击任意处恢复").click();
  await strip.getByText("告警声音已开启").waitFor();
  await expect.poll(countTones).toBeGreaterThanOrEqual(7);
  await page.getByRole("button", { name: "静音" }).click();
  await page.getByText("告警声音已关闭").waitFor();
});

test("however many alarms come, the map stays where it is, and nothing of the strip is cut", async ({
  page,
}) => {
  await openLivePage(page, "飞出作业区");
  const list = page.getByRole("list", { name: "当前告警" });
  const readTop = async () => (await page.locator("canvas").first().boundingBox())?.y;
  for (const width of [1200, 1366, 1440, 1920, 2200]) {
    await page.setViewportSize({ width, height: 768 });
    await page.getByRole("button", { name: "离岗" }).waitFor();
    const before = await readTop();
    // As in a flood: each count with three digits, and all of them unacknowledged.
    const hidden = await list.evaluate((counts) => {
      const count = counts.querySelector("li");
      const flooded = counts.cloneNode() as Element;
      for (let i = 0; i < counts.children.length; i++)
        flooded.append(
          Object.assign(count?.cloneNode() ?? "", { textContent: "■ P1 紧急 188 · 188 未确认" }),
        );
      counts.after(flooded);
      (counts as HTMLElement).style.display = "none";
      const told = counts.parentElement;
      return told ? told.scrollWidth - told.clientWidth : Number.NaN;
    });
    expect([width, hidden, await readTop()]).toEqual([width, 0, before]);
    await list.evaluate((counts) => {
      (counts as HTMLElement).style.display = "";
      counts.nextElementSibling?.remove();
    });
  }
});

test("is accessible with an open card, in light and dark, and fits a phone", { tags: "full" }, async ({
  page,
}) => {
  await openLivePage(page, "飞出作业区");
  await getRow(page, "飞出作业区").click();
  await getCard(page).getByText("尚无人确认").waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await getCard(page).waitFor();
  expect(await findLayoutErrors(page, [getDock(page)])).toEqual([]);
  // All four counts, on as many lines as they need.
  const cutPx = await page
    .getByRole("list", { name: "当前告警" })
    .evaluate(({ parentElement: told }) => (told ? told.scrollWidth - told.clientWidth : Number.NaN));
  expect(cutPx).toBe(0);
});
