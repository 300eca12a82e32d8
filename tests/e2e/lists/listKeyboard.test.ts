import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessibleInBothSchemes } from "../../browser/accessible.ts";
import { test } from "../../browser/consoleTest.ts";
import { listScreen } from "./listScreen.ts";
import { lists } from "./lists.ts";

const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return at?.getAttribute("aria-label") ?? at?.textContent ?? "";
  });

describe.each(lists)("$name", (list) => {
  test.override("account", list.account);

  test("is queried, read and left by keyboard alone, and the focus comes back", async ({ page }) => {
    const screen = listScreen(page, list);
    await screen.open();
    await screen.form.getByLabel("关键字").focus();
    await page.keyboard.type(list.keyword.text);
    await screen.answered(() => page.keyboard.press("Enter"));
    // On through the form, the chips and the toolbar to the first record, however many stops there are.
    const name = (await screen.nameAt(0).textContent()) ?? "";
    for (let stop = 0; stop < 60 && (await focused(page)) !== name; stop += 1)
      await page.keyboard.press("Tab");
    expect(await focused(page)).toBe(name);
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name });
    await drawer.getByRole("term").first().waitFor();
    await page.waitForFunction(() => document.activeElement?.closest("[role=dialog]") !== null);
    // Nothing behind the drawer is reached from within it.
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
    }
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await page.waitForFunction((wanted) => document.activeElement?.textContent === wanted, name);
  });

  test("has nothing for axe to find in light or dark, on the page and behind its toolbar", async ({
    page,
  }) => {
    const screen = listScreen(page, list);
    await screen.open();
    await screen.rows.first().waitFor();
    await expectAccessibleInBothSchemes(page);
    const toolbar = list.offers[list.account]?.toolbar ?? [];
    for (const name of toolbar.filter((one) => ["新增", "导出", "行高", "列设置"].includes(one))) {
      await screen.toolbar.getByRole("button", { name }).click();
      const role = name === "行高" ? "menu" : "dialog";
      const over = page.getByRole(role);
      await over.waitFor();
      await expectAccessibleInBothSchemes(page, `[role=${role}]`);
      await page.keyboard.press("Escape");
      await over.waitFor({ state: "detached" });
    }
  });

  test("has nothing for axe to find in light or dark, in a record's drawer and the dialogs of its acts", async ({
    page,
  }) => {
    const screen = listScreen(page, list);
    await screen.open();
    await screen.nameAt(0).click();
    const [detail, dialog] = [screen.drawer.first(), screen.drawer.nth(1)];
    await detail.getByRole("term").first().waitFor();
    await expectAccessibleInBothSchemes(page, "[role=dialog]");
    const acts = list.offers[list.account]?.row ?? [];
    for (const act of acts.filter((name) => !list.leads?.includes(name))) {
      const button = detail.getByRole("button", { name: act, exact: true });
      // What the first record does not allow now opens nothing.
      if ((await button.getAttribute("aria-disabled")) === "true") continue;
      await button.click();
      await dialog.waitFor();
      await dialog.getByLabel(/^正在/).waitFor({ state: "detached" });
      await expectAccessibleInBothSchemes(page, "[role=dialog]");
      // Escape closes what lies on top, and that alone.
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      expect(await detail.count()).toBe(1);
    }
  });
});
