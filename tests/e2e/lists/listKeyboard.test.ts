import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { expectAccessibleInBothSchemes } from "../../browser/expectAccessible.ts";
import type { ListSpec } from "./listSpec.ts";
import { lists } from "./lists.ts";
import { test as base } from "./listTest.ts";
import { orderList } from "./orderList.ts";

const test = base.extend("sharesServer", { scope: "file" }, true);

const getFocusedLabel = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return at?.getAttribute("aria-label") ?? at?.textContent ?? "";
  });

/** These dialogs are the same for all lists. */
const commonTools = ["导出", "行高", "列设置"];

const testKeyboard = (list: ListSpec) => {
  test.override("list", list);

  const checkedTools = list === orderList ? ["新增", ...commonTools] : ["新增"];

  test(`is accessible in light and dark, on the page and behind ${checkedTools.join("、")}`, async ({
    page,
    screen,
  }) => {
    await expectAccessibleInBothSchemes(page);
    const toolbar = list.actionsByRole[list.account]?.toolbar ?? [];
    for (const name of toolbar.filter((one) => checkedTools.includes(one))) {
      await screen.toolbar.getByRole("button", { name }).click();
      const role = name === "行高" ? "menu" : "dialog";
      const popup = page.getByRole(role);
      await popup.waitFor();
      await expectAccessibleInBothSchemes(page, `[role=${role}]`);
      await closePopup(page, popup);
    }
  });

  test("is accessible in light and dark, in a record's drawer and the dialogs of its actions", {
    tags: "full",
  }, async ({ page, screen }) => {
    // A record that has all actions: which one is the newest depends on the time of the demo data.
    if (list.actionsSearch) await screen.open(list.actionsSearch);
    await screen.openDetail(screen.rows.first());
    const [detail, dialog] = [screen.drawer.first(), screen.drawer.nth(1)];
    await detail.getByRole("term").first().waitFor();
    await expectAccessibleInBothSchemes(page, "[role=dialog]");
    // Marks the drawer, so that checks of the dialogs above it skip it.
    await detail.evaluate((drawer) => drawer.setAttribute("data-checked", ""));
    const actions = list.actionsByRole[list.account]?.row ?? [];
    for (const action of actions.filter((name) => !list.linkActions?.includes(name))) {
      const button = detail.getByRole("button", { name: action, exact: true });
      // A disabled action opens nothing.
      if ((await button.getAttribute("aria-disabled")) === "true") continue;
      await button.click();
      await dialog.waitFor();
      await dialog.getByLabel(/^正在/).waitFor({ state: "detached" });
      await expectAccessibleInBothSchemes(page, "[role=dialog]:not([data-checked])");
      // Escape closes only the topmost dialog.
      await closePopup(page, dialog);
      expect(await detail.count()).toBe(1);
    }
    await closePopup(page, detail);
  });

  // The list engine is the same for all lists.
  if (list !== orderList) return;

  test("is searched and read by keyboard only, and closing a record restores the focus", async ({
    page,
    screen,
  }) => {
    await screen.form.getByLabel("关键字").focus();
    await page.keyboard.type(list.keyword.text);
    await screen.waitForResponse(() => page.keyboard.press("Enter"));
    // Tab through the form, the chips and the toolbar to the first record.
    const name = (await screen.getNameButton(0).textContent()) ?? "";
    for (let stop = 0; stop < 60 && (await getFocusedLabel(page)) !== name; stop += 1)
      await page.keyboard.press("Tab");
    expect(await getFocusedLabel(page)).toBe(name);
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name });
    await drawer.getByRole("term").first().waitFor();
    await page.waitForFunction(() => document.activeElement?.closest("[role=dialog]") !== null);
    // The drawer traps the focus.
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
    }
    await closePopup(page, drawer);
    await page.waitForFunction((wanted) => document.activeElement?.textContent === wanted, name);
  });

  test("opens a record with its id in the URL, and moves to the next and previous one", {
    tags: "full",
  }, async ({ page, screen }) => {
    const ids = await screen.getVisibleIds();
    const titles = await Promise.all(
      [0, 1].map(async (at) => (await screen.getNameButton(at).textContent()) ?? ""),
    );
    await screen.getNameButton(0).click();
    const drawer = page.getByRole("dialog", { name: titles[0] ?? "" });
    await drawer.waitFor();
    const detail = () => new URL(page.url()).searchParams.get("detail");
    await expect.poll(detail).toBe(ids[0]);
    await expect.poll(() => drawer.getByRole("button", { name: "上一条" }).isDisabled()).toBe(true);
    await expect
      .poll(() => drawer.getByRole("term").allTextContents())
      .toEqual(expect.arrayContaining([...list.columns]));

    await drawer.getByRole("button", { name: "下一条" }).click();
    const next = page.getByRole("dialog", { name: titles[1] ?? "" });
    await next.waitFor();
    await expect.poll(detail).toBe(ids[1]);
    await next.getByRole("button", { name: "上一条" }).click();
    await closePopup(page, drawer);
    await page.waitForURL((url) => !url.searchParams.has("detail"));
    await page.waitForFunction((title) => document.activeElement?.textContent === title, titles[0] ?? "");
  });
};
describe.each([orderList])("$name", (one) => {
  testKeyboard(one);
});
describe.each(lists.filter((list) => list !== orderList))("$name", { tags: "full" }, (one) => {
  testKeyboard(one);
});
